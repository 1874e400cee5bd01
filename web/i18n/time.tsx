/** A date or a time, marked with its language if that is not the language of the page. */
import type { ReactNode } from "react";
import type { DateText } from "./format.ts";

interface TimeProps {
  readonly value: DateText;
  readonly title?: string;
  readonly className?: string;
}

export function Time({ value: { text, lang }, title, className }: TimeProps): ReactNode {
  return (
    <time lang={lang} title={title} className={className}>
      {text}
    </time>
  );
}
