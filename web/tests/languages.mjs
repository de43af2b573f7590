// node languages.mjs TAHUR: the languages of the page are complete. Whatever the service offers, and
// whatever it reports of many games, has its words in each; what has none is listed.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, pause, runTests, Service, test } from "./harness.mjs";
import { moduleOf, web } from "./modules.mjs";
import { GAMES } from "./table.mjs";

const service = await new Service(process.argv[2]).start();

const { languages } = await moduleOf("tahur:languages");
const { en } = await moduleOf("src/words/en.ts");
const { missingKeys } = await moduleOf("src/words/language.ts");
const { speechIn } = await moduleOf("src/words/words.tsx");
const { pageOf } = await moduleOf("src/games/games.ts");
const OTHERS = Object.keys(languages).filter((tag) => tag !== "en");
/** The page without its dictionaries. */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sourcesIn(join(folder, entry.name));
    if (!/\.tsx?$/.test(entry.name) || /^([a-z]{2}|bots_[a-z]{2})\.ts$/.test(entry.name)) return [];
    return [readFileSync(join(folder, entry.name), "utf8")];
  });
}

const list = (missing) => check(missing.length === 0, `without words:\n${missing.join("\n")}`);

test("the page has English and another language", () => {
  check("en" in languages && OTHERS.length > 0, Object.keys(languages).join());
});

// Tables that are read by names which the service gives.
const OPEN = ["thoughts.own", "thoughts.by", "review.grades", "errors", "refused", "messages", "bots"];

test("every key of the page is used", () => {
  const sources = sourcesIn(join(web, "src")).join("\n");
  const unused = [];
  const look = (words, path) => {
    for (const [key, value] of Object.entries(words)) {
      const name = path === "" ? key : `${path}.${key}`;
      if (OPEN.includes(name)) continue;
      if (!new RegExp(`[.{,]\\s*${key}\\b|"${key}"`).test(sources)) unused.push(name);
      if (typeof value === "object" && !Array.isArray(value)) look(value, name);
    }
  };
  look(en, "");
  for (const game of GAMES) look(pageOf(game).words.en.board, "");
  check(unused.length === 0, `not used:\n${unused.join("\n")}`);
});

for (const tag of OTHERS) {
  test(`${tag} has every key of the page and of every game`, () => {
    list(missingKeys(en, languages[tag]));
    for (const game of GAMES) {
      const { words, rules } = pageOf(game);
      list(missingKeys(words.en, words[tag]).map((key) => `${game}: ${key}`));
      check(rules[tag], `${game} has no rules`);
    }
  });

  test(`${tag} has every text of the catalogue`, async () => {
    const { games } = await service.ask("/catalog");
    const missing = [];
    let texts = 0;
    for (const { name, options, bots } of games) {
      const { words } = pageOf(name);
      const want = (text, key) => {
        texts++;
        if (!text) missing.push(`${name}: ${key}`);
      };
      for (const option of options) {
        want(words[tag].options[option.name]?.help, option.name);
        for (const one of ["en", tag]) want(words[one].options[option.name]?.name, option.name);
      }
      for (const bot of bots) {
        const own = { ...languages[tag].bots[bot.name], ...words[tag].bots[bot.name] };
        want(own.summary, bot.name);
        for (const option of bot.options)
          want(own.options?.[option.name], `${bot.name}:${option.name}`);
      }
    }
    list(missing);
    check(texts > 100, `only ${texts} texts`);
  });

  // What no longer is in the catalogue needs no words.
  test(`${tag} has no words for what is not there`, async () => {
    const { games } = await service.ask("/catalog");
    const left = [];
    const known = (words, found, where) => {
      for (const [name, { options = {} }] of Object.entries(words)) {
        const bots = found.filter((bot) => bot.name === name);
        if (bots.length === 0) left.push(`${where}${name}`);
        for (const option of Object.keys(options))
          if (!bots.some((bot) => bot.options.some((other) => other.name === option)))
            left.push(`${where}${name}:${option}`);
      }
    };
    known(languages[tag].bots, games.flatMap((game) => game.bots), "");
    for (const { name, options, bots } of games) {
      const words = pageOf(name).words[tag];
      known(words.bots, bots, `${name}: `);
      for (const option of Object.keys(words.options))
        if (!options.some((other) => other.name === option)) left.push(`${name}: ${option}`);
    }
    check(left.length === 0, `not in the catalogue:\n${left.join("\n")}`);
  });
}

test("a refusal with a key has its words in every other language", async () => {
  const bot = { kind: "bot", bot: "easy" };
  const wrong = [
    { game: "y", players: [bot, bot], clock: "much" },
    { game: "y", players: [bot, bot], options: { size: 99 } },
    { game: "y", players: [{ kind: "bot", bot: "mcts", options: { iterations: 900000000 } }, bot] },
    { record: "no record" },
    { record: "" },
  ];
  const keys = new Set();
  for (const body of wrong) {
    const answer = await fetch(`${service.base}/api/v1/games`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    check(said.key, `no key: ${JSON.stringify(said)}`);
    keys.add(said.key);
    for (const tag of OTHERS) {
      const text = languages[tag].messages[said.key]?.(...said.arguments);
      check(text && !/undefined/.test(text), `${tag}: ${JSON.stringify(said)}: ${text}`);
    }
  }
  for (const tag of OTHERS)
    for (const key of Object.keys(languages[tag].messages))
      check(keys.has(key), `nothing is refused with the key ${key}`);
});

// ---- what is reported of games ----

const bots = (...names) => names.map((bot) => ({ kind: "bot", bot }));

/** All steps of games of bots to their end, by their text. */
async function toldOf(game, options, players, seeds) {
  const told = new Map();
  for (let seed = 1; seed <= seeds; seed++) {
    const { id } = await service.ask("/games", { game, options, players, pace: 0, seed });
    for (;;) {
      const { over, steps } = await service.ask(`/games/${id}`);
      if (over) {
        for (const step of steps) told.set(step.text, step);
        break;
      }
      await pause(20);
    }
  }
  return told;
}

/** The page says in English what the service says, and in other languages something without holes. */
function allTold(game, told, least, events) {
  const english = speechIn("en", () => {});
  const keys = new Set();
  for (const [text, step] of told) {
    check(Array.isArray(step.events), `“${text}” is no event`);
    check(step.events.length > 0 === (text !== ""), `“${text}” and ${step.events.length} events`);
    for (const { key } of step.events) keys.add(key);
    const said = english.told(game, { ...step, text: "no words" });
    check(said === text, `“${text}” is “${said}” on the page`);
    for (const tag of OTHERS) {
      const other = speechIn(tag, () => {}).told(game, { ...step, text: "no words" });
      check(text === "" || other !== text, `“${text}” is the same in ${tag}`);
      check(!/no words|undefined|null/.test(other), `“${text}” has holes in ${tag}: ${other}`);
    }
  }
  check(told.size >= least, `only ${told.size} different sentences`);
  for (const key of Object.keys(pageOf(game).words.en.events))
    check(keys.has(key) || events.includes(key), `nothing happened with the key ${key}`);
}

test("Can't Stop: what happens", async () => {
  allTold("cantstop", await toldOf("cantstop", { players: 2 }, bots("random", "easy"), 12), 150, []);
});

test("Y: what happens", async () => {
  const told = await toldOf("y", { size: 7, pie: 1 }, bots("random", "random"), 20);
  const players = [{ kind: "here" }, { kind: "here" }];
  const { id, key, state } = await service.ask("/games", {
    game: "y",
    options: { size: 7, pie: 1 },
    players,
  });
  let { version } = state;
  for (const move of ["d2", "swap"])
    ({ version } = await service.ask(`/games/${id}/move`, { key, version, move }));
  for (const step of (await service.ask(`/games/${id}`)).steps) told.set(step.text, step);
  allTold("y", told, 30, ["resigned"]);
});

test("Parchís: what happens", async () => {
  const told = new Map([
    ...(await toldOf("parchis", {}, bots("random", "random"), 12)),
    ...(await toldOf("parchis", { rules: "course" }, bots("random", "random"), 6)),
  ]);
  allTold("parchis", told, 500, []);
  const words = [...told.keys()].join("\n");
  for (const part of ["bounced", "trap", "sent home", "took", "completed", "passed", "stayed on"])
    check(words.includes(part), `nobody ${part}: more games are needed`);
});

test("Kittens: what happens, for those who see all and for those who do not", async () => {
  const told = new Map([
    ...(await toldOf("kittens", {}, bots("random", "v2"), 20)),
    ...(await toldOf("kittens", { deck: "official" }, bots("random", "v1"), 4)),
  ]);
  for (let seed = 1; seed <= 8; seed++) {
    const players = [{ kind: "here", name: "Ana" }, ...bots("random")];
    const { id, key } = await service.ask("/games", { game: "kittens", players, pace: 0, seed });
    for (let state; !state?.over;) {
      state = await service.ask(`/games/${id}?key=${key}`);
      const watched = await service.ask(`/games/${id}`);
      for (const step of [...state.steps, ...watched.steps]) told.set(step.text, step);
      const move = state.moves[(seed + state.total) % Math.max(1, state.moves.length)];
      if (move)
        await service
          .ask(`/games/${id}/move`, { key, version: state.version, move })
          .catch(() => {});
      else await pause(10);
    }
  }
  allTold("kittens", told, 25, ["got"]);
  for (const text of ["drew a card", "put the bomb back somewhere", "played see-future"])
    check(told.has(text), `nobody was told "${text}": more games are needed`);
  const looked = [...told.keys()].find((text) => text.startsWith("played see-future, saw "));
  check(looked, "nobody was told what it saw: more games are needed");
});

const failed = await runTests();
await service.drop();
process.exit(failed > 0 ? 1 : 0);
