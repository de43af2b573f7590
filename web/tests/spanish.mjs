// node spanish.mjs TAHUR: whatever the service says in English words has its Spanish. It is asked for
// all it offers, and for what it tells of many games.

import { check, pause, runTests, Service, test } from "./harness.mjs";
import { moduleOf } from "./modules.mjs";
import { GAMES } from "./table.mjs";

const service = await new Service(process.argv[2]).start();

const TOLD = {};
for (const game of GAMES) TOLD[game] = (await moduleOf(`src/games/${game}/told.ts`)).told;
const { serviceText } = await moduleOf("src/words/service.ts");

test("every text of the catalogue has its Spanish", async () => {
  const { games } = await service.ask("/catalog");
  const texts = new Set();
  for (const game of games) {
    texts.add(game.summary);
    for (const option of game.options) texts.add(option.help);
    for (const bot of game.bots) {
      texts.add(bot.summary);
      for (const option of bot.options) texts.add(option.help);
    }
  }
  const missing = [...texts].filter((text) => serviceText(text) === null);
  check(missing.length === 0, `without Spanish:\n${missing.join("\n")}`);
  check(texts.size > 60, `only ${texts.size} texts`);
});

test("every option of a game has its name in both languages", async () => {
  const { en } = await moduleOf("src/words/en.ts");
  const { es } = await moduleOf("src/words/es.ts");
  const { games } = await service.ask("/catalog");
  for (const game of games)
    for (const { name } of game.options)
      for (const words of [en, es]) check(words.setup.optionNames[name], `${game.name}: ${name}`);
});

const bots = (...names) => names.map((bot) => ({ kind: "bot", bot }));

/** Games of bots to their end, and all that is told of them. */
async function toldOf(game, options, players, seeds) {
  const texts = new Set();
  for (let seed = 1; seed <= seeds; seed++) {
    const { id } = await service.ask("/games", { game, options, players, pace: 0, seed });
    for (;;) {
      const { over, steps } = await service.ask(`/games/${id}`);
      if (over) {
        steps.forEach((step) => texts.add(step.text));
        break;
      }
      await pause(20);
    }
  }
  return texts;
}

function allSpanish(game, texts, least) {
  const toldText = TOLD[game];
  const missing = [...texts].filter((text) => toldText(text) === null);
  check(missing.length === 0, `without Spanish:\n${missing.slice(0, 20).join("\n")}`);
  const undone = [...texts].filter((text) => /undefined|null/.test(toldText(text)));
  check(
    undone.length === 0,
    `with holes:\n${undone.map((text) => `${text}: ${toldText(text)}`).join("\n")}`,
  );
  check(texts.size >= least, `only ${texts.size} different sentences`);
}

test("what is told of Can't Stop has its Spanish", async () => {
  allSpanish("cantstop", await toldOf("cantstop", { players: 2 }, bots("random", "easy"), 12), 150);
});

test("what is told of Y has its Spanish", async () => {
  allSpanish("y", await toldOf("y", { size: 7, pie: 1 }, bots("random", "random"), 20), 30);
});

test("what is told of Parchís has its Spanish", async () => {
  const texts = await toldOf("parchis", {}, bots("random", "random"), 12);
  for (const text of await toldOf("parchis", { rules: "course" }, bots("random", "random"), 6))
    texts.add(text);
  allSpanish("parchis", texts, 500);
  const words = [...texts].join("\n");
  for (const part of ["bounced", "trap", "sent home", "took", "completed", "passed", "stayed on"])
    check(words.includes(part), `nobody ${part}: more games are needed`);
});

test("what is told of Kittens has its Spanish, to those who see all and to those who do not", async () => {
  const texts = await toldOf("kittens", {}, bots("random", "v2"), 20);
  for (const text of await toldOf("kittens", { deck: "official" }, bots("random", "v1"), 4))
    texts.add(text);
  for (let seed = 1; seed <= 8; seed++) {
    const players = [{ kind: "here", name: "Ana" }, ...bots("random")];
    const { id, key } = await service.ask("/games", { game: "kittens", players, pace: 0, seed });
    for (let state; !state?.over;) {
      state = await service.ask(`/games/${id}?key=${key}`);
      const watched = await service.ask(`/games/${id}`);
      for (const step of [...state.steps, ...watched.steps]) texts.add(step.text);
      const move = state.moves[(seed + state.total) % Math.max(1, state.moves.length)];
      if (move)
        await service
          .ask(`/games/${id}/move`, { key, version: state.version, move })
          .catch(() => {});
      else await pause(10);
    }
  }
  allSpanish("kittens", texts, 25);
  for (const text of ["drew a card", "put the bomb back somewhere", "played see-future"])
    check(texts.has(text), `nobody was told "${text}": more games are needed`);
  const looked = [...texts].find((text) => text.startsWith("played see-future, saw "));
  check(looked, "nobody was told what it saw: more games are needed");
});

const failed = await runTests();
await service.drop();
process.exit(failed > 0 ? 1 : 0);
