/** Rich messages without the accounts that they mention, for those who get them before the accounts are looked up. */
import type { RichMessage } from "@heliogram/shared/rich.ts";

/** The message in which mentions by id are their texts alone. */
export function withoutMentions(rich: RichMessage): RichMessage {
  return plain(rich) as RichMessage;
}

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ("type" in value && value.type === "text_mention") return plain((value as { readonly text?: unknown }).text);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
