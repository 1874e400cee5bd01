/** Finds mentions, commands, hashtags and cashtags. */
import type { DetectedEntity } from "./detected-entity.ts";

interface Rule {
  readonly type: DetectedEntity["type"];
  readonly sign: string;
  readonly pattern: RegExp;
  /** The length of what was found; 0 if it is no entity. */
  readonly lengthOf?: (match: RegExpExecArray, text: string) => number;
}

/** Letters of a hashtag. Marks are letters of many scripts; the middle dot and the joiner are inside of words. */
const TAG_LETTER = String.raw`[\p{L}\p{M}\p{Nd}_\u200c\xb7\u0d80-\u0dff]`;
/** The longest hashtag, without its sign, in code points. */
const MAX_HASHTAG = 256;

const RULES: readonly Rule[] = [
  {
    type: "bot_command",
    sign: "/",
    pattern: /(?<![\p{L}\p{N}_/<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\p{L}\p{N}_/<>@])/gu,
  },
  // User names have three letters or more, of which the first is none of the digits.
  { type: "mention", sign: "@", pattern: /(?<![\p{L}\p{N}_])@[A-Za-z][A-Za-z0-9_]{2,31}(?![\p{L}\p{N}_])/gu },
  {
    type: "hashtag",
    sign: "#",
    pattern: new RegExp(`(?<!${TAG_LETTER})#(${TAG_LETTER}+)(@[A-Za-z0-9_]{3,32})?`, "gu"),
    lengthOf: hashtagLength,
  },
  {
    type: "cashtag",
    sign: "$",
    pattern: new RegExp(
      String.raw`(?<!${TAG_LETTER}|\$)\$(?:1INCH|[A-Z]{1,8})(?:@[A-Za-z0-9_]{3,32}(?![A-Za-z0-9_]))?(?!${TAG_LETTER}|\$)`,
      "gu",
    ),
  },
];

/** The tags in the text, in no order. */
export function findTags(text: string): DetectedEntity[] {
  const found: DetectedEntity[] = [];
  for (const { type, sign, pattern, lengthOf } of RULES) {
    if (!text.includes(sign)) continue;
    for (const match of text.matchAll(pattern)) {
      const length = lengthOf ? lengthOf(match, text) : match[0].length;
      if (length > 0) found.push({ type, offset: match.index, length });
    }
  }
  return found;
}

/** A hashtag has a letter, and no `#` follows. Of a longer one, the first characters are the hashtag. */
function hashtagLength({ 0: whole, 1: word, index }: RegExpExecArray, text: string): number {
  if (text[index + whole.length] === "#") return 0;
  let kept = word!;
  if (kept.length > MAX_HASHTAG) kept = [...kept].slice(0, MAX_HASHTAG).join("");
  if (!/\p{L}/u.test(kept)) return 0;
  return kept === word ? whole.length : 1 + kept.length;
}
