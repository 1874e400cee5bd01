/** Code that a page runs is a function, which the compiler sees, and not a string. */
import type { Finding, Rule } from "./rule.ts";
import { isNode, parse, resolve, stringOf, walk, type Node } from "./syntax.ts";
import { lineAt, sources, type Tree } from "./tree.ts";

/** Methods of pages, frames, elements and workers that take code as their first argument. */
const TAKES_CODE = new Set(["addInitScript", "evaluate", "evaluateAll", "evaluateHandle", "waitForFunction"]);

export const pageCode: Rule = {
  name: "page code",
  why: "what a page evaluates from a string, no compiler has seen: a rename breaks it where it runs",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of sources(tree)) {
      walk(parse(path, text), (node) => {
        const name = takesCode(node);
        if (name === undefined || !isString(tree, path, (node.arguments as unknown[])[0])) return;
        found.push({ path, line: lineAt(text, node.start), what: `gives ${name} code in a string` });
      });
    }
    return found;
  },
};

function takesCode({ type, callee }: Node): string | undefined {
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return undefined;
  const name = isNode(callee.property) ? String(callee.property.name) : "";
  return TAKES_CODE.has(name) ? name : undefined;
}

/** Whether a value is a string as far as it is written out: in place, under a name, or as what a function returns. */
function isString(tree: Tree, path: string, value: unknown): boolean {
  if (!isNode(value)) return false;
  if (stringOf(value) !== undefined) return true;
  if (value.type === "CallExpression") return isString(tree, path, returnedBy(declared(tree, path, value.callee)));
  return value.type === "Identifier" && stringOf(declared(tree, path, value)) !== undefined;
}

/** The value of an arrow function without a block. */
function returnedBy(value: unknown): unknown {
  return isNode(value) && value.type === "ArrowFunctionExpression" ? value.body : undefined;
}

/** What a name stands for that is declared in the file, or in the file from which it is imported. */
function declared(tree: Tree, path: string, name: unknown): unknown {
  const text = tree.get(path);
  if (!isNode(name) || name.type !== "Identifier" || text === undefined || !/\.tsx?$/.test(path)) return undefined;
  let found: unknown;
  walk(parse(path, text), (node) => {
    if (node.type === "VariableDeclarator" && isNamed(node.id, name)) found = node.init;
    if (node.type !== "ImportDeclaration") return;
    const specifier = (node.specifiers as Node[]).find((each) => isNamed(each.local, name));
    const from = specifier && resolve(path, stringOf(node.source)!);
    if (from !== undefined) found = declared(tree, from, specifier!.imported);
  });
  return found;
}

function isNamed(node: unknown, { name }: Node): boolean {
  return isNode(node) && node.name === name;
}
