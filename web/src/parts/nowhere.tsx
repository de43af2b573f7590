// An address where nothing is.

import { useEffect } from "preact/hooks";
import { useSpeech } from "../words/words";

export function Nowhere() {
  const { words } = useSpeech();
  useEffect(() => {
    document.title = `tahur · ${words.page.nowhere}`;
  }, [words]);
  return (
    <div class="nowhere">
      <h1>{words.page.nowhere}</h1>
      <a class="button" href="/">
        {words.page.toHome}
      </a>
    </div>
  );
}
