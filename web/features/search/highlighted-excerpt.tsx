/** An excerpt of a message on one line, with the matches of the search highlighted. */
import type { Message } from "@heliogram/shared/wire.ts";
import { usePreview } from "../message/preview.ts";
import { excerptOf, type Range } from "../../core/model/messages/excerpt.ts";

interface HighlightedExcerptProps {
  readonly message: Message;
  readonly matches: readonly Range[];
}

/** The mark has no padding and no font weight of its own, so that joined Arabic letters stay joined across it. */
const MARK_CLASSES = "bg-found text-text";

export function HighlightedExcerpt({ message, matches }: HighlightedExcerptProps) {
  const preview = usePreview();
  // Without matches in the text, the match is in the name of a file, which the preview shows.
  if (matches.length === 0) return preview(message).text;
  return excerptOf(message, matches).map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className={MARK_CLASSES}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
