// The frame of a small picture of a game.

import type { ComponentChildren } from "preact";

export function Picture({ children }: { children: ComponentChildren }) {
  return (
    <svg class="emblem" viewBox="0 0 100 100" aria-hidden="true">
      {children}
    </svg>
  );
}
