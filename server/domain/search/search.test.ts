/** Folding, tokenizing and matching of texts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collectGarbage } from "../../../tests/support/collect-garbage.ts";
import { indexWords, hasKind, textsOf } from "./document.ts";
import { fold } from "./fold.ts";
import { indexWordsOf, clausesOf, findPhrases, parseQuery, type Range } from "./query.ts";
import { tokenize } from "./tokenize.ts";

/** What people write: several scripts, marks, emoji, signs. */
const letters =
  "abcXYZäÖéøßŁıİσςΣÆﬁ½²①٣१ΐ" +
  "ـأإآٱىةیکَّ" +
  "東京漢字かなガｶﾞ한국각" +
  "สวัสดีที่ไทย" +
  "👩👍🏽🇩🇪ℹ" +
  "e\u0301か\u3099\u200d\u200c\u00ad";
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters, " ", ".", "-", "\u3000", '"'), maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 30 }),
);

const found = (query: string, ...texts: string[]): string[] | undefined =>
  findPhrases(parseQuery(query), texts)?.map(({ offset, length }: Range) => texts[0]!.slice(offset, offset + length));

describe("folding", () => {
  test("letters with thousands of marks are not kept in memory", () => {
    fold("ö");
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    // Each is a letter of its own: 300 of them would take 2.4 MB.
    for (let i = 0; i < 300; i++) fold(`${String.fromCodePoint(0x4e00 + i)}${"\u0315\u0316".repeat(2000)}`);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1024 * 1024);
  });

  test.each([
    ["Müller", "muller"],
    ["Mu\u0308ller", "muller"],
    ["STRASSE", fold("straße")],
    ["ＦＵＬＬ", "full"],
    ["ΣΟΦΟΣ", fold("σοφος")],
    ["Łódź", "lodz"],
    ["İstanbul", fold("istanbul")],
    ["أحمد", fold("احمد")],
    ["مـــحَمَّد", fold("محمد")],
    ["مدرسة", fold("مدرسه")],
    ["١٢٣", "123"],
    ["ｶﾞ", "ガ"],
    ["か\u3099", "が"],
    ["한", "한"],
  ])("%s is %s", (written, folded) => expect(fold(written)).toBe(folded));

  test("voicing marks of kana and vowels of Thai are not removed", () => {
    expect(fold("が")).not.toBe(fold("か"));
    expect(fold("ที่")).not.toBe(fold("ท"));
  });

  test("folding again changes nothing", () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(fold(fold(each))).toBe(fold(each));
      }),
    );
  });
});

describe("tokens of a text", () => {
  test("are sorted, within the text, and at boundaries of code points", () => {
    fc.assert(
      fc.property(text, (each) => {
        const borders = new Set([0]);
        for (const point of each) borders.add(Math.max(...borders) + point.length);
        let at = 0;
        for (const { start, end, text: folded } of tokenize(each)) {
          expect(folded).not.toBe("");
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(borders.has(start) && borders.has(end)).toBe(true);
          expect(end).toBeGreaterThanOrEqual(at);
          at = end;
        }
      }),
    );
  });

  test("have only letters, digits and emoji in the index", () => {
    fc.assert(
      fc.property(text, (each) => {
        const words = indexWordsOf(each);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI}]+$/u);
      }),
    );
  });
});

describe("a query", () => {
  test.each([
    ["release words", "words of a release", ["words", "release"]],
    ["Muller", "Herr MÜLLER kommt", ["MÜLLER"]],
    ["strasse", "Straße 1", ["Straße"]],
    ["mull", "Müllers", ["Müllers"]],
    ["lunch", "Lunch, lunch!", ["Lunch", "lunch"]],
    ["foo.png", "see foo.png", ["foo.png"]],
    ["appel", "l’appel", ["appel"]],
    ["qwen", "qwen3.6 is out", ["qwen3"]],
    ['"good morning"', "Good  morning!", ["Good  morning"]],
    ["東京", "私は東京に住む", ["東京"]],
    ["京", "東京", ["京"]],
    ["天气", "今天天气很好", ["天气"]],
    ["สดี", "สวัสดี", ["สดี"]],
    ["국어", "한국어를", ["국어"]],
    ["احمد", "جاء أَحْمَد", ["أَحْمَد"]],
    ["👍", "fine 👍🏽", ["👍🏽"]],
    ["100%", "100% sure", ["100"]],
  ])("%s finds %s", (query, said, ranges) => expect(found(query, said)?.toSorted()).toEqual(ranges.toSorted()));

  test.each([
    ["rel words", "words of a release"],
    ["foo.png", "png of foo"],
    ['"good morning"', "morning, good"],
    ['"good morn"', "good morning"],
    ["京東", "東京"],
    ["東京", "東、京"],
    ["か", "が"],
    ["lunch dinner", "lunch"],
  ])("%s does not find %s", (query, said) => expect(found(query, said)).toBeUndefined());

  test("matches words in several texts of a message", () => {
    expect(found("report march", "in march", "report.pdf")).toEqual(["march"]);
    expect(found("report", "in march", "report.pdf")).toEqual([]);
  });

  test("without a word, letter or emoji has no phrases", () => {
    expect(clausesOf(parseQuery("+++ ... ''"))).toEqual([]);
  });

  test("made of a part of a text matches that text, in the index too", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), fc.boolean(), (each, a, b, isQuoted) => {
        const tokens = tokenize(each);
        fc.pre(tokens.length > 0);
        const [from, to] = [a % tokens.length, b % tokens.length].sort((x, y) => x - y) as [number, number];
        const piece = each.slice(tokens[from]!.start, tokens[to]!.end).replaceAll(/["“”„«»]/g, " ");
        const phrases = parseQuery(isQuoted ? `"${piece}"` : piece);
        expect(findPhrases(phrases, [each])).toBeDefined();
        const words = indexWordsOf(each);
        for (const { word, isPrefix } of clausesOf(phrases)) {
          expect(words.some((has) => (isPrefix ? has.startsWith(word) : has === word))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("that matches a text also matches its index words, and its ranges are sorted and within the text", () => {
    fc.assert(
      fc.property(text, text, (query, said) => {
        const phrases = parseQuery(query);
        const ranges = findPhrases(phrases, [said]);
        fc.pre(ranges !== undefined);
        const words = indexWordsOf(said);
        for (const { word, isPrefix } of clausesOf(phrases)) {
          expect(words.some((has) => (isPrefix ? has.startsWith(word) : has === word))).toBe(true);
        }
        let at = -1;
        for (const { offset, length } of ranges!) {
          expect(offset).toBeGreaterThan(at);
          at = offset + length;
        }
        expect(at).toBeLessThanOrEqual(said.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a message", () => {
  const message = {
    chat_id: -5,
    sender_id: 7,
    sender_chat_id: null,
    thread_id: null,
    text: "Hello hello",
    content: {},
  };

  test("has its words, its chat and its sender in the index", () => {
    expect([...new Set(indexWords(message).split(" "))].sort()).toEqual(["_cn5", "_s7", "hello"]);
    expect(indexWords({ ...message, sender_chat_id: -5 })).not.toContain("_s7");
    // PostgreSQL refuses an empty word.
    expect(
      indexWords({ ...message, text: "…" })
        .split(" ")
        .sort(),
    ).toEqual(["_cn5", "_s7"]);
  });

  test("has its kind, and the kind of links", () => {
    const link = {
      ...message,
      content: { entities: [{ type: "text_link", offset: 0, length: 5, url: "x" }] as const },
    };
    expect([hasKind(link, "link"), hasKind(message, "link"), hasKind(message, "photo")]).toEqual([true, false, false]);
    const venue = { title: "Inn", address: "Street", location: undefined };
    expect(hasKind({ ...message, content: { venue } as never }, "location")).toBe(true);
  });

  test("is found by the name of its file", () => {
    const media = { kind: "document", file: 1, sha256: "", size: 1, mime_type: "x", file_name: "Report.pdf" } as const;
    expect(textsOf({ ...message, content: { media } })).toEqual(["Hello hello", "Report.pdf"]);
  });
});
