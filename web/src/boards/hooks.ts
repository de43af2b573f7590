// What the boards share: things that glide, focus that is not lost, and how large a board is shown.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Point } from "./points";

/**
 * Lets an SVG element run from where it was to where it is drawn now. The element is always drawn at
 * its place; the motion lies over that and ends by itself, so nothing can be left half-way.
 * `way` are the places in between, if it should not go straight; `start` is where it comes from when
 * it is new.
 */
export function useGlide(
  place: Point,
  motion: number,
  way: (from: Point) => Point[] = () => [],
  start: Point = place,
): RefObject<SVGGElement> {
  const ref = useRef<SVGGElement>(null);
  const last = useRef(start);
  useLayoutEffect(() => {
    const from = last.current;
    last.current = place;
    if (motion <= 0 || (from.x === place.x && from.y === place.y)) return;
    const stops = [from, ...way(from), place];
    const frames = stops.map((p) => ({
      transform: `translate(${p.x}px, ${p.y}px)`,
      easing: "ease-in-out",
    }));
    const run = ref.current?.animate(frames, { duration: motion });
    return () => run?.cancel();
  }, [place.x, place.y, motion]);
  return ref;
}

/**
 * Keeps a person with a keyboard at the board: when the element that had the focus is gone with the
 * move it stood for, `find` says where to go on; while it has nothing, as when a bot thinks, the board
 * itself holds the focus. Whoever has left the board is left alone.
 */
export function useKeptFocus(
  part: RefObject<HTMLElement>,
  find: () => HTMLElement | SVGElement | null,
  changed: unknown,
): void {
  const inside = useRef(false);
  const board = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const watch = (event: Event) => {
      inside.current = !!board.current && board.current.contains(event.target as Node);
    };
    document.addEventListener("focusin", watch);
    document.addEventListener("pointerdown", watch);
    return () => {
      document.removeEventListener("focusin", watch);
      document.removeEventListener("pointerdown", watch);
    };
  }, []);
  useLayoutEffect(() => {
    board.current = part.current?.closest<HTMLElement>(".board") ?? board.current;
    if (board.current) board.current.tabIndex = -1;
    const focus = document.activeElement;
    if (inside.current && (!focus || focus === document.body || focus === board.current))
      (find() ?? board.current)?.focus({ preventScroll: true });
  }, [changed]);
}

/** How many pixels wide an element is shown; 0 before it is. */
export function useWidth(ref: RefObject<Element>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.getBoundingClientRect().width);
    const observer = new ResizeObserver(() => setWidth(element.getBoundingClientRect().width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
