// A game that cannot be shown, and why.

import type { ServiceError } from "../api";
import { gameAddress } from "../route";
import { TokenForm } from "../parts/token";
import { forgetGame } from "../store";
import { useSpeech } from "../words/words";
import { useEffect } from "preact/hooks";

export function Gone({ id, error }: { id: string; error: ServiceError }) {
  const { words } = useSpeech();
  useEffect(() => {
    if (error.code === "no-such-game") forgetGame(id);
  }, [id, error]);
  if (error.code === "token") return <TokenForm />;
  return (
    <div class="nowhere">
      {error.code === "no-such-key" ? (
        <>
          <h1>{words.game.noKey}</h1>
          <a class="button main" href={gameAddress(id, null)}>
            {words.game.watchInstead}
          </a>
        </>
      ) : (
        <>
          <h1>{words.game.gone}</h1>
          <p>{words.game.goneHelp}</p>
        </>
      )}
      <a class="button" href="/">
        {words.page.toHome}
      </a>
    </div>
  );
}
