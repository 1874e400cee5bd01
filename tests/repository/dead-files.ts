/** Files that nothing runs: product files must be reached from the command, the rest from a test, a tool or a script. */
import type { Finding, Rule } from "./rule.ts";
import { linked } from "./syntax.ts";
import { isProduct, isTest, sources, type Tree } from "./tree.ts";

/** The command, the interfaces of the packages, the web client, and what builds it. */
const PROGRAMS = [
  "server/main.ts",
  "server/index.ts",
  "testkit/index.ts",
  "testkit/vitest.ts",
  "testkit/jest.ts",
  "web/main.tsx",
  "web/modules.d.ts",
  "web/build/ensure.ts",
  "web/vite.config.ts",
  "web/lingui.config.ts",
];

export const deadFiles: Rule = {
  name: "dead files",
  why: "code that nothing runs is read, kept and believed all the same",
  check(tree) {
    const product = reach(tree, PROGRAMS);
    const everything = reach(tree, [...PROGRAMS, ...tests(tree), ...named(tree)]);
    return sources(tree).flatMap(([path]): Finding[] => {
      if (isProduct(path) && !product.has(path))
        return [{ path, line: 1, what: `is not reached from ${PROGRAMS.join(", ")}` }];
      return everything.has(path) ? [] : [{ path, line: 1, what: "is reached from no test, tool or script" }];
    });
  },
};

function tests(tree: Tree): string[] {
  return [...tree.keys()].filter(isTest);
}

/** Files at the root (the tools' own settings), and files that these or a script name by their path. */
function named(tree: Tree): string[] {
  const settings = [...tree.keys()].filter((path) => /^[^/]+\.tsx?$/.test(path));
  const texts = [...settings, "package.json"].map((path) => tree.get(path) ?? "").join("\n");
  const paths = [...texts.matchAll(/[\w./-]+\.tsx?\b/g)].map(([path]) => path.replace(/^\.\//, ""));
  return [...settings, ...paths.filter((path) => tree.has(path))];
}

function reach(tree: Tree, roots: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const queue = roots.filter((path) => tree.has(path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    queue.push(...linked(tree, path, ["value", "type", "file"]));
  }
  return reached;
}
