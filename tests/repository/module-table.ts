/** The module table of ARCHITECTURE.md: it says of every module what it may import. */
import { MODULES } from "./modules.ts";
import type { Finding, Rule } from "./rule.ts";

const PAGE = "ARCHITECTURE.md";
const HEADER = /^\|\s*Module\s*\|\s*Content\s*\|\s*May import\s*\|$/;

/** A row stands for the modules that its first cell names, and for the modules in their folders. */
interface Row {
  readonly line: number;
  readonly names: readonly string[];
  readonly modules: readonly string[];
  readonly imports: string;
}

export const moduleTable: Rule = {
  name: "module table",
  why: "who plans a change reads the table of ARCHITECTURE.md, and not that of the check",
  check(tree) {
    const page = tree.get(PAGE);
    if (page === undefined) return [];
    const rows = rowsOf(page);
    const found: Finding[] = [];
    const report = (line: number, what: string) => found.push({ path: PAGE, line, what });
    for (const row of rows) {
      const missing = row.names.filter((name) => !exists(tree.keys(), name));
      if (missing.length > 0) report(row.line, `has a row for ${missing.join(", ")}, which does not exist`);
      const imports = importsOf(row, rows);
      if (row.modules.length > 0 && row.imports !== imports) report(row.line, `${row.names[0]} may import: ${imports}`);
    }
    for (const module of Object.keys(MODULES)) {
      const count = rows.filter((row) => row.modules.includes(module)).length;
      if (count !== 1) report(1, `has ${count} rows for ${module}`);
    }
    return found;
  },
};

function rowsOf(page: string): Row[] {
  const lines = page.split("\n");
  const header = lines.findIndex((line) => HEADER.test(line));
  const rows: Row[] = [];
  // The line behind the header separates it from the rows.
  for (let at = header + 2; header !== -1 && lines[at]?.startsWith("|"); at++) {
    const [, first = "", , imports = ""] = lines[at]!.split("|").map((cell) => cell.trim());
    const names = Array.from(first.matchAll(/`([^`]+)`/g), ([, name]) => name!);
    const modules = Object.keys(MODULES).filter((module) => names.some((name) => isIn(module, name)));
    rows.push({ line: at + 1, names, modules, imports });
  }
  return rows.map((row) => ({
    ...row,
    modules: row.modules.filter((module) => rowOf(module, rows) === row || isNamed(module, row)),
  }));
}

/** The row whose name is the longest of those that have the module. */
function rowOf(module: string, rows: readonly Row[]): Row | undefined {
  const lengthIn = (row: Row) =>
    Math.max(0, ...row.names.filter((name) => isIn(module, name)).map((name) => name.length));
  return rows.toSorted((a, b) => lengthIn(b) - lengthIn(a))[0];
}

function isNamed(module: string, row: Row): boolean {
  return row.names.includes(module);
}

function isIn(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}/`);
}

function exists(paths: Iterable<string>, name: string): boolean {
  for (const path of paths) if (isIn(path, name)) return true;
  return false;
}

/** What the modules of a row may import besides each other, in the words of the table. */
function importsOf(row: Row, rows: readonly Row[]): string {
  const values = new Set(row.modules.flatMap((module) => MODULES[module]!.imports));
  if (values.has("*")) return "everything";
  const types = row.modules.flatMap((module) => MODULES[module]!.typesOf ?? []);
  // A row of many modules names others by their rows as well.
  const isGroup = row.modules.length > row.names.length;
  const shown = (modules: Iterable<string>) => {
    const named = [...modules].filter((module) => !row.modules.includes(module));
    const groups = named.map((module) => (isGroup ? rows.find((each) => each.modules.includes(module)) : undefined));
    return new Set(named.map((module, i) => (groups[i]?.names[0] ?? module).replace(/^(server|web)\/(?!.*\.)/, "")));
  };
  const [shownValues, shownTypes] = [shown(inOrder(values)), shown(inOrder(new Set(types)))];
  const onlyTypes = [...shownTypes].filter((name) => !shownValues.has(name));
  const parts = [[...shownValues].join(", "), onlyTypes.length > 0 ? `types of ${onlyTypes.join(", ")}` : ""];
  return parts.filter((part) => part !== "").join("; ") || "nothing";
}

function inOrder(modules: ReadonlySet<string>): string[] {
  return Object.keys(MODULES).filter((module) => modules.has(module));
}
