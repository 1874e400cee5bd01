/** A letter about a link that works once. */
import { fill } from "../../domain/text/fill.ts";
import type { Letter } from "../letter.ts";

interface LinkWords {
  readonly subject: string;
  /** Why it is sent. */
  readonly asked: string;
  /** On the button. */
  readonly action: string;
  /** When the link ends, and what it does. */
  readonly ends: string;
  readonly footer: string;
}

/** @param values - of the names in the subject and in the reason */
export function linkLetter(words: LinkWords, values: Readonly<Record<string, string>>, url: string): Letter {
  return {
    subject: fill(words.subject, values),
    parts: [
      { kind: "paragraph", text: fill(words.asked, values) },
      { kind: "action", label: words.action, url },
      { kind: "paragraph", text: words.ends },
    ],
    footer: words.footer,
  };
}
