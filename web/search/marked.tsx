/** One line of words, with the pieces that were searched for marked. */
import type { Message } from "@heliogram/shared/wire.ts";
import { usePreview } from "../message/preview.ts";
import { excerptOf, type Range } from "../model/excerpt.ts";

interface MarkedProps {
  readonly message: Message;
  readonly matches: readonly Range[];
}

/** The mark has no edge and no weight of its own: Arabic letters stay joined across it. */
const MARK = "bg-found text-text";

export function Marked({ message, matches }: MarkedProps) {
  const preview = usePreview();
  // The words may be in the name of a file alone, which the preview shows.
  if (matches.length === 0) return preview(message).text;
  return excerptOf(message, matches).map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className={MARK}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
