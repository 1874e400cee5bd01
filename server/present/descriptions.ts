/** Descriptions as people's clients show them: with the links and names in them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { detect } from "../domain/text/detect.ts";

/** The entities of a description that lead somewhere; nothing where there are none. */
export function linksOf(text: string): Wire.MessageEntity[] | undefined {
  const found = detect(text).filter(({ type }) => type === "url" || type === "email" || type === "mention");
  return found.length === 0 ? undefined : found.map(({ type, offset, length }) => ({ type, offset, length }));
}

/** The members of an object that has a description; none, if it is empty. */
export function presentDescription(text: string): {
  readonly description?: string;
  readonly description_entities?: Wire.MessageEntity[];
} {
  if (text === "") return {};
  const description_entities = linksOf(text);
  return { description: text, ...(description_entities ? { description_entities } : {}) };
}
