// A game: board, players, what can be done, what has happened.

import { useEffect, useRef, useState } from "preact/hooks";
import { catalog, ServiceError } from "../api";
import type { Hint } from "../api";
import type { PaceChange, StateMessage } from "../messages";
import { useGuard } from "../parts/guard";
import { Trouble } from "../parts/trouble";
import { tryAgain } from "../review/again";
import { useLine } from "../review/line";
import { LineBar } from "../review/line_bar";
import { ReviewPanel } from "../review/review";
import { mistakesOf } from "../review/types";
import type { Review } from "../review/types";
import { enterGame } from "../home/start";
import { gameAddress, go, takeNews } from "../route";
import { learnGame } from "../games/games";
import { RulesDialog } from "../rules/rules";
import { keepGame, keptGame } from "../store";
import { useSpeech } from "../words/words";
import { Actions } from "./actions";
import { Board } from "./board";
import { Curtain, curtainFor, LastLook, useFarewell } from "./curtain";
import { Gone } from "./gone";
import { useHistory } from "./history";
import { useKeys } from "./keys";
import { useLive, wantsMotion } from "./live";
import { Moves, Stepper } from "./moves";
import { Notices } from "./notices";
import { Players } from "./players";
import { ShareDialog } from "./share";
import { nameOf } from "./names";
import { pastText, statusText } from "./status";
import { useThinking } from "./thinking";
import { ThoughtsPanel } from "./thoughts";
import { Watching } from "./watching";

/** Whether the game hides cards, of which the page would not know. */
function useHidden(message: StateMessage | null): boolean {
  const [hidden, setHidden] = useState<string[]>([]);
  useEffect(() => {
    catalog().then(
      ({ games }) => setHidden(games.filter((game) => game.hidden).map((game) => game.name)),
      () => {},
    );
  }, []);
  return message !== null && hidden.includes(message.game);
}

/** This browser's list of games follows what it sees. */
function useKept(id: string, key: string | null, message: StateMessage | null): void {
  const names = message?.players.map((player) => player.name).join("\n");
  const over = message?.over != null;
  useEffect(() => {
    if (!message || key === null) return;
    const kept = keptGame(id);
    keepGame({
      id,
      key,
      game: message.game,
      names: message.players.map((player) => player.name),
      links: kept?.links ?? [],
      seen: kept && kept.over === over && kept.names.join("\n") === names ? kept.seen : Date.now(),
      over,
    });
  }, [id, key, names, over]);
}

/** Whether a click was for a position that the game has left since: nobody has to hear of that. */
function isLate(error: unknown, seen: StateMessage | null, latest: StateMessage | null): boolean {
  if (!(error instanceof ServiceError) || error.code !== "not-now") return false;
  return latest?.version !== seen?.version;
}

/** Another text for whatever else a click on the board would mean. */
function boardKey(now: StateMessage, more: unknown[]): string {
  return [now.total, now.seat, now.turn, now.moves.join(), ...more].join(" ");
}

export function GameView({ id, seatKey }: { id: string; seatKey: string | null }) {
  const { words, percent, game } = useSpeech();
  const live = useLive(id, seatKey);
  const { api } = live;
  const history = useHistory(api, live.frame);
  const now = live.frame?.message ?? null;
  if (now) learnGame(now.game, now.title);
  const thinking = useThinking(api, now, history.at, live.connected);
  const line = useLine(api, history.at);
  const hidden = useHidden(now);
  useKept(id, seatKey, now);
  const [hint, setHint] = useState<Hint | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState<"share" | "rules" | null>(() => (takeNews() ? "share" : null));
  const [reviewed, setReviewed] = useState(false);
  const [review, setReview] = useState<Review | null>(null);
  const [best, setBest] = useState<string | null>(null); // of the position that is looked at, by the review
  const [opened, setOpened] = useState<number | null>(null); // whose cards may be seen
  const farewell = useFarewell(api, live.frame, hidden ? opened : null);

  useEffect(() => setHint(null), [now?.version, id]);
  // What is heard of the service says that it answers again.
  useEffect(() => {
    if (live.connected)
      setTrouble((before: unknown) =>
        before instanceof ServiceError && before.code === "away" ? null : before,
      );
  }, [live.connected, now]);
  // Whoever played to the end by keyboard goes on from the result, not from the top of the page.
  const ended = now === null ? null : now.over !== null;
  const ran = useRef(false);
  useEffect(() => {
    const focus = document.activeElement;
    if (ended && ran.current && (!focus || focus === document.body || focus.closest(".board")))
      status.current?.focus({ preventScroll: true });
    ran.current = ended === false;
  }, [ended]);
  useEffect(() => {
    setReviewed(false);
    setReview(null);
    setBest(null);
    setOpened(null);
    setTrouble(null);
  }, [id]);
  useEffect(() => {
    if (now) document.title = `${statusText(now, words)} · ${game(now.game).title}`;
  }, [now, words]);

  // One request at a time; what came of it is shown as if it had come by itself.
  const act = async (what: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      await what();
    } catch (error) {
      const latest = await api.now().catch(() => null);
      if (latest) live.receive(latest);
      if (!isLate(error, now, latest)) setTrouble(error);
    }
    setBusy(false);
  };
  const change = (what: () => Promise<StateMessage>) => act(async () => live.receive(await what()));

  // One after another; none is dropped while another request is under way.
  const paces = useRef<Promise<unknown>>(Promise.resolve());
  const setPace = (what: PaceChange) => {
    paces.current = paces.current.then(() => api.pace(what)).then(live.receive, setTrouble);
  };
  const watching =
    now !== null && !now.over && now.players.every((player) => player.kind === "bot");
  const undo = () => now && change(() => api.undo(now.version));
  const askHint = () => act(async () => setHint(await api.hint()));
  const again = () =>
    act(async () => {
      const next = await api.again();
      const to = (next as unknown as StateMessage).next ?? next.id;
      // The keys are those of this game, and so are the links of the other seats.
      const kept = keptGame(id);
      if (kept && !keptGame(to)) keepGame({ ...kept, id: to, seen: Date.now(), over: false });
      go(gameAddress(to, seatKey));
    });
  const step = history.at ?? now?.total ?? 0;
  // From the review to a position: on a small screen the board may be far above.
  const board = useRef<HTMLDivElement>(null);
  const showBoard = () => {
    const box = board.current?.getBoundingClientRect();
    if (box && box.bottom < 200)
      board.current!.scrollIntoView({
        block: "start",
        behavior: wantsMotion() ? "smooth" : "auto",
      });
  };
  const showAt = (to: number | null) => {
    history.go(to);
    showBoard();
  };
  const hasLine = line.frame !== null;
  useEffect(() => {
    if (hasLine) showBoard();
  }, [hasLine]);
  useKeys({
    ArrowLeft: now && (() => history.go(step - 1)),
    ArrowRight: now && (() => history.go(step + 1)),
    Home: now && (() => history.go(0)),
    End: now && (() => history.go(null)),
    Escape: () => {
      live.skip();
      setHint(null);
    },
    u: now?.can.undo && history.at === null ? undo : null,
    h: now?.can.hint && history.at === null ? askHint : null,
    t: now?.hints === "allowed" ? thinking.toggle : null,
    p: now?.owner && watching ? () => setPace({ paused: !now.paused }) : null,
    r: () => setOpen("rules"),
  });

  const frame = line.frame ?? history.frame ?? live.frame;
  const past = history.at !== null;
  const behind = now && frame && curtainFor(now, frame.message, hidden);
  const closed = behind !== null && behind !== opened;
  useGuard("board", now && boardKey(now, [history.at, closed, farewell.seat]));
  useGuard("page", now === null ? null : now.over !== null);

  if (live.gone) return <Gone id={id} error={live.gone} />;
  if (!live.frame || !frame || !now) return <p class="loading">{words.page.working}</p>;

  return (
    <div class={`game game-${now.game}`}>
      <h1 class="visually-hidden">{game(now.game).title}</h1>
      <div class="game-top">
        <Players frame={frame} live={live.frame} />
        <p
          class={`status ${now.over ? "over" : !past && now.moves.length > 0 ? "yours" : ""}`}
          role="status"
          tabIndex={-1}
          ref={status}
        >
          {history.frame ? pastText(history.frame.message, words) : statusText(now, words)}
        </p>
        {line.frame && <LineBar line={line} game={now.game} />}
        {past && !line.frame && (
          <div class="past-bar">
            <span>{words.moves.looking(history.at!, now.total)}</span>
            <button type="button" onClick={() => history.go(null)}>
              {words.moves.live}
            </button>
          </div>
        )}
      </div>
      <div
        class="game-board"
        ref={board}
        onClick={() => live.frame!.motion > 0 && !now.asks && live.skip()}
      >
        {closed && farewell.seat !== null && !past ? (
          <LastLook
            frame={farewell.frame}
            name={nameOf(now, farewell.seat, words)}
            onDone={() => setOpened(null)}
          />
        ) : closed ? (
          <Curtain name={nameOf(now, behind, words)} onOpen={() => setOpened(behind)} />
        ) : (
          <Board
            frame={frame}
            moves={past || busy ? [] : now.moves}
            onMove={(move) => void change(() => api.move(now.version, move))}
            thoughts={line.frame ? null : thinking.thoughts}
            hint={line.frame ? null : past ? best : (hint?.move ?? null)}
          />
        )}
      </div>
      <div class="game-side">
        <Actions
          message={now}
          api={api}
          live={!past}
          busy={busy}
          thinking={thinking.on}
          onUndo={undo}
          onHint={askHint}
          onThink={thinking.toggle}
          onResign={() => change(() => api.resign(now.seat ?? 0))}
          onSwitch={() => change(api.switchSeats)}
          onAgain={again}
          onShare={() => setOpen("share")}
          onRules={() => setOpen("rules")}
        />
        <Notices
          message={now}
          busy={busy}
          onAnswer={(grant) => change(() => api.takeback(now.version, grant))}
          onAgree={() => change(api.agree)}
        />
        {now.seeded && !now.over && now.players.some((p) => p.kind === "person" && !p.here) && (
          <p class="advice seeded" role="note">
            {words.game.seeded}
          </p>
        )}
        {hint && !closed && (
          <p class="advice" role="status">
            {words.game.hintSays(game(now.game).move(hint.move))}
            {hint.chance !== null && ` · ${words.game.hintChance(percent(hint.chance, 1))}`}
          </p>
        )}
        {now.next && (
          <a class="button main" href={gameAddress(now.next, seatKey)}>
            {words.game.nextGame}
          </a>
        )}
        {now.over && now.can.review && !reviewed && (
          <button type="button" class="main" onClick={() => setReviewed(true)}>
            {words.game.review}
          </button>
        )}
        {now.over && reviewed && (
          <ReviewPanel
            api={api}
            message={now}
            steps={live.frame.steps}
            progress={live.reviewing}
            at={history.at}
            onGo={showAt}
            onBest={setBest}
            onReview={setReview}
            line={line}
            busy={busy}
            onTry={(seat) =>
              act(async () => enterGame(await tryAgain(api, now, step, seat)))
            }
            position={history.frame?.message ?? null}
          />
        )}
        {watching && now.owner && (
          <Watching
            message={now}
            onPace={setPace}
            onSkip={live.skip}
          />
        )}
        {thinking.on && now.hints === "allowed" && !closed && (
          <section class="panel" aria-labelledby="thoughts">
            <h2 id="thoughts">{words.thoughts.title}</h2>
            <ThoughtsPanel
              message={now}
              thoughts={thinking.thoughts}
              asking={thinking.asking}
              trouble={thinking.trouble}
            />
          </section>
        )}
        <section class="panel" aria-labelledby="moves">
          <div class="panel-head">
            <h2 id="moves">{words.moves.title}</h2>
          </div>
          <Stepper message={now} at={history.at} onGo={history.go} />
          {!closed && (
            <Moves
              message={now}
              steps={live.frame.steps}
              at={history.at}
              onGo={history.go}
              grades={
                review
                  ? new Map(mistakesOf(review).map((mistake) => [mistake.step, mistake.grade!]))
                  : undefined
              }
            />
          )}
        </section>
      </div>
      <div class="toasts">
        {!live.connected && (
          <p class="trouble" role="alert">
            {words.game.reconnecting}
          </p>
        )}
        <Trouble error={trouble} onClose={() => setTrouble(null)} />
      </div>
      {open === "share" && <ShareDialog message={now} onClose={() => setOpen(null)} />}
      {open === "rules" && <RulesDialog game={now.game} spec={now.spec} onClose={() => setOpen(null)} />}
    </div>
  );
}
