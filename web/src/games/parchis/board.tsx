// The board of Parchís. A move is a die and a piece, chosen in either order.

import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { percent } from "../../boards/format";
import { useKeptFocus } from "../../boards/hooks";
import "./board.css";
import { Cross, Things } from "./cross";
import { actionOf, diceInTurn, forcedDie, pieceName, pieceNamed } from "./choice";
import { Dice, Hands, type Chip } from "./dice";
import { aboutText, dieText, leadsOn, subjectAt, subjects, thingsOn } from "./explain";
import { HALF, HOME } from "./geometry";
import { ColourMark, nearestPiece, Piece, standing } from "./pieces";
import { headline, useLastWay, type ParchisProps } from "./story";
import { moveParts, moveTitle, pieceParts, worthOf } from "./labels";
import { FaintWay, placesOf, Targets, Trail, WayDrawing } from "./ways";
import type { ParchisWords } from "./en";
import type { Point } from "../../boards/points";

const EDGE = 4;
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function ParchisBoard(p: ParchisProps): JSX.Element {
  const { state } = p;
  const words = p.words;
  const root = useRef<HTMLDivElement>(null);
  const touch = useRef(false);
  const goTo = useRef<"piece" | "die" | null>(null);
  const [chosenDie, setDie] = useState<number | null>(null);
  const [chosenPiece, setPiece] = useState<string | null>(null);
  const [look, setLook] = useState<string | null>(null); // a move
  const [pick, setPick] = useState<string | null>(null); // a move that a finger has to confirm
  const [about, setAbout] = useState<string | null>(null); // what is pointed at
  const [thing, setThing] = useState<string | null>(null); // which of those that are no choice
  const [at, setAt] = useState<{ die: number; piece: string | null; any: boolean }>({
    die: 0,
    piece: null,
    any: false,
  });

  const names = [0, 1].map((seat) => p.players[seat]?.name ?? String(seat + 1));
  const actions = useMemo(() => p.moves.map(actionOf), [p.moves]);
  const pieces = useMemo(() => standing(state), [state]);
  const last = useLastWay(p);
  const motion = p.before ? p.motion : 0;
  const dice = state.winner >= 0 || p.over ? [] : diceInTurn(state);
  const usable = [...new Set(actions.map((a) => a.die))];
  const die = usable.length === 1 ? usable[0] : usable.includes(chosenDie ?? 0) ? chosenDie : null;
  const piece = actions.some((a) => a.piece === chosenPiece) ? chosenPiece : null;
  const wayOf = (move: string | null) => p.extra.ways.find((w) => w.move === move) ?? null;
  const shownMove = [look, pick, chosenDie || chosenPiece ? null : p.hint].find(
    (m) => m && p.moves.includes(m),
  );
  const shown = wayOf(shownMove ?? null);

  const clear = () => {
    setDie(null);
    setPiece(null);
    setLook(null);
    setPick(null);
    setAbout(null);
  };
  // A message that brings the same position takes no choice back. Before the board is painted, so that
  // no click on the new position comes before it.
  useLayoutEffect(clear, [useMemo(() => JSON.stringify(state), [state])]);
  const play = (move: string) => {
    clear();
    p.onMove(move);
  };

  // ---- dice ----

  const chips: Chip[] = dice.map((d) => {
    const with_ = actions.filter((a) => a.die === d);
    const own = piece ? with_.filter((a) => a.piece === piece) : with_;
    const passes = with_.length === 1 && with_[0].piece === null;
    const move = passes ? with_[0].move : own.length === 0 ? null : piece ? own[0].move : "";
    const worth = worthOf(
      p.thoughts,
      own.map((a) => a.move),
    );
    const hint = p.hint !== null && own.some((a) => a.move === p.hint);
    const label = [words.die(d)];
    if (move) label.push(...(wayOf(move) ? moveParts(wayOf(move)!, state, words) : []));
    else if (with_.length > 0) label.push(words.usedBy(with_.length));
    if (worth) label.push(words.worth(worth.text));
    if (worth?.best) label.push(words.best);
    if (hint) label.push(words.hint);
    return {
      die: d,
      move,
      chosen: die === d && usable.length > 1,
      hint,
      best: worth?.best ?? false,
      worth: worth
        ? worth.text.length > 6 && dice.length > 5
          ? percent(worth.value)
          : worth.text
        : null,
      label: label.join(", "),
      does: dieText(d, state, words),
      again: d === 6 && leadsOn(with_.map((a) => wayOf(a.move))),
    };
  });
  const live = chips.flatMap((chip, i) => (chip.move === null ? [] : [i]));
  // Arrow keys also go to a die that cannot be used, which says what it is.
  const current = chips[at.die] && (live.includes(at.die) || at.any)
    ? at.die
    : (live.find((i) => chips[i].chosen) ?? live[0] ?? 0);

  const chooseDie = (chip: Chip, byKey: boolean, again: boolean) => {
    setAt({ ...at, die: chips.indexOf(chip), any: false });
    if (chip.move) {
      // A single tap makes no move: it shows it first.
      if (touch.current && !byKey && !piece && pick !== chip.move) setPick(chip.move);
      else play(chip.move);
      return;
    }
    setPick(null);
    setPiece(null);
    // The second click of a double click does not take back what the first has chosen.
    setDie(die === chip.die && !byKey && !again ? null : chip.die);
    if (byKey) goTo.current = "piece";
  };

  // ---- pieces ----

  const movable = (name: string) =>
    actions.filter((a) => a.piece === name && (die === null || a.die === die));
  const active = pieces
    .map((s) => pieceName(s.colour, s.piece))
    .filter((n) => movable(n).length > 0);
  const focused = at.piece && active.includes(at.piece) ? at.piece : (active[0] ?? null);
  const moveWith = (name: string) => (die !== null ? (movable(name)[0]?.move ?? null) : null);

  const choosePiece = (name: string, byKey: boolean, again = false) => {
    setAt({ ...at, piece: name });
    const move = moveWith(name);
    if (move) {
      const once = chosenDie === null; // the die was the only one: nobody has chosen anything yet
      if (touch.current && !byKey && once && pick !== move) setPick(move);
      else play(move);
      return;
    }
    setPick(null);
    setDie(null);
    setPiece(piece === name && !byKey && !again ? null : name);
    if (byKey) goTo.current = "die";
  };

  /** A drawn destination: both its die and its piece are known. */
  const chooseTarget = (move: string) => {
    const asked = chosenDie !== null || piece !== null;
    if (touch.current && !asked && pick !== move) setPick(move);
    else play(move);
  };

  // ---- pointer and keys ----

  const find = (selector: string) =>
    root.current?.querySelector<HTMLElement | SVGElement>(selector) ?? null;
  useLayoutEffect(() => {
    const target =
      goTo.current === "piece"
        ? find(".pa-piece[tabindex='0']")
        : goTo.current === "die"
          ? find(".pa-chip[tabindex='0']")
          : null;
    goTo.current = null;
    target?.focus({ preventScroll: true });
  });
  useKeptFocus(root, () => find(".pa-chip[tabindex='0']"), `${state.turn} ${p.moves.join()}`);

  const nameAt = (event: Event) =>
    (event.target as Element).closest("[data-piece]")?.getAttribute("data-piece") ?? null;
  const onBoardKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const here = (event.target as Element).getAttribute("data-thing");
    if (here && step) {
      event.preventDefault();
      const next = things[(things.indexOf(here) + step + things.length) % things.length];
      setThing(next);
      find(`[data-thing="${next}"]`)?.focus();
      return;
    }
    const name = nameAt(event);
    if (name && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choosePiece(name, true);
      return;
    }
    if (!name || !step) return;
    event.preventDefault();
    const next = active[(active.indexOf(name) + step + active.length) % active.length];
    setAt({ ...at, piece: next });
    find(`[data-piece="${next}"]`)?.focus();
  };
  const onDiceKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (current + step + chips.length) % chips.length;
    setAt({ ...at, die: next, any: true });
    root.current?.querySelectorAll<HTMLElement>(".pa-dice > *")[next]?.focus();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || (chosenDie === null && !chosenPiece && !pick)) return;
    event.preventDefault();
    goTo.current = chosenPiece ? "piece" : "die";
    clear();
  };

  const pieceLook = (name: string) => {
    if (!active.includes(name)) return "";
    const hint = p.hint !== null && actionOf(p.hint).piece === name && !chosenPiece;
    return `can ${name === piece ? "chosen" : ""} ${hint && (die === null || moveWith(name) === p.hint) ? "hinted" : ""}`;
  };
  const pieceLabel = (colour: number, number: number, name: string) => {
    const parts = pieceParts(state, colour, number, words);
    const move = moveWith(name);
    const way = wayOf(move);
    if (move && way) {
      parts.push(...moveParts(way, state, words));
      const worth = worthOf(p.thoughts, [move]);
      if (worth) parts.push(words.worth(worth.text));
    } else if (active.includes(name))
      parts.push(words.usable(movable(name).map((a) => words.die(a.die))));
    return parts.join(", ");
  };
  const things = thingsOn(state, (colour, piece) => active.includes(pieceName(colour, piece)));
  const currentThing = thing && things.includes(thing) ? thing : (things[0] ?? null);
  const wayTo = (colour: number, number: number) => (from: Point) => {
    const part = last?.way.pieces.find((w) => w.colour === colour && w.piece === number);
    if (!part || part.path.length < 2) return [];
    // What is sent home waits until it is reached.
    if (part !== last!.way.pieces[0] && part.path[1] === HOME) return [from, from, from];
    return placesOf(part.path.slice(1, -1), colour, number, null);
  };

  const { text, colour } = headline(p, names, words);
  const forced = p.over ? 0 : forcedDie(state);
  const forcedColour = state.dice.length === 4 && state.forced ? state.forced[1] : null;
  // While a die or a piece is chosen, all that it can lead to is there to be seen.
  const faint =
    shown || (die === null && piece === null)
      ? []
      : actions.filter((a) => (piece ? a.piece === piece : a.die === die));
  const caption = shown
    ? [
        pick === shown.move ? "" : moveTitle(shown.move, words),
        ...(actionOf(shown.move).piece ? moveParts(shown, state, words) : []),
      ]
    : p.moves.length === 0
      ? []
      : [
          die !== null
            ? words.choosePiece(words.die(die))
            : piece
              ? words.chooseDie(pieceText(piece, words))
              : words.chooseBoth,
        ];
  // What is pointed at, or else the special die that is chosen.
  const subject = about ?? (chosenDie ? subjects.die(chosenDie) : null);
  const explained = subject ? aboutText(subject, state, words) : null;
  const shownWorth = shown ? worthOf(p.thoughts, [shown.move]) : null;

  return (
    <div
      ref={root}
      class="board parchis"
      onKeyDown={onEscape}
      onPointerDown={(event) => (touch.current = event.pointerType === "touch")}
      onPointerOver={(event) => event.pointerType === "mouse" && setAbout(subjectAt(event.target))}
      onPointerLeave={() => setAbout(null)}
      onClick={(event) => {
        const subject = subjectAt(event.target);
        if (subject) setAbout(subject);
      }}
      onFocusIn={(event: FocusEvent) => {
        const name = nameAt(event);
        setAbout(subjectAt(event.target));
        if (name) setLook(moveWith(name));
      }}
      onFocusOut={() => setLook(null)}
    >
      <div class="pa-layout">
        <Hands state={state} names={names} words={words} />
        <svg
          class="pa-board"
          viewBox={`${-HALF - EDGE} ${-HALF - EDGE} ${2 * (HALF + EDGE)} ${2 * (HALF + EDGE)}`}
          role="group"
          aria-label={words.board}
          onClick={(event) => {
            const name = nameAt(event) && (nearestPiece(root.current!, event) ?? nameAt(event));
            const target = (event.target as Element).closest(".pa-target");
            if (target) chooseTarget(target.getAttribute("data-move")!);
            else if (name) choosePiece(name, false, event.detail > 1);
            else if (!(event.target as Element).closest("[data-thing]")) clear();
          }}
          onKeyDown={onBoardKey}
          onPointerOver={(event) => {
            const name = nameAt(event);
            const target = (event.target as Element).closest(".pa-target");
            if (event.pointerType === "mouse")
              setLook(target?.getAttribute("data-move") ?? (name ? moveWith(name) : null));
          }}
          onPointerLeave={() => setLook(null)}
        >
          <Cross state={state} />
          <Things state={state} words={words} current={currentThing} />
          {last && !shown && <Trail way={last.way} />}
          {faint.map((a) => {
            const way = wayOf(a.move);
            return way && <FaintWay key={a.move} way={way} pieces={pieces} />;
          })}
          {pieces.map((s) => {
            const name = pieceName(s.colour, s.piece);
            const move = moveWith(name);
            const worth = move ? worthOf(p.thoughts, [move]) : null;
            return (
              <Piece
                key={name}
                standing={s}
                motion={motion}
                way={wayTo(s.colour, s.piece)}
                look={pieceLook(name)}
                move={move}
                focusable={
                  active.includes(name)
                    ? name === focused
                    : currentThing === subjects.piece(s.colour, s.piece)
                }
                label={pieceLabel(s.colour, s.piece, name)}
                description={words.stateDoes(s.state)}
                chosen={active.includes(name) ? name === piece : null}
                worth={worth ? percent(worth.value) : null}
              />
            );
          })}
          <Targets
            ways={(piece || die !== null ? actions : []).flatMap((a) => {
              const way = (piece ? a.piece === piece : a.die === die) ? wayOf(a.move) : null;
              return way ? [way] : [];
            })}
            byPiece={piece === null}
            pieces={pieces}
          />
          {shown && <WayDrawing way={shown} state={state} pieces={pieces} />}
        </svg>
        <div class="pa-panel">
          <p class="pa-headline" aria-live="polite">
            <ColourMark colour={colour} />
            {text}
          </p>
          {forced > 0 && (
            <p class="pa-note">
              {words.forced(forced, forcedColour)}
              {state.run6 || state.flags?.rem6 ? ` · ${words.again}` : ""}
            </p>
          )}
          {dice.length > 0 && (
            <Dice
              chips={chips}
              current={current}
              words={words}
              onChoose={chooseDie}
              onLook={(chip) => setLook(chip?.move || null)}
              onKeyDown={onDiceKey}
            />
          )}
          {caption.length > 0 && (
            <p class={`pa-caption ${shown ? "" : "ask"}`}>
              {caption[0] && <strong>{caption[0]}</strong>}
              {caption.slice(1).map((part) => (
                <span key={part}>{part}</span>
              ))}
              {shownWorth && <span class="board-worth">{shownWorth.text}</span>}
            </p>
          )}
          <p class="pa-about">
            {explained && (
              <>
                <strong>{explained.title}.</strong> {explained.text}
              </>
            )}
          </p>
          {pick && p.moves.includes(pick) && (
            <button
              type="button"
              class="board-button pa-confirm"
              data-move={pick}
              onClick={() => play(pick)}
            >
              {moveTitle(pick, words)}
            </button>
          )}
          {last && last.text !== "" && !shown && (
            <p class="pa-last">
              {last.seat !== null && `${names[last.seat]}: `}
              {last.text}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function pieceText(name: string, words: ParchisWords): string {
  const { colour, piece } = pieceNamed(name);
  return words.piece(colour, piece);
}
