/** Answering a part of a message: the words that are quoted, and where they stand in its text. */
import type { Message, MessageEntity } from "@heliogram/shared/wire.ts";

export interface Quote {
  readonly text: string;
  /** In UTF-16 units. */
  readonly position: number;
  /** What of it is hidden, counted from its own beginning. */
  readonly entities?: readonly MessageEntity[];
}

/** What a message answers: another one, or some words of it. */
export interface Answering {
  readonly reply_to?: Message;
  readonly quote?: Quote;
}

/** Nothing but what is answered. */
export function answeringOf({ reply_to, quote }: Answering): Answering {
  if (!reply_to) return {};
  return quote ? { reply_to, quote } : { reply_to };
}

/**
 * Finds words in a text as a page shows them: blocks, lines and the edges of a selection bring white space of their
 * own, so none is compared. Of several places the one nearest to where `before` ends is taken.
 * @returns the words as they are written in the text, with no white space around them
 */
export function findQuote(text: string, selected: string, before: string): Quote | undefined {
  const wanted = compact(selected);
  if (wanted === "") return undefined;
  const places = [...text.matchAll(/\S/g)].map(({ index }) => index);
  const whole = compact(text);
  const about = compact(before).length;
  let best = -1;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    if (best < 0 || Math.abs(at - about) < Math.abs(best - about)) best = at;
  }
  if (best < 0) return undefined;
  const position = places[best]!;
  return { text: text.slice(position, places[best + wanted.length - 1]! + 1), position };
}

/** What is hidden in a text is hidden in what is quoted of it. */
export function hiding(quote: Quote, entities: readonly MessageEntity[]): Quote {
  const end = quote.position + quote.text.length;
  const spoilers = entities.flatMap((entity) => {
    const from = Math.max(quote.position, entity.offset);
    const length = Math.min(end, entity.offset + entity.length) - from;
    return entity.type === "spoiler" && length > 0 ? [{ ...entity, offset: from - quote.position, length }] : [];
  });
  return spoilers.length > 0 ? { ...quote, entities: spoilers } : quote;
}

function compact(words: string): string {
  return words.replaceAll(/\s/g, "");
}
