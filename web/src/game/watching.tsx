// The speed of bots, and halting them.

import { useEffect, useRef, useState } from "preact/hooks";
import type { PaceChange, StateMessage } from "../messages";
import { useSpeech } from "../words/words";

interface Props {
  message: StateMessage;
  onPace: (change: PaceChange) => void;
  onSkip: () => void;
}

const QUIET = 250; // a slider reports every pixel; the request is sent when it rests

export function Watching({ message, onPace, onSkip }: Props) {
  const { words } = useSpeech();
  const [pace, setPace] = useState(message.pace);
  const timer = useRef(0);
  useEffect(() => setPace(message.pace), [message.pace]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const slide = (value: number) => {
    setPace(value);
    window.clearTimeout(timer.current);
    // Only the pace: a request to go on may be under way.
    timer.current = window.setTimeout(() => onPace({ pace: value }), QUIET);
  };
  const halt = () => {
    window.clearTimeout(timer.current);
    onPace({ pace, paused: !message.paused });
  };
  return (
    <div class="watching">
      <button type="button" onClick={halt}>
        {message.paused ? words.pace.resume : words.pace.pause}
      </button>
      <label class="pace">
        <span>
          {words.pace.title}: {words.pace.value(pace)}
        </span>
        <input
          type="range"
          min="0"
          max="3000"
          step="100"
          value={pace}
          aria-valuetext={words.pace.value(pace)}
          onInput={(event) => slide(Number(event.currentTarget.value))}
        />
      </label>
      <button type="button" class="quiet" onClick={onSkip}>
        {words.pace.skip}
      </button>
    </div>
  );
}
