/**
 * The number of characters left, once few are left. A longer text is sent as several messages; a longer edit of one
 * message cannot be saved.
 */
import { MAX_CAPTION, MAX_TEXT } from "@heliogram/shared/limits.ts";
import { Plural, Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { readTyped } from "../../core/model/text/typed-text.ts";
import { hasMarkdown } from "../../core/store/drafts.ts";
import { lengthOf, splitText } from "../../core/model/text/split-text.ts";
import type { Draft } from "../../core/store/state.ts";
import { classes } from "../../ui/classes.ts";

/** The counter appears when fewer characters than this are left. */
const SHOW_BELOW = 200;

/** The maximum length of the message's text or caption, in characters. */
export function maxLengthOf({ editing }: Draft): number {
  return editing && editing.text === undefined ? MAX_CAPTION : MAX_TEXT;
}

/** Whether a text that is too long becomes several messages. */
export function canSplit({ editing, editing_rest }: Draft): boolean {
  return !editing || editing_rest !== undefined;
}

export function Counter({ draft }: { readonly draft: Draft }) {
  const maxLength = maxLengthOf(draft);
  const { text } = draft;
  const splits = canSplit(draft);
  const markdown = useClientState((state) => hasMarkdown(state, draft));
  const { left, parts } = useMemo(() => {
    // Parsing Markdown only makes a text shorter.
    if (text.length <= maxLength - SHOW_BELOW) return { left: maxLength, parts: 1 };
    const styled = readTyped(text.trim(), markdown);
    return { left: maxLength - lengthOf(styled.text), parts: splitText(styled, maxLength).length };
  }, [text, maxLength, markdown]);
  if (left > SHOW_BELOW) return null;
  const over = -left;
  return (
    <p
      role="status"
      className={classes("px-2 pb-1 text-end text-xs tabular-nums", left < 0 && !splits ? "text-danger" : "text-soft")}
    >
      {left >= 0 ? (
        <Plural value={left} one="# character left" other="# characters left" />
      ) : splits ? (
        <Trans>Will be sent as {parts} messages</Trans>
      ) : (
        <Plural value={over} one="# character too long" other="# characters too long" />
      )}
    </p>
  );
}
