/** How entities nest, by their types, and in which order those of one range come (tdlib's `get_type_priority`). */
import { DETECTED_TYPES } from "@heliogram/shared/text/detected-entity.ts";
import type { EntityType } from "./entity.ts";

interface Nesting {
  /**
   * Formats are in and around everything but verbatim text. Quotes have everything inside, except quotes. Verbatim text
   * is in quotes alone, and nothing is inside. All others have formats alone inside.
   */
  readonly kind: "format" | "quote" | "verbatim" | "other";
  readonly rank: number;
}

const detected = { kind: "other", rank: 50 } as const;

const NESTING: ReadonlyMap<EntityType, Nesting> = new Map<EntityType, Nesting>([
  ["blockquote", { kind: "quote", rank: 0 }],
  ["expandable_blockquote", { kind: "quote", rank: 0 }],
  ["pre", { kind: "verbatim", rank: 10 }],
  ["code", { kind: "verbatim", rank: 20 }],
  ["date_time", { kind: "verbatim", rank: 30 }],
  ["text_link", { kind: "other", rank: 49 }],
  ["text_mention", { kind: "other", rank: 49 }],
  ...DETECTED_TYPES.map((type) => [type, detected] as const),
  ["bold", { kind: "format", rank: 90 }],
  ["italic", { kind: "format", rank: 91 }],
  ["underline", { kind: "format", rank: 92 }],
  ["strikethrough", { kind: "format", rank: 93 }],
  ["spoiler", { kind: "format", rank: 94 }],
  ["custom_emoji", { kind: "other", rank: 99 }],
]);

export function nestingOf(type: EntityType): Nesting {
  return NESTING.get(type)!;
}

interface Placed {
  readonly type: EntityType;
  readonly offset: number;
  readonly length: number;
}

/** The order of entities: by offset, the longer first, then by type. */
export function byPlace(a: Placed, b: Placed): number {
  return a.offset - b.offset || b.length - a.length || nestingOf(a.type).rank - nestingOf(b.type).rank;
}
