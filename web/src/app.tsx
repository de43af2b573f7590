// The frame around all views: which one the address means, languages, keys.

import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "./game/keys";
import { GameView } from "./game/view";
import { Home } from "./home/home";
import { Dialog } from "./parts/dialog";
import { useGuard } from "./parts/guard";
import { Nowhere } from "./parts/nowhere";
import { follow, useRoute } from "./route";
import type { Route } from "./route";
import { RulesPage } from "./rules/rules";
import type { Theme } from "./store";
import { setTheme, theme, THEMES } from "./theme";
import { languageName, LANGUAGES, pageWords } from "./words/languages";
import { SpeechProvider, useSpeech } from "./words/words";

function View({ route }: { route: Route }) {
  switch (route.view) {
    case "home":
      return <Home />;
    case "game":
      return <GameView key={route.id} id={route.id} seatKey={route.key} />;
    case "rules":
      return <RulesPage game={route.game} />;
    case "nowhere":
      return <Nowhere />;
  }
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const { words } = useSpeech();
  return (
    <Dialog title={words.keys.title} onClose={onClose}>
      <dl class="keys">
        {words.keys.rows.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The other language; where there are more, a list. */
function LanguageSwitch() {
  const { words, language, setLanguage } = useSpeech();
  const others = LANGUAGES.filter((tag) => tag !== language);
  if (others.length === 1)
    return (
      <button
        type="button"
        class="quiet"
        lang={others[0]}
        aria-label={pageWords(others[0]).page.switchToThis}
        onClick={() => setLanguage(others[0])}
      >
        {languageName(others[0])}
      </button>
    );
  return (
    <select
      class="quiet language-switch"
      aria-label={words.page.chooseLanguage}
      value={language}
      onChange={(event) => setLanguage(event.currentTarget.value)}
    >
      {LANGUAGES.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {languageName(tag)}
        </option>
      ))}
    </select>
  );
}

function ThemeSwitch() {
  const { words } = useSpeech();
  const [chosen, setChosen] = useState(theme);
  return (
    <select
      class="quiet theme-switch"
      aria-label={words.page.theme}
      title={words.page.theme}
      value={chosen}
      onChange={(event) => {
        const wanted = event.currentTarget.value as Theme;
        setTheme(wanted);
        setChosen(wanted);
      }}
    >
      {THEMES.map((name) => (
        <option key={name} value={name}>
          {words.page.themes[name]}
        </option>
      ))}
    </select>
  );
}

function Frame() {
  const { words } = useSpeech();
  const route = useRoute();
  const [keys, setKeys] = useState(false);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useKeys({ "?": () => setKeys(true) });

  // A new view begins at its top, for a reader of the screen too.
  const view = route.view === "game" ? route.id : route.view === "rules" ? route.game : route.view;
  useGuard("page", view);
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [view]);

  return (
    <div class="frame" onClick={follow}>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {words.page.skip}
      </a>
      <header class="top">
        <a class="brand" href="/" aria-label={words.page.home}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>tahur</span>
        </a>
        <span class="top-motto">{words.page.motto}</span>
        <button type="button" class="quiet keys-button" onClick={() => setKeys(true)}>
          {words.page.keys}
        </button>
        <ThemeSwitch />
        <LanguageSwitch />
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        <View route={route} />
      </main>
      <footer class="bottom">{words.page.local}</footer>
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
    </div>
  );
}

export function App() {
  return (
    <SpeechProvider>
      <Frame />
    </SpeechProvider>
  );
}
