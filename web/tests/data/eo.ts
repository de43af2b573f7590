// A third language of the page, for a test: in one file, and far from complete.

import type { LanguageFile } from "../../src/words/language";

export const eo: LanguageFile = {
  language: "Esperanto",
  page: { motto: "Ludoj de lerteco kaj de bonŝanco", chooseLanguage: "Lingvo" },
  home: { choose: "Kion ni ludu?", setUp: "Pretigi" },
  game: { yourTurnAlone: "Estas via vico" },
  bots: { random: { summary: "ĉiu permesata movo kun la sama probableco" } },
  messages: { clock: (text) => `«${text}» ne estas horloĝo` },
  games: {
    y: {
      motto: "Ligu la tri flankojn.",
      board: { turn: (name: string) => `${name} movas` },
      events: { played: ({ cell }: { cell: string }) => `metis sur ${cell}` },
      options: { size: { name: "Grandeco", help: "ĉeloj de flanko" } },
    },
  },
  rules: { y: "## La celo\nLigu la *tri* flankojn.\n" },
};
