/** The syntax tree of a source file, and the few questions that the checks ask of it. */
import { posix } from "node:path";
import { parseAst } from "vitest/node";
import { lineAt, type Tree } from "./tree.ts";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const parsed = new Map<string, Node>();

/** Parses one file. Texts parsed once are remembered. */
export function parse(path: string, text: string): Node {
  const key = `${path}\n${text}`;
  let program = parsed.get(key);
  if (!program) {
    const lang = path.endsWith("x") ? "tsx" : "ts";
    program = parseAst(text, { lang }, path) as unknown as Node;
    parsed.set(key, program);
  }
  return program;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Visits every node below and including `node`, with its parents, nearest first. */
export function walk(node: Node, visit: (node: Node, parents: readonly Node[]) => void, parents: Node[] = []): void {
  visit(node, parents);
  const above = [node, ...parents];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, above);
  }
}

/** The text of a string literal, or of a template without holes; `undefined` for any other node. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map((quasi) => quasi.value.cooked).join("…");
}

/** How one file leans on another: at run time, in types alone, or by its name (a worker's file). */
export type LinkKind = "value" | "type" | "file";

export interface Link {
  readonly kind: LinkKind;
  /** As it is written. */
  readonly to: string;
  readonly line: number;
  /** What is imported by name; empty for `*` and for plain imports. */
  readonly names: readonly string[];
}

const linksOf = new WeakMap<Node, Link[]>();

/** Everything a file imports, re-exports or names as a file beside it. It is remembered, because several checks ask for it. */
export function links(path: string, text: string): readonly Link[] {
  const program = parse(path, text);
  const known = linksOf.get(program);
  if (known) return known;
  const found: Link[] = [];
  walk(program, (node) => {
    const to = stringOf(node.source);
    const line = () => lineAt(text, node.start);
    if (to !== undefined) found.push({ kind: linkKind(node), to, line: line(), names: namesIn(node) });
    else if (node.type === "NewExpression" && isNode(node.callee) && node.callee.name === "URL") {
      const file = stringOf((node.arguments as unknown[])[0]);
      if (file !== undefined && /^\.\.?\/.*\.tsx?$/.test(file))
        found.push({ kind: "file", to: file, line: line(), names: [] });
    }
  });
  linksOf.set(program, found);
  return found;
}

function specifiers(node: Node): Node[] {
  return Array.isArray(node.specifiers) ? node.specifiers : [];
}

function linkKind(node: Node): LinkKind {
  if (node.type === "TSImportType" || node.importKind === "type" || node.exportKind === "type") return "type";
  const all = specifiers(node);
  const typesAlone = all.length > 0 && all.every((each) => (each.importKind ?? each.exportKind) === "type");
  return typesAlone ? "type" : "value";
}

function namesIn(node: Node): string[] {
  const names = specifiers(node).map((each) => (each.imported ?? each.local) as Node | undefined);
  return names.flatMap((name) => (typeof name?.name === "string" ? [name.name] : []));
}

/** What the packages export by their names. */
const ENTRIES: Readonly<Record<string, string>> = {
  heliogram: "server/index.ts",
  "@heliogram/testkit": "testkit/index.ts",
  "@heliogram/testkit/vitest": "testkit/vitest.ts",
};
const WORKSPACES: Readonly<Record<string, string>> = { "@heliogram/shared/": "shared/", "heliogram/": "server/" };

/** The path of what a link points to, or `undefined` where it is no file of ours. */
export function resolve(from: string, to: string): string | undefined {
  if (to.startsWith(".")) return posix.join(posix.dirname(from), to);
  if (Object.hasOwn(ENTRIES, to)) return ENTRIES[to];
  const name = Object.keys(WORKSPACES).find((prefix) => to.startsWith(prefix));
  return name && WORKSPACES[name] + to.slice(name.length);
}

/** The files of the tree that one of its files leans on. */
export function linked(tree: Tree, path: string, kinds: readonly LinkKind[]): string[] {
  return links(path, tree.get(path)!).flatMap((link) => {
    const target = kinds.includes(link.kind) ? resolve(path, link.to) : undefined;
    return target !== undefined && /\.tsx?$/.test(target) && tree.has(target) ? [target] : [];
  });
}
