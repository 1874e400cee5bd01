/** The address that a text leads to first, which a preview of it would show. */
import type { MessageEntity } from "./entity.ts";

/** The first address of a text that was found in it, or is behind its words; `undefined` without one. */
export function firstAddress(text: string, entities: readonly MessageEntity[] = []): string | undefined {
  const first = entities.find(({ type }) => type === "url" || type === "text_link");
  if (first === undefined) return undefined;
  if (first.type === "text_link") return first.url;
  const address = text.slice(first.offset, first.offset + first.length);
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}
