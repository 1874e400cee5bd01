/** The tree that the checks look at: every text file of the project by its path. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** Path (with `/`, from the root of the project) → text. A planted tree is a `Map` written by hand. */
export type Tree = ReadonlyMap<string, string>;

const TEXTS = new Set([".ts", ".tsx", ".mjs", ".sql", ".md", ".json", ".yaml", ".yml"]);
/** `dist-…` is a build that is under way. */
const NOT_OURS = /^(node_modules|data|coverage|dist(-.*)?)$/;
const GENERATED = new Set(["package-lock.json"]);

/** Reads the project. Folders that git ignores, hidden ones and generated files are left out. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const ours = !entry.name.startsWith(".") && !NOT_OURS.test(entry.name) && !GENERATED.has(entry.name);
      if (ours && entry.isDirectory()) visit(path);
      else if (ours && TEXTS.has(extname(entry.name))) tree.set(path, readFileSync(join(root, path), "utf8"));
    }
  };
  visit("");
  return tree;
}

/** The TypeScript files of a tree. */
export function sources(tree: Tree): [path: string, text: string][] {
  return [...tree].filter(([path]) => /\.tsx?$/.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

/** What runs at the operator's: the server and what it shares with clients, without tests. */
export function isProduct(path: string): boolean {
  return /^(server|shared|web)\//.test(path) && !isTest(path);
}

/** How many lines a text has; a closing line feed begins no further one. */
export function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The line, counted from 1, of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
