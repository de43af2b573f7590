// A window over the page: the browser's own, which keeps the focus inside and closes by Escape, and
// by the Back of the browser.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { guardFromNow } from "./guard";
import { stopBack } from "../route";
import { Icon } from "./icon";
import { useSpeech } from "../words/words";

interface Props {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, wide, children }: Props) {
  const { words } = useSpeech();
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => stopBack(() => close.current()), []);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    ref.current?.showModal();
    guardFromNow("page");
    return () => {
      guardFromNow("page");
      before?.focus?.({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={wide ? "dialog wide" : "dialog"}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={words.page.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
