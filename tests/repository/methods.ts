/** Every method is one file, named in its list and called by name in a test; bots' methods stand in the README. */
import type { Finding, Rule } from "./rule.ts";
import { linked, parse, stringOf, walk } from "./syntax.ts";
import { isTest, sources, type Tree } from "./tree.ts";

/** The parts that both lists have. */
const PARTS = ["server/methods/bot/sending-methods.ts", "server/methods/bot/topic-methods.ts"];
const METHOD = /^server\/methods\/(bot|user)\/(\w+)\.ts$/;

export const methods: Rule = {
  name: "methods",
  why: "a method outside the list answers 404, and one without a test answers anything",
  check(tree) {
    const called = calledInTests(tree);
    const found: Finding[] = [];
    for (const [path] of sources(tree)) {
      const [, api, name] = METHOD.exec(path) ?? [];
      if (name === undefined || name === "index") continue;
      const list = `server/methods/${api}/index.ts`;
      const listed = [list, ...PARTS].some((each) => tree.has(each) && linked(tree, each, ["value"]).includes(path));
      if (!listed) found.push({ path, line: 1, what: `is not in ${list}` });
      if (!called.has(name.toLowerCase())) found.push({ path, line: 1, what: "is called in no test" });
      const readme = tree.get("README.md");
      if (api === "bot" && readme !== undefined && !readme.includes(`\`${name}\``)) {
        found.push({ path, line: 1, what: "is not in README.md" });
      }
    }
    return found;
  },
};

/** Every word in a string of a test, in lower case: tests call methods by their names. */
function calledInTests(tree: Tree): Set<string> {
  const called = new Set<string>();
  for (const [path, text] of sources(tree)) {
    if (!isTest(path)) continue;
    walk(parse(path, text), (node) => {
      for (const word of stringOf(node)?.match(/\w+/g) ?? []) called.add(word.toLowerCase());
      if (node.type === "Identifier") called.add(String(node.name).toLowerCase());
    });
  }
  return called;
}
