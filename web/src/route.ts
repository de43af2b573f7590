// Which view an address means. The key of a seat stands behind #, so that no server ever gets to see
// it in a path.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "./messages";

export type Route =
  | { view: "home" }
  | { view: "game"; id: string; key: string | null }
  | { view: "rules"; game: GameName }
  | { view: "nowhere" };

export function readRoute(path: string, hash: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { view: "home" };
  if (parts.length !== 2) return { view: "nowhere" };
  if (parts[0] === "g") return { view: "game", id: parts[1], key: hash.slice(1) || null };
  if (parts[0] === "rules") return { view: "rules", game: parts[1] };
  return { view: "nowhere" };
}

const listeners = new Set<() => void>();

// What lies over a view has an entry of its own in the history, so that Back closes it.
interface Stop {
  id: number;
  onBack: () => void;
}
const stops: Stop[] = [];
let lastStop = 0;
let leaving: (() => void)[] | null = null; // while an entry is left: what waits for that

function isAt(stop: Stop): boolean {
  return history.state?.stop === stop.id;
}

function passed(): void {
  const waiting = leaving ?? [];
  leaving = null;
  const top: Stop | undefined = stops[stops.length - 1];
  if (top && !isAt(top)) {
    stops.pop();
    top.onBack();
  }
  waiting.forEach((go) => go());
}

/** Back calls `onBack` once instead of leaving the view. The result ends that: it was closed otherwise. */
export function stopBack(onBack: () => void): () => void {
  const stop = { id: Date.now() + ++lastStop, onBack };
  let ended = false;
  const begin = () => {
    if (ended) return;
    stops.push(stop);
    history.pushState({ stop: stop.id }, "");
  };
  window.addEventListener("popstate", passed);
  if (leaving) leaving.push(begin);
  else begin();
  return () => {
    ended = true;
    const place = stops.indexOf(stop);
    if (place < 0) return; // Back was it
    stops.splice(place, 1);
    if (!isAt(stop)) return; // another view took its entry
    leaving = [];
    history.back();
  };
}

/** `news`: something to be told once where it leads, and not again when somebody comes back. */
export function go(address: string, news = false): void {
  if (leaving) {
    leaving.push(() => go(address, news));
    return;
  }
  const state = news ? { news } : null;
  const top: Stop | undefined = stops[stops.length - 1];
  if (top && isAt(top)) history.replaceState(state, "", address);
  else history.pushState(state, "", address);
  window.scrollTo(0, 0);
  listeners.forEach((listen) => listen());
}

export function takeNews(): boolean {
  const news = history.state?.news === true;
  if (news) history.replaceState(null, "");
  return news;
}

export function gameAddress(id: string, key: string | null): string {
  return key === null ? `/g/${id}` : `/g/${id}#${key}`;
}

export function useRoute(): Route {
  const read = () => readRoute(location.pathname, location.hash);
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const listen = () => setRoute(read());
    listeners.add(listen);
    window.addEventListener("popstate", listen);
    window.addEventListener("hashchange", listen);
    return () => {
      listeners.delete(listen);
      window.removeEventListener("popstate", listen);
      window.removeEventListener("hashchange", listen);
    };
  }, []);
  return route;
}

/** Links go without loading the page anew; whoever holds a key down wants something else. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
