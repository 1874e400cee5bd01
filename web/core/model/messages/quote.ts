/** Quotes in replies: the quoted text and its position. */
import type { Message, MessageEntity } from "@heliogram/shared/wire.ts";

/** The longest quote of a message, in UTF-16 units; as of captions. */
const MAX_QUOTE = 1024;

export interface Quote {
  readonly text: string;
  /** In UTF-16 units. */
  readonly position: number;
  /** Spoilers in the quote, with offsets relative to it. */
  readonly entities?: readonly MessageEntity[];
}

/** The message that is replied to, which may be of another chat, and optionally a quote of it. */
export interface ReplyTarget {
  readonly reply_to?: Message;
  readonly quote?: Quote;
}

/** Whether a message of another chat is replied to. */
export function isReplyElsewhere(chat_id: number, { reply_to }: ReplyTarget): boolean {
  return reply_to !== undefined && reply_to.chat.id !== chat_id;
}

/** The reply of a call that sends, with the quote. The message may be deleted by then. */
export function replyOptions(chat_id: number, target: ReplyTarget) {
  const { reply_to, quote } = target;
  if (!reply_to) return {};
  const part = quote ? { quote: quote.text, quote_position: quote.position } : {};
  return {
    reply_parameters: {
      message_id: reply_to.message_id,
      allow_sending_without_reply: true,
      ...(isReplyElsewhere(chat_id, target) ? { chat_id: reply_to.chat.id } : {}),
      ...part,
    },
  };
}

/** Only the reply fields. */
export function replyTarget({ reply_to, quote }: ReplyTarget): ReplyTarget {
  if (!reply_to) return {};
  return quote ? { reply_to, quote } : { reply_to };
}

/**
 * What a reply in another chat quotes if nothing is selected: the beginning of the text, which its readers see in no
 * other way.
 */
export function quoteOfWhole(text: string, entities: readonly MessageEntity[]): Quote | undefined {
  const position = text.length - text.trimStart().length;
  const quoted = text
    .slice(position, position + MAX_QUOTE)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
  return quoted === "" ? undefined : withSpoilers({ text: quoted, position }, entities);
}

/**
 * Finds selected text in a message. The selection contains white space of the page's layout, so white space is ignored.
 * Of several matches, the one nearest to the end of `before` is taken. @returns the quote as written in the text,
 * trimmed
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

/** Copies the spoilers of the text into the quote. */
export function withSpoilers(quote: Quote, entities: readonly MessageEntity[]): Quote {
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
