// Nothing on the screen is English when the page is Spanish: words that stand in the English
// dictionaries, or in what the service tells, and in no Spanish one.

import { check } from "./harness.mjs";
import { moduleOf } from "./modules.mjs";
import { GAMES } from "./table.mjs";

const WORD = /[a-záéíóúüñ]{3,}/g;
// Names of things that are the same in both, and words that Spanish has as well.
const NAMES = ["ana", "luis", "tahur", "bot", "bots", "parchís"];

const LEVELS = /^(easy|medium|hard)$/;
const SPEC = /[\w-]+:[\w-]+=\S*/g; // a bot with its options

/** All texts of a dictionary; of functions those that stand in their source. */
function textsOf(words) {
  if (typeof words === "string") return [words];
  if (typeof words === "function")
    return [...String(words).matchAll(/`([^`]*)`|"([^"]*)"/g)].map(([, a, b]) =>
      (a ?? b).replace(/\$\{[^}]*\}/g, " "),
    );
  if (typeof words === "object" && words !== null) return Object.values(words).flatMap(textsOf);
  return [];
}

const wordsOf = (texts) => new Set(texts.join(" ").toLowerCase().match(WORD) ?? []);

/** English words that no Spanish text has. */
export async function englishWords(service) {
  const { en } = await moduleOf("src/words/en.ts");
  const { es } = await moduleOf("src/words/es.ts");
  const { pageOf } = await moduleOf("src/games/games.ts");
  const { speechIn } = await moduleOf("src/words/words.tsx");
  const dictionaries = [[en, es], ...GAMES.map((game) => [pageOf(game).words.en, pageOf(game).words.es])];
  const { games } = await service.ask("/catalog");
  const help = games.flatMap((game) => [
    game.summary,
    ...[game, ...game.bots].flatMap((one) => one.options.map((option) => option.help)),
    ...game.bots.map((bot) => bot.summary),
  ]);
  const english = wordsOf([...dictionaries.flatMap(([en]) => textsOf(en)), ...help]);
  const spanish = wordsOf([
    ...dictionaries.flatMap(([, es]) => textsOf(es)),
    ...games.flatMap((game) => game.bots.map((bot) => bot.name)).filter((name) => !LEVELS.test(name)),
    ...NAMES,
  ]);
  const speech = speechIn("es", () => {});
  /** What was reported of a game counts as well. */
  const tells = (game, steps) => {
    for (const word of wordsOf(steps.map((step) => speech.told(game, { ...step, text: "" }))))
      spanish.add(word);
    for (const word of wordsOf(steps.map(({ text }) => text))) english.add(word);
    for (const word of spanish) english.delete(word);
  };
  tells("y", []);
  check(english.size > 400, `only ${english.size} English words are known`);
  return { english, tells };
}

/** What can be read or heard on a page, but for what is said to be of another language. */
export async function readable(page) {
  return page.evaluate(() => {
    const texts = [document.title];
    const skip = "[lang]:not(html), code, option, script, style, noscript, input[readonly]";
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent);
      if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skip)) return;
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"])
        if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
      node.childNodes.forEach(walk);
    };
    walk(document.body);
    return texts;
  });
}

export async function checkSpanish(page, { english }, where) {
  check((await page.getAttribute("html", "lang")) === "es", "the page does not say it is Spanish");
  for (const text of await readable(page)) {
    const left = [...wordsOf([text.replace(SPEC, "")])].filter((word) => english.has(word));
    check(left.length === 0, `${where}: “${text}” is English: ${left.join(", ")}`);
  }
}
