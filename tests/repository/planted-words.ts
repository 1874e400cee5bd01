/** Small bad trees for the rules of words, messages and columns. */
import { citations } from "./citations.ts";
import { deadColumns } from "./dead-columns.ts";
import { declaredTables, plainSchema, replayableSql, lastNumbers } from "./store-sql.ts";
import { untranslated } from "./untranslated.ts";
import { words } from "./words.ts";
import type { Planted } from "./rule.ts";

const word = (...parts: string[]) => parts.join("");

export const PLANTED_WORDS: readonly Planted[] = [
  {
    rule: citations,
    about: "pages, sections and headings that do not exist",
    tree: {
      "docs/rules.md": "# Rules\n\n## 1. First\n\n### Limits and counts\n\n`getMe`",
      "server/app/a.ts":
        "/** As agreed (rules.md §2). */\n// See rumours.md\n\n/**\n * Of long standing (rules.md,\n * Hearsay).\n */",
      "server/app/b.ts":
        "/** Good: rules.md §1, rules.md, Limits; rules.md, getMe; rules.md says so. */\nconst page = 'none.md';",
      "README.md": "[a](docs/none.md) [b](docs/rules.md) [c](https://example.org/x.md) [d](docs/)",
    },
    finds: [
      ...["server/app/a.ts:1 cites rules.md §2", "server/app/a.ts:2 cites rumours.md"],
      ...["server/app/a.ts:4 cites rules.md, Hearsay", "README.md:1 links to docs/none.md"],
    ],
  },
  {
    rule: citations,
    about: "names that the linked file does not declare",
    tree: {
      "server/live/a.ts":
        "/** A. */\nexport class Notifier {\n  notify() {}\n  #watch() {}\n}\nexport const LIMIT = 1;\ntype Wake = () => void;",
      "docs/architecture/a.md":
        "[`Notifier`](../../server/live/a.ts) [`Notifier.notify`](../../server/live/a.ts) [`Notifier.#watch`](../../server/live/a.ts)\n" +
        "[`LIMIT`](../../server/live/a.ts) [`Wake`](../../server/live/a.ts) [`a.ts`](../../server/live/a.ts)\n" +
        "[`wake`](../../server/live/a.ts)\n[`Notifier.wake`](../../server/live/a.ts) [`notify()`](../../server/live/a.ts)",
      "README.md": "[`wake`](server/live/a.ts)",
    },
    finds: [
      "docs/architecture/a.md:3 links wake to ../../server/live/a.ts, which does not declare it",
      "docs/architecture/a.md:4 links Notifier.wake to",
      "docs/architecture/a.md:4 links notify to",
    ],
  },
  {
    rule: words,
    about: "notes to oneself, in code, papers and SQL",
    tree: {
      "server/app/a.ts": `// ${word("TO", "DO")}: later`,
      "docs/a.md": `\n${word("/ho", "me/")}alice/heliogram`,
      "server/store/a.sql": `-- a ${word("ha", "ck")} ${word("for ", "now")}`,
      "server/app/b.ts": "const a = 1; \n",
    },
    finds: [
      "server/app/a.ts:1 “TO",
      "docs/a.md:2 “/ho",
      "server/store/a.sql:1 “ha",
      "server/store/a.sql:1 “for",
      "server/app/b.ts:1",
    ],
  },
  {
    rule: words,
    about: "addresses, relative paths and longer words",
    tree: { "docs/a.md": "https://example.org/home/ ./tmp/a work/ `workhorse`, todos, ${dir}/tmp/" },
    finds: [],
  },
  {
    rule: deadColumns,
    about: "columns that nothing names, made with their table or later, and one that is no more",
    tree: {
      "server/store/migrations/0001_a.sql":
        "create table a (\n  id $ID,\n  -- the old\n  used $INT,\n  forgotten text,\n  gone text,\n  primary key (used)\n);",
      "server/store/migrations/0002_b.sql": "alter table a add column late $INT;\nalter table a drop column gone;",
      "server/store/a.ts": '"select used from a"',
      "server/store/a.test.ts": '"select forgotten, late from a"',
    },
    finds: ["0001_a.sql:5 forgotten is named", "server/store/migrations/0002_b.sql:1 late is named"],
  },
  {
    rule: plainSchema,
    about: "a trigger, a view, a cascade",
    tree: {
      "server/store/migrations/0001_a.sql":
        "create table a (id $INT primary key);\ncreate trigger t after insert on a begin select 1; end;\n" +
        "create view v as select id from a;\n-- create trigger\ncreate table b (a $INT references a (id) on delete cascade);",
    },
    finds: ["0001_a.sql:2 makes a trigger", "0001_a.sql:3 makes a view", "0001_a.sql:5 makes a foreign key"],
  },
  {
    rule: replayableSql,
    about: "the time, chance, the connection, and rows in no order",
    tree: {
      "server/store/migrations/0001_a.sql": "create table a (\n  at $INT default (unixepoch())\n);",
      "server/store/queries/a.ts": [
        'tx.run("insert into a (id) values (random())");',
        'tx.run("update a set at = current_timestamp where id = ?");',
        'tx.run("delete from a where id in (select id from a limit ?)");',
        "tx.get(`select ${A} from a where id = last_insert_rowid()`);",
      ].join("\n"),
    },
    finds: [
      ...["0001_a.sql:1 uses unixepoch", "queries/a.ts:1 uses random", "queries/a.ts:2 uses current_timestamp"],
      ...["queries/a.ts:3 limits the rows", "queries/a.ts:4 uses last_insert_rowid"],
    ],
  },
  {
    rule: replayableSql,
    about: "the same names as values, and rows in an order",
    tree: {
      "server/store/queries/a.ts":
        'tx.run("delete from a where kind = \'now\' and id in (select id from a order by id limit ?)");\nconst a = "random";',
    },
    finds: [],
  },
  {
    rule: declaredTables,
    about: "statements without tables",
    tree: {
      "server/store/queries/a.ts":
        'const A = schemaChange("delete from a");\nconst B = new Statement(() => "select 1", { kind: "read" });',
      "server/store/queries/b.ts": 'const A = write("a")`delete from a`;',
      "server/store/migrate.ts": 'const A = schemaChange("create table a (id integer)");',
    },
    finds: ["queries/a.ts:1 declares no tables", "queries/a.ts:2 declares no tables"],
  },
  {
    rule: lastNumbers,
    about: "a query that writes a last sequence number by itself",
    tree: {
      "server/store/queries/a.ts":
        '"update stream set trimmed_seq = ? where id = ?";\n"update stream set trim_at = ?, last_seq = ? where id = ?";',
      "server/store/queries/streams/streams.ts":
        '"update stream set last_seq = last_seq + ? where id = ? returning last_seq";',
    },
    finds: ["server/store/queries/a.ts:2 writes the last numbers of a stream"],
  },
  {
    rule: untranslated,
    about: "texts of screens that are in no catalog",
    tree: {
      "web/features/chat/a.tsx": [
        "const a = (",
        "  <p title={t`Read`} className='x'>Words</p>",
        ");",
        "const b = <img alt='A picture' />;",
        "const c = <b>{'More words'}</b>;",
        "const d = <Field label={`Name`} />;",
      ].join("\n"),
    },
    finds: [
      "web/features/chat/a.tsx:2 “Words”",
      "web/features/chat/a.tsx:4 “A picture”",
      "a.tsx:5 “More words”",
      "a.tsx:6 “Name”",
    ],
  },
  {
    rule: untranslated,
    about: "messages, signs and names are no texts without a catalog",
    tree: {
      "web/features/chat/a.tsx":
        "const a = <p><Trans>Words and <b>more</b></Trans> · Heliogram {t`Others`} <Plural one='# bot' /> @{name}</p>;",
    },
    finds: [],
  },
];
