/** Runs the repository checks on the tree, and each check on small trees that break it (STYLE.md). */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { unusedRows } from "./modules.ts";
import { PLANTED } from "./planted.ts";
import { show } from "./rule.ts";
import { RULES } from "./rules.ts";
import { readTree } from "./tree.ts";

const tree = readTree(fileURLToPath(new URL("../..", import.meta.url)));

describe("the tree passes the check of", () => {
  test.each(RULES.map((rule) => [rule.name, rule] as const))("%s", (_name, rule) => {
    expect(rule.check(tree).map(show), rule.why).toEqual([]);
  });

  test("module dependencies: every row has a file", () => {
    expect(unusedRows(tree.keys())).toEqual([]);
  });
});

describe("planted faults are found:", () => {
  test.each(PLANTED.map((each) => [each.rule.name, each.about, each] as const))("%s: %s", (_name, _about, planted) => {
    const found = planted.rule.check(new Map(Object.entries(planted.tree))).map(show);
    expect(found).toHaveLength(planted.finds.length);
    for (const part of planted.finds) expect(found).toContainEqual(expect.stringContaining(part));
  });

  test("every rule has a tree that breaks it", () => {
    const caught = new Set(PLANTED.filter((each) => each.finds.length > 0).map((each) => each.rule));
    expect(RULES.filter((rule) => !caught.has(rule)).map((rule) => rule.name)).toEqual([]);
  });
});
