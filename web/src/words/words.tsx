// The language of the page: what the person chose, else what the browser asks for.

import { createContext } from "preact";
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { BotWords, GameEvent, GameWords, OptionWords } from "../games/game_page";
import { knownGame, pageOf } from "../games/games";
import type { BotEntry, GameName, Option, Step } from "../messages";
import { changeSettings, settings } from "../store";
import type { Words } from "./en";
import { gameWords, LANGUAGES, pageWords } from "./languages";

export function preferredLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0];
    if (LANGUAGES.includes(language)) return language;
  }
  return "en";
}

export interface Speech {
  language: string;
  words: Words;
  /** What happened, by the events of the service; else as it says it itself, in English. */
  told: (game: GameName, step: Step) => string;
  game: (name: GameName) => GameWords;
  /** The `lang` of what the service says of a game that has no folder, in a page in another language. */
  foreign: (name: GameName) => "en" | undefined;
  /** Of a bot, or with null of the game itself. */
  option: (game: GameName, bot: string | null, option: Option) => Required<OptionWords>;
  bot: (game: GameName, bot: BotEntry) => Required<Omit<BotWords, "options">>;
  percent: (chance: number, digits?: number) => string;
  setLanguage: (language: string) => void;
}

/** A game without a folder is described as the service does it. */
function plainWords(name: GameName): GameWords {
  const { title, summary } = knownGame(name);
  const motto = summary === "" ? "" : `${summary[0].toUpperCase()}${summary.slice(1)}.`;
  return { title, motto, board: null, move: (move) => move, events: {}, options: {}, bots: {} };
}

/** Null: one of the events has no words. */
function eventsText(words: GameWords, events: GameEvent[]): string | null {
  const parts: string[] = [];
  for (const event of events) {
    const say = words.events[event.key];
    if (!say) return null;
    parts.push(say(event as never));
  }
  return parts.join(", ");
}

/** The words of a page in this language. */
export function speechIn(language: string, setLanguage: (language: string) => void): Speech {
  const words = pageWords(language);
  const game = (name: GameName) => gameWords(language, name) ?? plainWords(name);
  const botWords = (name: GameName, bot: string): BotWords => ({
    ...words.bots[bot],
    ...game(name).bots[bot],
  });
  return {
    language,
    words,
    told: (name, step) => (step.events && eventsText(game(name), step.events)) ?? step.text,
    game,
    foreign: (name) => (language === "en" || pageOf(name) ? undefined : "en"),
    option: (name, bot, option) => {
      const own = bot === null ? game(name).options[option.name] : undefined;
      const help = bot === null ? own?.help : botWords(name, bot).options?.[option.name];
      return {
        name: own?.name ?? option.name,
        help: help ?? option.help,
        values: own?.values ?? {},
      };
    },
    bot: (name, { name: bot, summary }) => {
      const own = botWords(name, bot);
      return { name: own.name ?? bot, summary: own.summary ?? summary };
    },
    percent: (chance, digits = 0) => {
      const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return `${(100 * chance).toLocaleString(language, places)}\u00a0%`;
    },
    setLanguage,
  };
}

const SpeechContext = createContext<Speech>(speechIn("en", () => {}));

export function SpeechProvider({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState<string>(() =>
    preferredLanguage([settings().language ?? "", ...navigator.languages]),
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (chosen: string) => {
    changeSettings({ language: chosen });
    setLanguage(chosen);
  };
  return (
    <SpeechContext.Provider value={speechIn(language, choose)}>{children}</SpeechContext.Provider>
  );
}

export function useSpeech(): Speech {
  return useContext(SpeechContext);
}
