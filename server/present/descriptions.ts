/** Presents descriptions to people's clients, with entities for the links and mentions in them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { detect } from "@heliogram/shared/text/detect.ts";

/** The links, e-mail addresses and mentions of a description; `undefined` if there are none. */
export function linksOf(text: string): Wire.MessageEntity[] | undefined {
  const found = detect(text).filter(({ type }) => type === "url" || type === "email" || type === "mention");
  return found.length === 0 ? undefined : found.map(({ type, offset, length }) => ({ type, offset, length }));
}

/** The description fields of an object; none if the description is empty. */
export function presentDescription(text: string): {
  readonly description?: string;
  readonly description_entities?: Wire.MessageEntity[];
} {
  if (text === "") return {};
  const description_entities = linksOf(text);
  return { description: text, ...(description_entities ? { description_entities } : {}) };
}
