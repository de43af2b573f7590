// Keys for the whole page. A board, a field or a button that wants a key has it first.

import { useEffect } from "preact/hooks";

export type Keys = Record<string, (() => void) | null | undefined>;

const FIELDS = "input, select, textarea, [contenteditable]";
const OWN_ARROWS = ".board, [role=grid], [role=slider], .moves";

export function useKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]")) return;
      const target = event.target as Element;
      if (target.closest(FIELDS)) return;
      const arrow = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
      if (arrow && target.closest(OWN_ARROWS)) return;
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
