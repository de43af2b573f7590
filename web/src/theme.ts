// Light or dark, as somebody wants it on this page; else as the system has it.

import { changeSettings, settings } from "./store";
import type { Theme } from "./store";

export const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function theme(): Theme {
  const kept = settings().theme;
  return THEMES.includes(kept) ? kept : "system";
}

/** Before the first paint, so that no page flashes. */
export function showTheme(): void {
  const chosen = theme();
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

export function setTheme(chosen: Theme): void {
  changeSettings({ theme: chosen });
  showTheme();
}
