/**
 * Detects entities in plain text: mentions, hashtags, commands, phone numbers, links and addresses (behaviour.md §4).
 */
import type { EntityType, MessageEntity } from "./entity.ts";
import { findLinks } from "./detect-links.ts";

/** A text without any of these characters has no entities to detect. */
const QUICK_CHECK = /[@#$/.:+]/;

interface Rule {
  readonly type: EntityType;
  readonly hint: string;
  readonly pattern: RegExp;
  /** A further condition that the pattern cannot express. */
  readonly isReal?: (found: string) => boolean;
}

/** The number of digits of an international phone number, with the country code (E.164 allows 15). */
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
    // Without separators, or in groups of digits, one of which may be in parentheses. Every repetition is bounded.
    pattern:
      /(?<![\p{L}\p{N}_+$#@/=&.-])\+[1-9](?:\d{6,14}|\d{0,3}(?:[ .-]?\(\d{1,4}\)[ .-]?\d{1,8})?(?:[ .-]\d{1,8}){0,5})(?![\p{L}\p{N}_+])/gu,
    isReal: hasDigitsOfNumber,
  },
];

/** All detected entities, sorted. Where two overlap, the one that begins first is kept. */
export function detect(text: string): MessageEntity[] {
  if (!QUICK_CHECK.test(text)) return [];
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
