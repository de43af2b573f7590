// The access token of a service that others can reach: the service keeps it as a cookie once it has
// come in an address.

import { useState } from "preact/hooks";
import { useSpeech } from "../words/words";

export function TokenForm() {
  const { words } = useSpeech();
  const [token, setToken] = useState("");
  const wrong = new URLSearchParams(location.search).has("token");
  const send = (event: Event) => {
    event.preventDefault();
    // The key of a seat, behind #, stays where it is.
    const query = `?token=${encodeURIComponent(token.trim())}`;
    location.assign(location.pathname + query + location.hash);
  };
  return (
    <form class="token" onSubmit={send}>
      <h1>{words.token.title}</h1>
      <p>{words.token.text}</p>
      {wrong && (
        <p class="trouble" role="alert">
          {words.token.wrong}
        </p>
      )}
      <label for="token">{words.token.label}</label>
      <input
        id="token"
        type="password"
        autoComplete="current-password"
        required
        value={token}
        onInput={(event) => setToken(event.currentTarget.value)}
      />
      <button type="submit" class="main">
        {words.token.send}
      </button>
    </form>
  );
}
