/** How entities are ordered, joined and nested, and that texts that look the same have the same entities. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntityType, MessageEntity } from "./entity.ts";
import { formatText } from "./format-text.ts";
import { normalizeEntities } from "./normalize-entities.ts";

type Short = readonly [type: EntityType, offset: number, length: number];

const entity = ([type, offset, length]: Short): MessageEntity => ({ type, offset, length });
const short = ({ type, offset, length }: MessageEntity): Short => [type, offset, length];

function html(input: string): readonly Short[] {
  const outcome = formatText(input, { parse_mode: "HTML", max_code_points: 4096 });
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.entities.map(short);
}

const IN_ORDER = [
  ["blockquote", "blockquote"],
  ["a href='http://a.example'", "text_link"],
  ["b", "bold"],
  ["i", "italic"],
  ["u", "underline"],
  ["s", "strikethrough"],
  ["tg-spoiler", "spoiler"],
] as const;

describe("two over one range come in one order, whichever is outside", () => {
  const pairs = IN_ORDER.flatMap((outer, i) => IN_ORDER.slice(i + 1).map((inner) => [outer, inner] as const));
  test.each(pairs)("%s and %s", ([outerTag, outer], [innerTag, inner]) => {
    const close = (tag: string) => `</${tag.split(" ")[0]}>`;
    const expected = [outer, inner].map((type) => [type, 0, 1]);
    expect(html(`<${outerTag}><${innerTag}>x${close(innerTag)}${close(outerTag)}`)).toEqual(expected);
    expect(html(`<${innerTag}><${outerTag}>x${close(outerTag)}${close(innerTag)}`)).toEqual(expected);
  });
});

describe("nothing is in or around code, except a quote around it", () => {
  test.each<[string, readonly Short[]]>([
    ["<pre>a<b>b</b>c</pre>", [["pre", 0, 3]]],
    ["<code>a<i>b</i></code>", [["code", 0, 2]]],
    ["<pre><code>x</code> y</pre>", [["pre", 0, 3]]],
    ["<pre>a<a href='http://a.example'>b</a></pre>", [["pre", 0, 2]]],
    [
      "<b>a<pre>b</pre>c</b>",
      [
        ["bold", 0, 1],
        ["pre", 1, 1],
        ["bold", 2, 1],
      ],
    ],
    ["<b><code>x</code></b>", [["code", 0, 1]]],
    [
      "<blockquote>a<pre>b</pre></blockquote>",
      [
        ["blockquote", 0, 2],
        ["pre", 1, 1],
      ],
    ],
    ["<a href='http://a.example'>a<code>b</code></a>", [["text_link", 0, 2]]],
  ])("%s", (input, expected) => {
    expect(html(input)).toEqual(expected);
  });
});

describe("equal formats that touch or overlap are one", () => {
  test.each<[string, string]>([
    ["<b>a</b><b>b</b>", "<b>ab</b>"],
    ["<b>a<b>b</b></b>", "<b>ab</b>"],
    ["<b>a</b><strong>b</strong>", "<b>ab</b>"],
    ["<i><b>a</b></i><b>b</b>", "<b><i>a</i>b</b>"],
    ["<u>a<i>b</i></u><i>c</i>", "<u>a</u><i><u>b</u>c</i>"],
  ])("%s and %s", (first, second) => {
    expect(html(first)).toEqual(html(second));
  });

  test("a gap between them stays", () => {
    expect(html("<b>a</b>\n<b>b</b>")).toEqual([
      ["bold", 0, 1],
      ["bold", 2, 1],
    ]);
  });
});

describe("given entities", () => {
  test.each<[string, readonly Short[], readonly Short[]]>([
    [
      "of two links that overlap, the later one is dropped",
      [
        ["text_link", 0, 4],
        ["text_link", 2, 4],
      ],
      [["text_link", 0, 4]],
    ],
    [
      "of two quotes, the later one is dropped",
      [
        ["blockquote", 0, 4],
        ["expandable_blockquote", 2, 1],
      ],
      [["blockquote", 0, 4]],
    ],
    [
      "a format is split where a link begins",
      [
        ["bold", 0, 4],
        ["text_link", 2, 4],
      ],
      [
        ["bold", 0, 2],
        ["text_link", 2, 4],
        ["bold", 2, 2],
      ],
    ],
    [
      "a quote inside of code drops the code",
      [
        ["pre", 0, 3],
        ["blockquote", 1, 1],
      ],
      [["blockquote", 1, 1]],
    ],
    [
      "equal formats are joined before they are split",
      [
        ["italic", 0, 2],
        ["italic", 1, 2],
        ["bold", 2, 2],
      ],
      [
        ["italic", 0, 3],
        ["bold", 2, 1],
        ["bold", 3, 1],
      ],
    ],
  ])("%s", (_what, given, expected) => {
    expect(normalizeEntities(given.map(entity)).map(short)).toEqual(expected);
  });
});

const FORMATS = ["bold", "italic", "underline", "strikethrough", "spoiler"] as const;
const SINGLE = ["text_link", "text_mention", "custom_emoji", "url"] as const;
const VERBATIM = ["pre", "code", "date_time"] as const;
const QUOTES = ["blockquote", "expandable_blockquote"] as const;
const given = fc.array(
  fc
    .record({
      type: fc.constantFrom<EntityType>(...FORMATS, ...SINGLE, ...VERBATIM, ...QUOTES),
      offset: fc.nat({ max: 20 }),
      length: fc.integer({ min: 1, max: 10 }),
    })
    .map((each): MessageEntity => each),
  { maxLength: 12 },
);

/** The types of the entities at each place. */
function layers(entities: readonly MessageEntity[]): Set<string>[] {
  return Array.from(
    { length: 30 },
    (_, place) =>
      new Set(entities.filter((e) => e.offset <= place && place < e.offset + e.length).map(({ type }) => type)),
  );
}

const has = (layer: ReadonlySet<string>, types: readonly string[]) => types.some((type) => layer.has(type));

test("whatever is given, formats stay where they were outside of code, and the rules of nesting hold", () => {
  fc.assert(
    fc.property(given, (entities) => {
      const result = normalizeEntities(entities);
      expect(normalizeEntities(result)).toEqual(result);
      const before = layers(entities);
      for (const [place, layer] of layers(result).entries()) {
        for (const type of FORMATS) {
          expect(layer.has(type)).toBe(before[place]!.has(type) && !(entities.length > 1 && has(layer, VERBATIM)));
        }
        const wholes = [...VERBATIM, ...SINGLE].filter((type) => layer.has(type));
        expect(entities.length > 1 ? wholes.length : 0).toBeLessThanOrEqual(1);
      }
      for (const [i, outer] of result.entries()) {
        for (const inner of result.slice(i + 1)) {
          const [outerEnd, innerEnd] = [outer.offset + outer.length, inner.offset + inner.length];
          expect(inner.offset >= outer.offset).toBe(true);
          expect(inner.offset >= outerEnd || innerEnd <= outerEnd).toBe(true);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test("formats alone are split: what carries an address, a person or a language is there once at most", () => {
  fc.assert(
    fc.property(given, (entities) => {
      const whole = (each: MessageEntity) => !FORMATS.includes(each.type as never);
      const before = entities.filter(whole).map((each) => JSON.stringify(each));
      for (const each of normalizeEntities(entities).filter(whole)) {
        const at = before.indexOf(JSON.stringify(each));
        expect(at).not.toBe(-1);
        before.splice(at, 1);
      }
    }),
  );
});

test("texts that look the same have the same entities, however their formats are cut in pieces", () => {
  const format = fc.record({
    type: fc.constantFrom<EntityType>(...FORMATS),
    offset: fc.nat({ max: 20 }),
    length: fc.integer({ min: 1, max: 8 }),
  });
  fc.assert(
    fc.property(fc.array(format, { maxLength: 8 }), (entities) => {
      const pieces = entities.flatMap(({ type, offset, length }) =>
        Array.from({ length }, (_, i) => ({ type, offset: offset + i, length: 1 })),
      );
      expect(normalizeEntities(pieces.toReversed())).toEqual(normalizeEntities([...entities, ...pieces.slice(0, 1)]));
    }),
    { numRuns: 1000 },
  );
});
