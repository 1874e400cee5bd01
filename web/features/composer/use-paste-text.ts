/**
 * Pastes text into the composer with its formats, wherever the focus is, unless another field has it. Files are left to
 * `incoming-files.tsx`.
 */
import { useEffect, type RefObject } from "react";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { pastesFiles } from "../../core/model/text/pasted-files.ts";
import { formatPasted } from "../../core/model/text/pasted-html.ts";
import { writeTyped } from "../../core/model/text/typed-text.ts";
import { hasOverlay } from "../../ui/overlays/open-overlays.ts";
import type { Marks } from "./use-marks.ts";

/** Elements into which the browser pastes. */
const FIELD = "input, textarea, select, [contenteditable]";

interface PasteTextInput {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly marks: Marks;
  /** Whether marks are formats; without them, text is pasted plain. */
  readonly markdown: boolean;
}

export function usePasteText({ field, marks, markdown }: PasteTextInput): void {
  const onPaste = useStableCallback((event: ClipboardEvent) => {
    const { target, clipboardData: data } = event;
    const element = field.current;
    if (!data || !element || event.defaultPrevented) return;
    const isElsewhere = target instanceof Element && target !== element && target.closest(FIELD) !== null;
    if (isElsewhere || (target !== element && hasOverlay())) return;
    const text = data.getData("text/plain");
    const names = [...data.files].map(({ name }) => name);
    if (text === "" || pastesFiles(text, names)) return;
    const formatted = markdown ? formatPasted(text, data.getData("text/html")) : undefined;
    // The browser pastes plain text into its field best.
    if (!formatted && target === element) return;
    event.preventDefault();
    const words = formatted ? writeTyped(formatted, true) : text.replaceAll("\r\n", "\n");
    const { selectionStart: from, selectionEnd: to } = element;
    const caret = from + words.length;
    marks.replace({ from, to, words, start: caret, end: caret });
  });
  useEffect(() => {
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [onPaste]);
}
