/** Search parameters: every parameter is named, and every route uses such a parser. */
import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readInteger, readText, readTrue, searchParser } from "./search-parser.ts";

const parse = searchParser<{ name?: string; id?: number; open?: true }>({
  name: readText,
  id: readInteger,
  open: readTrue,
});

test("valid parameters are read, and a text of digits stays a text", () => {
  expect(parse({ name: 12, id: 5, open: true, other: "x" })).toEqual({ name: "12", id: 5, open: true });
});

test("no value of a parameter gets past the parser when the router adds what the result does not name", () => {
  fc.assert(
    fc.property(fc.record({ name: fc.anything(), id: fc.anything(), open: fc.anything() }), (raw) => {
      const { name, id, open } = { ...raw, ...parse(raw) };
      expect([name, id, open].map((each) => typeof each)).toEqual([
        expect.stringMatching(/^(string|undefined)$/),
        expect.stringMatching(/^(number|undefined)$/),
        expect.stringMatching(/^(boolean|undefined)$/),
      ]);
    }),
  );
});

test("every route reads its search with such a parser", () => {
  const web = new URL("../../../", import.meta.url);
  const used = [...readFileSync(new URL("routes.tsx", web), "utf8").matchAll(/validateSearch: ([^,]+),/g)];
  const sources = globSync("**/*.{ts,tsx}", { cwd: web, exclude: ["dist/**"] }).map((path) =>
    readFileSync(new URL(path, web), "utf8"),
  );
  const parsers = sources.flatMap((source) =>
    [...source.matchAll(/const (\w+) = searchParser</g)].map(([, name]) => name),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.map(([, name]) => name).filter((name) => !parsers.includes(name))).toEqual([]);
});
