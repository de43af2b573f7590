// What a finished game owes to luck and to mistakes.

import { useEffect, useState } from "preact/hooks";
import type { GameApi } from "../api";
import { levelName, nameOf } from "../game/names";
import type { GameName, StateMessage, Step } from "../messages";
import { PlayerMark } from "../parts/player_mark";
import { Trouble } from "../parts/trouble";
import { useSpeech } from "../words/words";
import type { Speech } from "../words/words";
import { Curve, valuesOf } from "./curve";
import type { Line } from "./line";
import { mistakesOf, nextMistake, SIGNS, within } from "./types";
import type { Review, ReviewPlayer, ReviewStep } from "./types";

interface Props {
  api: GameApi;
  message: StateMessage;
  steps: Step[];
  progress: { done: number; of: number } | null;
  at: number | null;
  onGo: (step: number | null) => void;
  /** What would have been best in the position that is shown, for the board to point out. */
  onBest: (move: string | null) => void;
  /** When there is a review, for the list of moves. */
  onReview: (review: Review) => void;
  line: Line;
  busy: boolean;
  /** Plays on from the position that is shown, as this seat. */
  onTry: (seat: number) => void;
  /** The position that is shown, once it is there. */
  position: StateMessage | null;
}

function useReview(api: GameApi): { review: Review | null; trouble: unknown } {
  const [review, setReview] = useState<Review | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    api.review().then(
      (made) => wanted && setReview(made),
      (error) => wanted && setTrouble(error),
    );
    return () => {
      wanted = false;
    };
  }, [api]);
  return { review, trouble };
}

function Balance({ review, message }: { review: Review; message: StateMessage }) {
  const { words, percent } = useSpeech();
  const w = words.review;
  const signed = (value: number) =>
    (value > 0 ? "+" : value < 0 ? "−" : "") + percent(Math.abs(value), 1);
  const hidden = review.players.some((player) => player.hidden !== 0);
  const hindsight = review.players.some((player) => player.hindsight !== 0);
  const tone = (value: number) => (value < 0 ? "bad" : value > 0 ? "good" : "");
  const rows: [string, (player: ReviewPlayer) => string, ((player: ReviewPlayer) => string)?][] = [
    [w.start, (player) => percent(player.start, 1)],
    [w.luck, (player) => signed(player.luck), (player) => tone(player.luck)],
    ...(hidden ? ([[w.hidden, (player) => signed(player.hidden)]] as typeof rows) : []),
    ...(hindsight ? ([[w.hindsight, (player) => signed(player.hindsight)]] as typeof rows) : []),
    [w.errors, (player) => signed(-player.errors), (player) => tone(-player.errors)],
    [w.gifts, (player) => signed(player.gifts)],
    [w.result, (player) => percent(player.result)],
    [w.luckAdjusted, (player) => percent(within(player.luck_adjusted), 1)],
    ...(review.players.some((player) => player.accuracy != null)
      ? ([[w.accuracy, (player) => (player.accuracy == null ? "–" : percent(player.accuracy, 1))]] as typeof rows)
      : []),
    [w.blunders, (player) => String(player.blunders)],
    [w.bad, (player) => String(player.bad)],
    [w.small, (player) => String(player.small)],
  ];
  return (
    <table class="balance">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">{w.player}</span>
          </th>
          {review.players.map((player) => (
            <th key={player.seat} scope="col" class={`seat-${player.seat}`}>
              <PlayerMark game={message.game} seat={player.seat} />{" "}
              {nameOf(message, player.seat, words)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, text, colour]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {review.players.map((player) => (
              <td key={player.seat} class={colour?.(player)}>
                {text(player)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What stands at a step: as it was told, or as it is written. */
function stepText(step: ReviewStep, steps: Step[], game: GameName, speech: Speech): string {
  const happened = steps[step.step - 1];
  return happened?.text ? speech.told(game, happened) : speech.game(game).move(step.action);
}

function judgeText({ judge, judging }: Review, { words, language }: Speech): string {
  const w = words.review;
  if (!judging) return judge;
  const { by, exact, games } = judging;
  if (by === "exact") return w.byExact;
  const bot = levelName(judging.bot, words);
  const other =
    by === "rollouts" ? w.byRollouts(bot, games.toLocaleString(language)) : w.bySearch(bot);
  return exact ? w.byExactElse(other) : other;
}

/** The numbers behind a mistake: the same as in hints and thoughts. */
function Chances({ step }: { step: ReviewStep }) {
  const { words, percent } = useSpeech();
  const { best, played } = step.chances ?? {};
  if (best == null || played == null) return null;
  return <p>{words.review.chances(percent(within(best), 1), percent(within(played), 1))}</p>;
}

export function ReviewPanel(p: Props) {
  const { api, message, steps, progress, at, onGo, onBest, line } = p;
  const speech = useSpeech();
  const { words, percent, game } = speech;
  const { review, trouble } = useReview(api);
  const w = words.review;
  const shown = at ?? message.total;
  const better = review?.steps[shown]?.better ?? null;
  useEffect(() => onBest(better), [better]);
  useEffect(() => {
    if (review) p.onReview(review);
  }, [review]);
  if (trouble) return <Trouble error={trouble} />;
  if (!review)
    return (
      <p class="note" role="status">
        {progress ? w.running(progress.done, progress.of) : w.waiting}
        {progress && <progress value={progress.done} max={progress.of} />}
      </p>
    );
  const names = review.players.map((player) => nameOf(message, player.seat, words));
  const mistakes = mistakesOf(review);
  const here = review.steps[shown];
  const decided = here && here.step <= message.total && here.kind === "decision" ? here : null;
  const leap = (label: string, back: boolean) => {
    const to = nextMistake(review, shown, back);
    return (
      <button type="button" disabled={to === null} onClick={() => to !== null && onGo(to)}>
        {label}
      </button>
    );
  };
  return (
    <section class="review panel" aria-labelledby="review">
      <h2 id="review">{w.title}</h2>
      <p class="note">{w.judge(judgeText(review, speech))}</p>
      <p class="legend">
        {names.map((name, seat) => (
          <span key={seat} class={`seat-${seat}`}>
            <PlayerMark game={message.game} seat={seat} /> {name}
          </span>
        ))}
      </p>
      <Curve review={review} at={shown} names={names} onGo={onGo} />
      {mistakes.length > 0 && (
        <p class="review-leaps">
          {leap(w.previous, true)}
          {leap(w.next, false)}
        </p>
      )}
      {decided && (
        <div class="advice review-here">
          {better && <p>{w.best(game(message.game).move(better))}</p>}
          {better && <Chances step={decided} />}
          <p class="review-leaps">
            {better && p.position && (
              <button
                type="button"
                onClick={() => line.start(shown, decided.line ?? [better], p.position!)}
              >
                {w.playBetter}
              </button>
            )}
            <button type="button" disabled={p.busy} onClick={() => p.onTry(decided.seat)}>
              {w.tryAgain}
            </button>
          </p>
        </div>
      )}
      <Trouble error={line.trouble} />
      <details>
        <summary>{w.curveTable}</summary>
        <div class="scrolls tall">
          <table class="curve-table">
            <thead>
              <tr>
                <th scope="col">{w.step}</th>
                <th scope="col">{w.what}</th>
                {names.map((name, seat) => (
                  <th key={seat} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {valuesOf(review).map((value, i) => (
                <tr key={i}>
                  <td>{i}</td>
                  <td>
                    {i === 0 ? words.moves.start : stepText(review.steps[i - 1], steps, message.game, speech)}
                  </td>
                  {value.map((chance, seat) => (
                    <td key={seat}>{percent(chance, 1)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <Balance review={review} message={message} />
      <p class="note">{w.sum}</p>
      <h3>{w.mistakes}</h3>
      {mistakes.length === 0 && <p class="note">{w.noMistakes}</p>}
      <ol class="mistakes">
        {mistakes.map((step) => (
          <li key={step.step}>
            <button
              type="button"
              class={`mistake ${step.grade} seat-${step.seat}`}
              aria-current={shown === step.step - 1 ? "step" : undefined}
              onClick={() => onGo(step.step - 1)}
            >
              <PlayerMark game={message.game} seat={step.seat} />
              <span>
                <strong>{names[step.seat]}</strong> {stepText(step, steps, message.game, speech)}
                <small>
                  {w.grades[step.grade!]} {SIGNS[step.grade!]}, {w.lost(percent(step.loss ?? 0, 1))}
                  {step.better && ` · ${w.better(game(message.game).move(step.better))}`}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
