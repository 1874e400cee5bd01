/** Which emoji a word finds, and which of them comes first. */
import { expect, test } from "vitest";
import { findEmojis } from "../model/emoji-search.ts";
import { loadEmojis } from "./emoji-data.ts";

const all = await loadEmojis("en");
const found = (query: string, most = 5) =>
  findEmojis(all, query)
    .slice(0, most)
    .map(({ emoji }) => plain(emoji));

/** Without the sign that asks for a picture. */
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

test("without a word all are there in their order, and a word that nothing has finds nothing", () => {
  expect(findEmojis(all, "  ")).toEqual(all);
  expect(findEmojis(all, "qqxyz")).toEqual([]);
});
