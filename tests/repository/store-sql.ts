/** What must hold of the store's SQL text: plain schemas, statements that replay to the same rows, and one owner of the last numbers of streams. */
import type { Finding, Rule } from "./rule.ts";
import { isNode, parse, stringOf, walk } from "./syntax.ts";
import { isProduct, lineAt, sources, type Tree } from "./tree.ts";

const MIGRATION = /^server\/store\/migrations\/.*\.sql$/;

const NOT_PLAIN: readonly (readonly [RegExp, string])[] = [
  [/\bcreate\s+(?:or\s+replace\s+)?(?:temp\w*\s+)?(?:constraint\s+)?trigger\b/gi, "a trigger"],
  [/\bcreate\s+(?:or\s+replace\s+)?(?:temp\w*\s+)?(?:materialized\s+)?view\b/gi, "a view"],
  [/\bcreate\s+(?:or\s+replace\s+)?rule\b/gi, "a rule"],
  [/\bon\s+(?:delete|update)\s+(?:cascade|set\s+(?:null|default))\b/gi, "a foreign key that changes rows"],
];

export const plainSchema: Rule = {
  name: "plain schema",
  why: "a write changes the table that it declares and no other: the lookup cache and the write buffer rely on it",
  check(tree) {
    return migrations(tree).flatMap(([path, text]) =>
      NOT_PLAIN.flatMap(([pattern, what]) =>
        Array.from(text.matchAll(pattern), ({ index }) => ({ path, line: lineAt(text, index), what: `makes ${what}` })),
      ),
    );
  },
};

/** Functions whose value depends on the time, on chance, or on the connection. */
const NOT_REPLAYABLE =
  /\b(?:random|randomblob|now|current_timestamp|current_time|current_date|clock_timestamp|unixepoch|julianday|strftime|datetime|gen_random_uuid|last_insert_rowid|total_changes|changes)\b(?=\s*\(|\b)/i;
const IS_SQL = /^\s*(?:select|insert|update|delete|with|create|alter)\s/i;
const CHANGES = /^\s*(?:insert|update|delete)\s/i;

export const replayableSql: Rule = {
  name: "replayable SQL",
  why: "the redo log keeps statements, and replaying them must produce the same rows",
  check(tree) {
    const found: Finding[] = [];
    for (const { path, line, sql } of statements(tree)) {
      const name = NOT_REPLAYABLE.exec(withoutNames(sql))?.[0];
      if (name) found.push({ path, line, what: `uses ${name}, which is different when it is replayed` });
      if (CHANGES.test(sql) && /\blimit\b/i.test(sql) && !/\border by\b/i.test(sql))
        found.push({ path, line, what: "limits the rows that it changes and gives them no order" });
    }
    return found;
  },
};

/** Files that may write the last numbers and the message date of a stream. */
const OWNERS_OF_NUMBERS = [
  "server/store/sqlite/write-buffer.ts",
  "server/store/queries/streams/streams.ts",
  // Before the store is opened.
  "server/store/sqlite/serialized-database.ts",
];
const WRITES_NUMBERS = /^\s*update\s+stream\s+set\b(?=[\s\S]*?\b(?:last_seq|last_message_id|message_at)\s*=)/i;

export const lastNumbers: Rule = {
  name: "last numbers of streams",
  why: "on SQLite the last numbers of streams are in memory: a statement that writes the table is overwritten by the next flush",
  check(tree) {
    return statements(tree)
      .filter(({ path, sql }) => WRITES_NUMBERS.test(sql) && !OWNERS_OF_NUMBERS.includes(path) && !MIGRATION.test(path))
      .map(({ path, line }) => ({ path, line, what: "writes the last numbers of a stream" }));
  },
};

/** Files that may make a statement about whose tables nothing is declared. */
const MAY_TOUCH_ANY = ["server/store/statement.ts", "server/store/migrate.ts"];

export const declaredTables: Rule = {
  name: "declared tables",
  why: "before a statement that may touch any table, everything buffered is written and every cached lookup is dropped",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of sources(tree)) {
      if (!isProduct(path) || MAY_TOUCH_ANY.includes(path)) continue;
      walk(parse(path, text), ({ type, callee, start }) => {
        const name = isNode(callee) && callee.type === "Identifier" ? callee.name : undefined;
        const isUndeclared = name === "schemaChange" || (type === "NewExpression" && name === "Statement");
        if (isUndeclared) found.push({ path, line: lineAt(text, start), what: "declares no tables of a statement" });
      });
    }
    return found;
  },
};

interface SqlText {
  readonly path: string;
  readonly line: number;
  readonly sql: string;
}

function migrations(tree: Tree): [path: string, text: string][] {
  // A comment keeps its length, so that offsets stay right.
  const blank = (comment: string) => " ".repeat(comment.length);
  return [...tree]
    .filter(([path]) => MIGRATION.test(path))
    .map(([path, text]) => [path, text.replaceAll(/--.*$/gm, blank)]);
}

/** The statements in migrations, and in the strings of the store that both engines run. */
function statements(tree: Tree): SqlText[] {
  const found: SqlText[] = [];
  for (const [path, text] of migrations(tree)) {
    let start = 0;
    for (const sql of text.split(";")) {
      found.push({ path, line: lineAt(text, start + (sql.length - sql.trimStart().length)), sql });
      start += sql.length + 1;
    }
  }
  for (const [path, text] of sources(tree)) {
    if (!isProduct(path) || !path.startsWith("server/store/") || /^server\/store\/(?:postgres|search)\//.test(path))
      continue;
    walk(parse(path, text), (node) => {
      const sql = stringOf(node);
      if (sql !== undefined && IS_SQL.test(sql)) found.push({ path, line: lineAt(text, node.start), sql });
    });
  }
  return found;
}

/** A statement without the text of its string literals. */
function withoutNames(sql: string): string {
  return sql.replaceAll(/'[^']*'/g, "''");
}
