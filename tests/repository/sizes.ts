/** How long files and functions may be (STYLE.md, Sizes). */
import type { Finding, Rule } from "./rule.ts";
import { isNode, parse, walk, type Node } from "./syntax.ts";
import { isProduct, lineAt, lineCount, sources } from "./tree.ts";

export const LIMITS = {
  /** No file is longer. */
  file: 500,
  /** Nine product files in ten are no longer. */
  ninth_tenth: 250,
  /** Half of the product files are no longer. */
  median: 80,
  /** No function is longer, from its first line to its last. */
  function: 60,
} as const;

export const sizes: Rule = {
  name: "sizes",
  why: "what does not fit on a screen is read in part and changed in hope",
  check(tree) {
    const found: Finding[] = [];
    const product: number[] = [];
    for (const [path, text] of sources(tree)) {
      const lines = lineCount(text);
      if (isProduct(path)) product.push(lines);
      if (lines > LIMITS.file) found.push({ path, line: 1, what: `has ${lines} lines, more than ${LIMITS.file}` });
      found.push(...longFunctions(path, text));
    }
    return [...found, ...spread(product)];
  },
};

function spread(lines: number[]): Finding[] {
  lines.sort((a, b) => a - b);
  const at = (share: number) => lines[Math.ceil(lines.length * share) - 1] ?? 0;
  const found: Finding[] = [];
  if (at(0.5) > LIMITS.median) found.push(overall(`the median file has ${at(0.5)} lines, more than ${LIMITS.median}`));
  const most = at(0.9);
  if (most > LIMITS.ninth_tenth) {
    found.push(overall(`one file in ten has ${most} lines or more; the limit is ${LIMITS.ninth_tenth}`));
  }
  return found;
}

function overall(what: string): Finding {
  return { path: "server", line: 1, what };
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function longFunctions(path: string, text: string): Finding[] {
  const found: Finding[] = [];
  walk(parse(path, text), (node, parents) => {
    if (!FUNCTIONS.has(node.type) || isSuite(node, parents[0])) return;
    const line = lineAt(text, node.start);
    const length = lineAt(text, node.end) - line + 1;
    if (length <= LIMITS.function) return;
    found.push({ path, line, what: `${nameOf(node, parents[0])} has ${length} lines, more than ${LIMITS.function}` });
  });
  return found;
}

/** The body of a `describe` is a list of tests, not a function anybody reads as one. */
function isSuite(node: Node, parent: Node | undefined): boolean {
  if (parent?.type !== "CallExpression" || parent.callee === node) return false;
  let callee: unknown = parent.callee;
  while (isNode(callee) && callee.name === undefined) callee = callee.callee ?? callee.tag ?? callee.object;
  return isNode(callee) && callee.name === "describe";
}

function nameOf(node: Node, parent: Node | undefined): string {
  const named = [node.id, parent?.id, parent?.key].find(isNode);
  return typeof named?.name === "string" ? named.name : "a function";
}
