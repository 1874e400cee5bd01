/** How much room is left in a message, once there is little; and what becomes of what does not fit. */
import { Plural, Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { readMarkdown } from "../model/markdown.ts";
import { lengthOf, MAX_TEXT, splitText } from "../model/split.ts";
import type { Draft } from "../store/state.ts";
import { classes } from "../ui/classes.ts";

const MAX_CAPTION = 1024;
/** From here on the room that is left is shown. */
const NEAR = 200;

/** Characters that the message may have. */
export function mostFor({ editing }: Draft): number {
  return editing && editing.text === undefined ? MAX_CAPTION : MAX_TEXT;
}

export function Counter({ draft }: { readonly draft: Draft }) {
  const most = mostFor(draft);
  const { text, editing } = draft;
  const { left, parts } = useMemo(() => {
    // Marks only ever make a text shorter.
    if (text.length <= most - NEAR) return { left: most, parts: 1 };
    const words = readMarkdown(text.trim());
    return { left: most - lengthOf(words.text), parts: splitText(words, most).length };
  }, [text, most]);
  if (left > NEAR) return null;
  const over = -left;
  return (
    <p
      role="status"
      className={classes("px-2 pb-1 text-end text-xs tabular-nums", left < 0 && editing ? "text-danger" : "text-soft")}
    >
      {left >= 0 ? (
        <Plural value={left} one="# character left" other="# characters left" />
      ) : editing ? (
        <Plural value={over} one="# character too long" other="# characters too long" />
      ) : (
        <Trans>Will be sent as {parts} messages</Trans>
      )}
    </p>
  );
}
