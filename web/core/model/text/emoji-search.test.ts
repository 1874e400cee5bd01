/** The ranking of emoji by name, and the list of recent emoji. */
import { expect, test } from "vitest";
import { searchEmoji, withRecent } from "./emoji-search.ts";

const named = (emoji: string, names: readonly string[], tags: readonly string[] = []) => ({ emoji, names, tags });

test("a whole name goes before a word of a name, that before a tag, and the beginning of one before its middle", () => {
  const all = [
    named("middle", ["woke"]),
    named("begins", ["okra"]),
    named("tag", ["fine"], ["ok"]),
    named("word", ["person gesturing OK"]),
    named("plain word", ["OK_hand"]),
    named("whole", ["OK button", "ok"]),
    named("other", ["no"]),
  ];
  const order = ["whole", "plain word", "word", "tag", "begins", "middle"];
  expect(searchEmoji(all, " Ok ").map(({ emoji }) => emoji)).toEqual(order);
});

test("what was used last comes first, once, and the oldest goes", () => {
  expect(withRecent(["a", "b", "c"], "b", 3)).toEqual(["b", "a", "c"]);
  expect(withRecent(["a", "b", "c"], "d", 3)).toEqual(["d", "a", "b"]);
});
