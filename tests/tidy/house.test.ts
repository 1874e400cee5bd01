/** Holds the tree to its rules, and every rule to a planted tree that breaks it (STYLE.md). */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { KNOWN } from "./known.ts";
import { PLANTED } from "./planted.ts";
import { emptyRooms } from "./rooms.ts";
import { show } from "./rule.ts";
import { RULES } from "./list.ts";
import { readTree } from "./project.ts";

const tree = readTree(fileURLToPath(new URL("../..", import.meta.url)));

describe("the tree keeps the rule of", () => {
  test.each(RULES.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
    const known = new Set(KNOWN.filter((each) => each.rule === name).map((each) => each.path));
    const found = rule.check(tree);
    const fresh = found.filter(({ path }) => !known.has(path)).map(show);
    expect(fresh, rule.why).toEqual([]);
    const mended = [...known].filter((path) => !found.some((each) => each.path === path));
    expect(mended, "mended: take these out of tests/tidy/known.ts").toEqual([]);
  });

  test("rooms: every row stands for a room", () => {
    expect(emptyRooms(tree.keys())).toEqual([]);
  });
});

describe("planted", () => {
  test.each(PLANTED.map((each) => [each.rule.name, each.about, each] as const))("%s: %s", (_name, _about, planted) => {
    const found = planted.rule.check(new Map(Object.entries(planted.tree))).map(show);
    expect(found).toHaveLength(planted.finds.length);
    for (const part of planted.finds) expect(found).toContainEqual(expect.stringContaining(part));
  });

  test("every rule has a bad tree", () => {
    const caught = new Set(PLANTED.filter((each) => each.finds.length > 0).map((each) => each.rule));
    expect(RULES.filter((rule) => !caught.has(rule)).map((rule) => rule.name)).toEqual([]);
  });
});
