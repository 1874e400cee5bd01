/** What a part of a text looks like. */
import { expect, test } from "vitest";
import type { EntityType } from "./entity.ts";
import { quoteEntities } from "./quote-entities.ts";

const at = (type: EntityType, offset: number, length: number) => ({ type, offset, length });

test.each([
  ["within", at("spoiler", 12, 2), [at("spoiler", 2, 2)]],
  ["all of it", at("bold", 10, 5), [at("bold", 0, 5)]],
  ["over both edges", at("italic", 0, 100), [at("italic", 0, 5)]],
  ["over its beginning", at("underline", 8, 4), [at("underline", 0, 2)]],
  ["over its end", at("strikethrough", 14, 4), [at("strikethrough", 4, 1)]],
  ["before it", at("bold", 5, 5), []],
  ["after it", at("bold", 15, 5), []],
  ["no look", at("code", 12, 2), []],
] as const)("%s", (_where, entity, kept) => {
  expect(quoteEntities([entity], 10, 5)).toEqual(kept);
});
