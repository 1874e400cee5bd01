/** Tests of which emoji a search finds, and in which order. */
import { expect, test } from "vitest";
import { searchEmoji } from "../../core/model/text/emoji-search.ts";
import { loadEmojis } from "./emoji-data.ts";

const all = await loadEmojis("en");
const found = (query: string, most = 5) =>
  searchEmoji(all, query)
    .slice(0, most)
    .map(({ emoji }) => plain(emoji));

/** Without the variation selector. */
const plain = (emoji: string) => emoji.replaceAll("\u{fe0f}", "");

test.each([
  ["ok", ["🆗", "👌"]],
  ["OK hand", ["👌"]],
  ["thumbs", ["👍", "👎"]],
  ["rocket", ["🚀"]],
  ["heart", ["❤️"]],
  ["red heart", ["❤️"]],
  ["fire", ["🔥"]],
  ["smile", ["😄"]],
  ["tada", ["🎉"]],
  ["+1", ["👍"]],
  ["heart blue", ["💙"]],
  ["cat", ["🐱", "🐈"]],
])("%j finds first %j", (query, first) => {
  expect(found(query, first.length).toSorted()).toEqual(first.map(plain).toSorted());
});

test("an empty query returns all emoji in their order, and an unknown word returns none", () => {
  expect(searchEmoji(all, "  ")).toEqual(all);
  expect(searchEmoji(all, "qqxyz")).toEqual([]);
});
