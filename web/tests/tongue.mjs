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
export async function englishWords(told) {
  const dictionaries = [
    [(await moduleOf("src/words/en.ts")).en, (await moduleOf("src/words/es.ts")).es],
  ];
  for (const board of GAMES) {
    const { en } = await moduleOf(`src/games/${board}/en.ts`);
    const { es } = await moduleOf(`src/games/${board}/es.ts`);
    dictionaries.push([en, es]);
  }
  const known = [];
  for (const game of GAMES) known.push((await moduleOf(`src/games/${game}/told.ts`)).told);
  const toldText = (text) => known.map((told) => told(text)).find((said) => said !== null);
  const { serviceText } = await moduleOf("src/words/service.ts");
  const { games } = await told.ask("/catalog");
  const help = games.flatMap((game) => [
    game.summary,
    ...[game, ...game.bots].flatMap((one) => one.options.map((option) => option.help)),
    ...game.bots.map((bot) => bot.summary),
  ]);
  const english = wordsOf([...dictionaries.flatMap(([en]) => textsOf(en)), ...help]);
  const spanish = wordsOf([
    ...dictionaries.flatMap(([, es]) => textsOf(es)),
    ...help.map((text) => serviceText(text) ?? ""),
    ...games.flatMap((game) => game.bots.map((bot) => bot.name)).filter((name) => !LEVELS.test(name)),
    ...NAMES,
  ]);
  const tells = (texts) => {
    for (const word of wordsOf(texts.map((text) => toldText(text) ?? ""))) spanish.add(word);
    for (const word of wordsOf(texts)) english.add(word);
    for (const word of spanish) english.delete(word);
  };
  tells([]);
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
