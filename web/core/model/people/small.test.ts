/** Initials, matching names by a few letters, and the order of the chat list. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chatsInOrder } from "../chats/chat-order.ts";
import { matchesName } from "./name-match.ts";
import { initialsOf } from "./names.ts";

test.each([
  ["Alice", "A"],
  ["Alice van Dyke", "AD"],
  ["👩‍🚀 Crew", "👩‍🚀C"],
  ["", ""],
  ["élan", "É"],
  ["e\u0301lan", "E\u0301"],
  ["สำเนา", "สำ"],
  ["محمد", "م"],
  ["李 明", "李明"],
  [`Z${"\u0301".repeat(60)}ed`, `Z${"\u0301".repeat(3)}`],
])("the initials of %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("an initial is what a reader takes for one letter, with at most three marks, in whatever is written", () => {
  const segmenter = new Intl.Segmenter();
  const letters = fc.constantFrom(..."aéЖλبم李กำकि्षᄀ가👩🏽1".split(""), "\u0301", "\u200d", "\ufe0f", "\u200c");
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: letters })), (word) => {
      fc.pre(word !== "" && !/\s/u.test(word));
      const [{ segment }] = [...segmenter.segment(word)] as [Intl.SegmentData];
      expect(initialsOf(word)).toBe(segment.replace(/(\p{M}{3})\p{M}+/gu, "$1").toUpperCase());
    }),
  );
});

test.each([
  ["", "Anything", undefined, true],
  ["zo", "Zoë Smith", undefined, true],
  ["smi", "Zoë Smith", undefined, true],
  ["mith", "Zoë Smith", undefined, false],
  ["@zs", "Zoë Smith", "zsmith", true],
])("“%s” finds %s: %s %s", (query, title, username, expected) => {
  expect(matchesName(query, title, username)).toBe(expected);
});

test("the newest chat comes first, an empty one last", () => {
  const said = (id: number, date?: number) => ({
    chat: { id, type: "private" as const },
    ...(date === undefined ? {} : { last_message: { message_id: 1, chat: { id, type: "private" as const }, date } }),
  });
  expect(chatsInOrder({ 1: said(1, 5), 2: said(2), 3: said(3, 9) }).map(({ chat }) => chat.id)).toEqual([3, 1, 2]);
});
