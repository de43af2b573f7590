// Requests to the service: docs/api.md.

import type { Catalog, PaceChange, PresenceMessage, StateMessage, Thoughts } from "./messages";
import type { Review } from "./review/types";

export class ServiceError extends Error {
  /** One of docs/api.md, or "away" when the service did not answer at all. */
  constructor(
    readonly code: string,
    sentence: string,
    /** The sentence as data, where it has a key. */
    readonly key: string | null = null,
    readonly given: string[] = [],
  ) {
    super(sentence);
  }
}

async function request<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(
      `/api/v1${path}`,
      body && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal,
      },
    );
  } catch {
    throw new ServiceError("away", "the service does not answer");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new ServiceError(
      said.code ?? "away",
      said.error ?? answer.statusText,
      said.key ?? null,
      said.arguments ?? [],
    );
  return said as T;
}

function withKey(key: string | null, seat?: number): string {
  const own = key === null ? "" : `?key=${encodeURIComponent(key)}`;
  return seat === undefined ? own : `${own}${own ? "&" : "?"}seat=${seat}`;
}

export interface Seat {
  kind: "here" | "link" | "bot";
  name?: string;
  bot?: string;
  options?: Record<string, string | number>;
}

export interface NewGame {
  game?: string;
  options?: Record<string, string | number>;
  record?: string;
  step?: number; // of the record: the game goes on from there
  players?: Seat[];
  clock?: string;
  pace?: number;
  seed?: number;
  hints?: boolean; // offers hints and thoughts to all people
}

export interface Created {
  id: string;
  key: string;
  links: { seat: number; key: string }[];
  state: StateMessage;
}

export interface Hint {
  move: string;
  chance: number | null;
  bot: string;
}

let catalogue: Promise<Catalog> | null = null;

export function catalog(): Promise<Catalog> {
  catalogue ??= request<Catalog>("/catalog").catch((error) => {
    catalogue = null; // the next one asks again
    throw error;
  });
  return catalogue;
}

/** What the service has to say of a game to players, in English, with the options of this spec; null: nothing. */
export function gameRules(spec: string) {
  const [, game, options] = /^([^:]*):?(.*)$/s.exec(spec)!;
  return request<{ title: string; rules: string | null }>(
    `/rules/${encodeURIComponent(game)}` +
      (options && `?options=${encodeURIComponent(options)}`),
  );
}

/** What links for others need. */
export interface Invitation {
  addresses: string[];
  token: string | null;
}

export const invitation = () => request<Invitation>("/invitation");

export const createGame = (game: NewGame) => request<Created>("/games", game);

/** Requests for one game, with the key that whoever asks holds. */
export function gameApi(id: string, key: string | null) {
  const path = `/games/${encodeURIComponent(id)}`;
  const own = key === null ? {} : { key };
  const post = <T>(verb: string, body: object = {}, signal?: AbortSignal) =>
    request<T>(`${path}/${verb}`, { ...own, ...body }, signal);
  return {
    now: () => request<StateMessage>(path + withKey(key)),
    /** With a seat: as that one of the key's seats sees it. */
    at: (step: number, seat?: number) =>
      request<StateMessage>(`${path}/at/${step}${withKey(key, seat)}`),
    move: (version: number, move: string) => post<StateMessage>("move", { version, move }),
    undo: (version: number) => post<StateMessage>("undo", { version }),
    /** The answer to a request to take a move back. */
    takeback: (version: number, grant: boolean) =>
      post<StateMessage>("takeback", { version, grant }),
    agree: () => post<StateMessage>("agree"),
    resign: (seat: number) => post<StateMessage>("resign", { seat }),
    switchSeats: () => post<StateMessage>("switch"),
    again: () => post<Created>("again"),
    /** What is not given stays as it is. */
    pace: (change: PaceChange) => post<StateMessage>("pace", change),
    hint: () => post<Hint>("hint"),
    /** The service stops thinking when it is aborted. */
    think: (step?: number, signal?: AbortSignal) =>
      post<Thoughts>("think", step === undefined ? {} : { step }, signal),
    review: () => post<Review>("review"),
    /** The position after so many steps and then these moves. */
    line: (step: number, moves: string[]) => post<StateMessage>("line", { step, moves }),
    record: async () => {
      const answer = await fetch(`/api/v1${path}/record`).catch(() => null);
      if (!answer?.ok) throw new ServiceError("away", "the service does not answer");
      return answer.text();
    },
    /** Anybody may have it when it can be had: no key in an address that is saved or passed on. */
    recordAddress: `/api/v1${path}/record`,
    eventsAddress: `/api/v1${path}/events${withKey(key)}`,
  };
}

export type GameApi = ReturnType<typeof gameApi>;

export interface Watcher {
  onState: (message: StateMessage) => void;
  onPresence: (message: PresenceMessage) => void;
  onReview: (progress: { done: number; of: number }) => void;
  onConnected: (connected: boolean) => void;
  onGone: (error: ServiceError) => void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;

/**
 * Follows a game live until the function it returns is called. A browser gives an event source up for
 * good when the service answers with an error, as it does while it is starting; so each is closed at
 * its first fault and another is opened, after ever longer pauses.
 */
export function watchGame(api: GameApi, watcher: Watcher): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  let pause = FIRST_PAUSE;
  let ended = false;

  const open = () => {
    source = new EventSource(api.eventsAddress);
    source.addEventListener("open", () => {
      pause = FIRST_PAUSE;
      watcher.onConnected(true);
    });
    source.addEventListener("state", (event) => {
      watcher.onConnected(true);
      watcher.onState(JSON.parse(event.data));
    });
    source.addEventListener("presence", (event) => watcher.onPresence(JSON.parse(event.data)));
    source.addEventListener("review", (event) => watcher.onReview(JSON.parse(event.data)));
    source.addEventListener("error", () => void lost());
  };

  // An event source does not tell why it failed: a plain request does.
  const lost = async () => {
    source?.close();
    if (ended) return;
    watcher.onConnected(false);
    try {
      const message = await api.now();
      if (!ended) watcher.onState(message);
    } catch (error) {
      const why = error as ServiceError;
      if (["no-such-game", "no-such-key", "token"].includes(why.code)) {
        if (!ended) watcher.onGone(why);
        return;
      }
    }
    if (ended) return;
    timer = window.setTimeout(open, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };

  open();
  return () => {
    ended = true;
    source?.close();
    window.clearTimeout(timer);
  };
}
