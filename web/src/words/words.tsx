// The language of the page: what the person chose, else what the browser asks for.

import { createContext } from "preact";
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Language } from "../boards/props";
import { GAME_PAGES } from "../games/games";
import type { GameWords } from "../games/game_page";
import type { GameName } from "../messages";
import { changeSettings, settings } from "../store";
import { en } from "./en";
import type { Words } from "./en";
import { es } from "./es";
import { serviceText } from "./service";

const DICTIONARIES: Record<Language, Words> = { en, es };

export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0];
    if (language === "en" || language === "es") return language;
  }
  return "en";
}

export interface Speech {
  language: Language;
  words: Words;
  /** What happened, as the service tells it. */
  told: (game: GameName, text: string) => string;
  game: (name: GameName) => GameWords;
  /** Other sentences of the service: help, summaries, errors. */
  said: (text: string) => string;
  percent: (chance: number, digits?: number) => string;
  setLanguage: (language: Language) => void;
}

function speech(language: Language, setLanguage: (language: Language) => void): Speech {
  return {
    language,
    words: DICTIONARIES[language],
    told: (game, text) => GAME_PAGES[game].words[language].told?.(text) ?? text,
    game: (name) => GAME_PAGES[name].words[language],
    said: (text) => (language === "en" ? text : (serviceText(text) ?? text)),
    percent: (chance, digits = 0) => {
      const number = (100 * chance).toFixed(digits);
      return `${language === "es" ? number.replace(".", ",") : number}\u00a0%`;
    },
    setLanguage,
  };
}

const SpeechContext = createContext<Speech>(speech("en", () => {}));

export function SpeechProvider({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState<Language>(
    () => settings().language ?? preferredLanguage(navigator.languages),
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (chosen: Language) => {
    changeSettings({ language: chosen });
    setLanguage(chosen);
  };
  return (
    <SpeechContext.Provider value={speech(language, choose)}>{children}</SpeechContext.Provider>
  );
}

export function useSpeech(): Speech {
  return useContext(SpeechContext);
}
