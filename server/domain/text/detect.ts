/** Entities found in plain text: mentions, hashtags, cashtags, commands, telephone numbers, links and addresses (behaviour.md §4). */
import type { EntityType, MessageEntity } from "./entity.ts";
import { findLinks } from "./links.ts";

/** Without one of these there is nothing to find. */
const HINT = /[@#$/.:+]/;

interface Rule {
  readonly type: EntityType;
  readonly hint: string;
  readonly pattern: RegExp;
  /** What the pattern cannot say. */
  readonly isReal?: (found: string) => boolean;
}

/** Digits of an international telephone number, the country's included (E.164 allows 15). */
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;

function hasDigitsOfNumber(found: string): boolean {
  const digits = found.replace(/\D/g, "").length;
  return digits >= FEWEST_DIGITS && digits <= MOST_DIGITS;
}

const RULES: readonly Rule[] = [
  {
    type: "bot_command",
    hint: "/",
    pattern: /(?<![\p{L}\p{N}_/<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\p{L}\p{N}_/<>@])/gu,
  },
  { type: "mention", hint: "@", pattern: /(?<![\p{L}\p{N}_@/])@[A-Za-z][A-Za-z0-9_]{2,31}(?![\p{L}\p{N}_@])/gu },
  {
    type: "hashtag",
    hint: "#",
    pattern: /(?<![\p{L}\p{N}_#@])#(?=[\p{N}_]{0,255}\p{L})[\p{L}\p{M}\p{N}_]{1,256}(?![\p{L}\p{N}_#])/gu,
  },
  { type: "cashtag", hint: "$", pattern: /(?<![\p{L}\p{N}_$#])\$[A-Z]{1,8}(?![\p{L}\p{N}_$])/gu },
  {
    type: "phone_number",
    hint: "+",
    // In one piece, or in groups of digits of which one may stand in brackets. Every repetition has an end.
    pattern:
      /(?<![\p{L}\p{N}_+$#@/=&.-])\+[1-9](?:\d{6,14}|\d{0,3}(?:[ .-]?\(\d{1,4}\)[ .-]?\d{1,8})?(?:[ .-]\d{1,8}){0,5})(?![\p{L}\p{N}_+])/gu,
    isReal: hasDigitsOfNumber,
  },
];

/** Everything that can be found, in order; where two finds overlap, the one that begins first stays. */
export function detect(text: string): MessageEntity[] {
  if (!HINT.test(text)) return [];
  const found: MessageEntity[] = text.includes(".") || text.includes(":") ? findLinks(text) : [];
  for (const { type, hint, pattern, isReal } of RULES) {
    if (!text.includes(hint)) continue;
    for (const { 0: words, index } of text.matchAll(pattern)) {
      if (!isReal || isReal(words)) found.push({ type, offset: index, length: words.length });
    }
  }
  if (found.length < 2) return found;
  found.sort((a, b) => a.offset - b.offset || b.length - a.length);
  let end = 0;
  return found.filter((entity) => {
    if (entity.offset < end) return false;
    end = entity.offset + entity.length;
    return true;
  });
}
