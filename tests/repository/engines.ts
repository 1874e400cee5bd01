/** SQL stands in the store alone, and only the engines' own files know which engine runs. */
import type { Finding, Rule } from "./rule.ts";
import { parse, stringOf, walk, type Node } from "./syntax.ts";
import { isProduct, lineAt, sources } from "./tree.ts";

/** Who may name an engine: its files, the one that opens it, and those who read the operator's choice. */
const MAY_NAME = [
  "server/store/sqlite/",
  "server/store/postgres/",
  "server/store/open.ts",
  "server/store/inspect/inspect.ts",
  "server/store/search/sqlite",
  "server/store/search/postgres",
  "server/store/search/open.ts",
  "server/store/search/worker.ts",
  // What a figure means on each of them.
  "server/operations/metric-table.ts",
  "server/settings/",
  "server/cli/",
  "server/runtime/",
];

const ENGINE = /sqlite|postgres|\bpg\b/i;

export const engineNames: Rule = {
  name: "engine names",
  why: "one question about the engine outside its file becomes a hundred, and every query has two forms",
  check(tree) {
    return search(
      tree,
      (path) => !MAY_NAME.some((owner) => path.startsWith(owner)),
      (node) => {
        const text = stringOf(node) ?? (node.type === "Identifier" ? String(node.name) : "");
        const engine = ENGINE.exec(text)?.[0];
        return engine && `names an engine (${engine})`;
      },
    );
  },
};

const STATEMENTS = [
  /^\s*select\b[\s\S]+\bfrom\b/i,
  /^\s*insert\s+(or\s+\w+\s+)?into\b/i,
  /^\s*update\s+\w+\s+set\b/i,
  /^\s*delete\s+from\b/i,
  /^\s*(create|alter|drop)\s+(unique\s+)?(table|index|view|trigger)\b/i,
  /^\s*with\s+\w+\s*(\([^)]*\)\s*)?as\s*\(/i,
  /^\s*(begin|savepoint|pragma|vacuum)\s+\w+/i,
];

export const sqlText: Rule = {
  name: "SQL text",
  why: "a query outside the store runs on one engine, untested by the suite that both must pass",
  check(tree) {
    return search(
      tree,
      (path) => !path.startsWith("server/store/"),
      (node) => {
        const text = stringOf(node);
        const isSql = text !== undefined && STATEMENTS.some((statement) => statement.test(text));
        return isSql ? "holds SQL" : undefined;
      },
    );
  },
};

type Look = (node: Node) => string | undefined;

function search(tree: ReadonlyMap<string, string>, where: (path: string) => boolean, look: Look): Finding[] {
  const found: Finding[] = [];
  for (const [path, text] of sources(tree)) {
    if (!isProduct(path) || !where(path)) continue;
    walk(parse(path, text), (node) => {
      const what = look(node);
      if (what) found.push({ path, line: lineAt(text, node.start), what });
    });
  }
  return found;
}
