// A small picture of Kittens.

import { Picture } from "../../boards/picture";

export function KittensEmblem() {
  return (
    <Picture>
      <rect
        class="e-card-back"
        x="14"
        y="16"
        width="46"
        height="66"
        rx="6"
        transform="rotate(-9 37 49)"
      />
      <rect
        class="e-card"
        x="36"
        y="14"
        width="48"
        height="70"
        rx="6"
        transform="rotate(6 60 49)"
      />
      <g transform="rotate(6 60 49)">
        <circle class="e-ink" cx="59" cy="55" r="16" />
        <path class="e-ink" d="M46 47l-1 -17l12 9zM72 47l1 -17l-12 9z" />
        <circle class="e-gold" cx="53" cy="53" r="3" />
        <circle class="e-gold" cx="65" cy="53" r="3" />
        <path class="e-fuse" d="M59 62v3M54 66q5 4 10 0" />
        <path class="e-fuse-red" d="M70 40q8 -8 6 -16" />
        <circle class="e-gold" cx="76" cy="23" r="3.6" />
      </g>
    </Picture>
  );
}
