/** Columns of the store that no code names. */
import type { Finding, Rule } from "./rule.ts";
import { isProduct, lineAt, sources, type Tree } from "./tree.ts";

const MIGRATION = /^server\/store\/migrations\/.*\.sql$/;
const TABLE = /^create table (\w+) \(([^;]*)\);/gm;
/** A number that the engine gives each row (`$ID`) keeps the order of writing, whether or not anybody asks for it. */
const COLUMN = /^ +(?!(?:primary|foreign|unique|check)\b)(\w+) (?!\$ID\b)/gm;
const ADDED = /^alter table (\w+) add column (\w+)/gm;
const DROPPED = /^alter table (\w+) drop column (\w+)/gm;

interface Column extends Omit<Finding, "what"> {
  readonly name: string;
}

export const deadColumns: Rule = {
  name: "dead columns",
  why: "what nothing reads is kept on every machine, and believed by whoever looks into the store",
  check(tree) {
    const code = sources(tree).filter(([path]) => isProduct(path));
    const named = new Set(code.flatMap(([, text]) => text.match(/\w+/g) ?? []));
    return columns(tree).flatMap(({ name, path, line }) =>
      named.has(name) ? [] : [{ path, line, what: `${name} is named by no code` }],
    );
  },
};

/** The columns that there are once all migrations have run. */
function columns(tree: Tree): Column[] {
  const held = new Map<string, Column>();
  for (const path of [...tree.keys()].filter((each) => MIGRATION.test(each)).sort()) {
    const text = tree.get(path)!.replaceAll(/--.*$/gm, "");
    const keep = (table: string, name: string, at: number) =>
      held.set(`${table}.${name}`, { name, path, line: lineAt(text, at) });
    for (const { 0: whole, 1: table, 2: body, index } of text.matchAll(TABLE)) {
      const begin = index + whole.indexOf("(") + 1;
      for (const column of body!.matchAll(COLUMN)) keep(table!, column[1]!, begin + column.index);
    }
    for (const { 1: table, 2: name, index } of text.matchAll(ADDED)) keep(table!, name!, index);
    for (const [, table, name] of text.matchAll(DROPPED)) held.delete(`${table}.${name}`);
  }
  return [...held.values()];
}
