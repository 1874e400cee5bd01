/** Excerpts of found messages. */
import type { Message, MessageEntity } from "@heliogram/shared/wire.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf, type Range } from "./excerpt.ts";

function said(text: string, entities: readonly MessageEntity[] = []): Message {
  return { message_id: 1, chat: { id: 1, type: "private" }, date: 0, text, entities: [...entities] };
}

/** The pieces as one text, with brackets around marked ones. */
function shown(text: string, matches: readonly Range[], entities?: readonly MessageEntity[]): string {
  const pieces = excerptOf(said(text, entities), matches);
  return pieces.map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece)).join("");
}

const at = (text: string, ...words: string[]) =>
  words.map((word) => ({ offset: text.indexOf(word), length: word.length }));

test("every match is marked where it is", () => {
  const text = "The release has many words, and it is here";
  expect(shown(text, at(text, "release", "words"))).toBe("The [release] has many [words], and it is here");
  expect(shown(text, [])).toBe(text);
  expect(shown("Ja\nnein", [{ offset: 3, length: 4 }])).toBe("Ja [nein]");
});

test("of a long text, what stands far before the first match is left out, from the beginning of a word", () => {
  const text = `${"Many words come before it. ".repeat(9)}Then it is found`;
  expect(shown(text, at(text, "found"))).toBe("…it. Then it is [found]");
});

test("no character is cut in two", () => {
  for (const long of ["👩‍👩‍👧", "é".normalize("NFD"), "字", "👍🏽"]) {
    const text = `${long.repeat(80)}found`;
    const [, begin] = excerptOf(said(text), at(text, "found"));
    expect(begin!.text.startsWith(long), long).toBe(true);
  }
});

test("what a spoiler hides is neither shown nor marked", () => {
  const text = "Open: it was the butler";
  const spoiler = { type: "spoiler", offset: 6, length: 17 } as const;
  expect(shown(text, at(text, "Open", "butler"), [spoiler])).toBe("[Open]: ▒▒ ▒▒▒ ▒▒▒ ▒▒▒▒▒▒");
});

test("all that follows the beginning is there, in order", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.array(fc.nat(20), { maxLength: 8 }),
      (text, steps) => {
        const matches: Range[] = [];
        let offset = 0;
        for (const step of steps) {
          offset += step + 1;
          if (offset + 2 <= text.length) matches.push({ offset, length: 2 });
          offset += 2;
        }
        const pieces = excerptOf(said(text), matches);
        const whole = pieces.map((piece) => piece.text).join("");
        const flat = text.replaceAll(/\s+/g, " ");
        const rest = whole.startsWith("…") ? whole.slice(1) : whole;
        expect(flat.replaceAll(" ", "").endsWith(rest.replaceAll(" ", ""))).toBe(true);
        expect(pieces.filter(({ marked }) => marked)).toHaveLength(matches.length);
      },
    ),
  );
});
