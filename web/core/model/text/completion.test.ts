/** Where a completion menu opens while typing, and where it does not. */
import { expect, test } from "vitest";
import { closedEmojiAt, completionAt } from "./completion.ts";

test.each([
  ["@", "mention", "", 0],
  ["hi @bo", "mention", "bo", 3],
  ["(@Zoë", "mention", "Zoë", 1],
  ["/", "command", "", 0],
  ["/Sta", "command", "sta", 0],
  [":smi", "emoji", "smi", 0],
  ["so :+1", "emoji", "+1", 3],
])("%j asks for a %s", (text, kind, query, from) => {
  expect(completionAt(text, text.length)).toEqual({ kind, query, from, to: text.length });
});

test.each(["me@host", "a/b", "see /help", "/help me", "12:30", ":)", ":s", "@@", "https://@x"])(
  "%j asks for nothing",
  (text) => {
    expect(completionAt(text, text.length)).toBeUndefined();
  },
);

test("what stands behind the caret does not count", () => {
  expect(completionAt("@bo and more", 3)).toEqual({ kind: "mention", query: "bo", from: 0, to: 3 });
  expect(completionAt("@bo and more", 8)).toBeUndefined();
});

test("a closed name of an emoji", () => {
  expect(closedEmojiAt("so :smile:", 10)).toMatchObject({ query: "smile", from: 3, to: 10 });
  expect(closedEmojiAt("😀:key:", 7)).toMatchObject({ query: "key" });
  for (const text of ["12:30:", "map::key:", "https://gh.oh/:key:", "`a :key:", "```\na :key:"])
    expect(closedEmojiAt(text, text.length)).toBeUndefined();
  expect(closedEmojiAt("so :smile", 9)).toBeUndefined();
});
