/** JSON as indented text with colours. It can be focused, so that the keyboard scrolls it. */
import { useId, type ReactNode } from "react";
import { withVisibleControls } from "./visible-controls.ts";

/** Characters that are coloured. Colours of longer texts would slow the page down. */
const MAX_COLOURED = 40_000;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

interface JsonViewProps {
  readonly title: ReactNode;
  /** A value, or the beginning of its JSON as text. */
  readonly value: unknown;
}

export function JsonView({ title, value }: JsonViewProps) {
  const id = useId();
  const text = withVisibleControls(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
  return (
    <section className="flex flex-col gap-1.5">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      <pre
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-labelledby={id}
        className="max-h-[60vh] overflow-auto whitespace-pre-wrap rounded-lg border border-line p-3 text-start font-mono text-sm [overflow-wrap:anywhere]"
      >
        {text.length > MAX_COLOURED ? text : coloured(text)}
      </pre>
    </section>
  );
}

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon] = match;
    const token = string ?? all;
    parts.push(text.slice(end, match.index));
    const colour = colon !== undefined ? "text-accent" : string === undefined ? "text-good" : undefined;
    parts.push(
      colour === undefined ? (
        token
      ) : (
        <span key={match.index} className={colour}>
          {token}
        </span>
      ),
    );
    end = match.index + token.length;
  }
  parts.push(text.slice(end));
  return parts;
}
