/** Small bad trees, one at least for each rule: they prove that the rule can fail, and what it says then. */
import { deadFiles } from "./dead-files.ts";
import { engineNames, sqlText } from "./engines.ts";
import { folderOrder } from "./folders.ts";
import { globals } from "./globals.ts";
import { methods } from "./methods.ts";
import { opening } from "./opening.ts";
import { owners } from "./owners.ts";
import { pageCode } from "./page-code.ts";
import { packagedFiles } from "./packaged-files.ts";
import { moduleDependencies } from "./modules.ts";
import { PLANTED_CHANGELOGS } from "./planted-changelogs.ts";
import { PLANTED_MODULE_TABLES } from "./planted-module-tables.ts";
import { sharedQueues } from "./shared-queues.ts";
import { sizes } from "./sizes.ts";
import { PLANTED_WORDS } from "./planted-words.ts";
import { useCases } from "./use-cases.ts";
import type { Planted } from "./rule.ts";

const lines = (count: number, line = "x();\n") => line.repeat(count);

export const PLANTED: readonly Planted[] = [
  ...PLANTED_CHANGELOGS,
  ...PLANTED_MODULE_TABLES,
  {
    rule: moduleDependencies,
    about: "the domain imports the store",
    tree: { "server/domain/a.ts": 'import { b } from "../store/b.ts";', "server/store/b.ts": "" },
    finds: ["server/domain/a.ts:1 server/domain imports server/store"],
  },
  {
    rule: moduleDependencies,
    about: "type imports, re-exports and import types",
    tree: {
      "server/egress/a.ts": '\nexport type { B } from "../store/b.ts";\ntype C = import("../app/c.ts").C;',
      "server/store/b.ts": "",
      "server/app/c.ts": "",
    },
    finds: ["server/egress/a.ts:2 server/egress imports types of server/store", "server/egress/a.ts:3"],
  },
  {
    rule: moduleDependencies,
    about: "a value imported from a module whose types alone may be imported",
    tree: { "server/live/a.ts": 'import { type A, b } from "../cluster/b.ts";' },
    finds: ["server/live/a.ts:1 server/live imports server/cluster"],
  },
  {
    rule: moduleDependencies,
    about: "a permitted type import and a permitted value import",
    tree: { "server/live/a.ts": 'import { type A } from "../cluster/b.ts";\nimport { c } from "../store/c.ts";' },
    finds: [],
  },
  {
    rule: moduleDependencies,
    about: "shared code imports the server; a worker's file counts as an import",
    tree: {
      "shared/a.ts": 'import { b } from "heliogram/store/b.ts";',
      "server/domain/w.ts": 'new Worker(new URL("../media/w.ts", import.meta.url));',
    },
    finds: ["shared/a.ts:1 shared imports server/store", "server/domain/w.ts:1 server/domain imports server/media"],
  },
  {
    rule: moduleDependencies,
    about: "a module without a row",
    tree: { "server/attic/a.ts": "" },
    finds: ["server/attic/a.ts:1 is in server/attic"],
  },
  {
    rule: moduleDependencies,
    about: "a test beside its source may import anything",
    tree: { "server/domain/a.test.ts": 'import { b } from "../store/b.ts";' },
    finds: [],
  },
  {
    rule: folderOrder,
    about: "the engine imports a method, its type too; a method imports the engine; a folder without a rank",
    tree: {
      "server/methods/engine/a.ts": 'import { b } from "../bot/b.ts";\nimport type { C } from "../user/c.ts";',
      "server/methods/bot/b.ts": 'import { a } from "../engine/a.ts";',
      "server/methods/attic/d.ts": "",
    },
    finds: [
      "server/methods/engine/a.ts:1 engine imports bot",
      "server/methods/engine/a.ts:2 engine imports user",
      "server/methods/attic/d.ts:1 is in no folder",
    ],
  },
  {
    rule: useCases,
    about: "a method that appends an event and calls a writing query; locks and reads are allowed",
    tree: {
      "server/store/queries/a/a.ts":
        "export function save(tx: Tx) {}\nexport async function lockA(tx: Tx) {}\nexport function find(tx: ReadTx) {}",
      "server/methods/bot/b.ts":
        'import { find, lockA, save } from "../../store/queries/a/a.ts";\ntx.append({});\ncall.tx.append({});\nlist.append(b);',
      "server/app/c.ts": 'import { save } from "../store/queries/a/a.ts";\ntx.append({});',
    },
    finds: [
      "server/methods/bot/b.ts:1 writes by save",
      "server/methods/bot/b.ts:2 appends an event",
      "server/methods/bot/b.ts:3 appends an event",
    ],
  },
  {
    rule: useCases,
    about: "the queues of the live module: their rows, but no events and no rows of others",
    tree: {
      "server/store/queries/streams/streams.ts": "export function trim(tx: Tx) {}",
      "server/store/queries/chats/chats.ts": "export function rename(tx: Tx) {}",
      "server/live/a.ts":
        'import { trim } from "../store/queries/streams/streams.ts";\nimport { rename } from "../store/queries/chats/chats.ts";\ntx.append({});',
    },
    finds: ["server/live/a.ts:2 writes by rename", "server/live/a.ts:3 appends an event"],
  },
  {
    rule: sizes,
    about: "a file of 501 lines",
    tree: { "tests/long.ts": lines(501), "tests/fits.ts": lines(500) },
    finds: ["tests/long.ts:1 has 501 lines"],
  },
  {
    rule: sizes,
    about: "long product files, all in all",
    tree: { "server/app/a.ts": lines(251) },
    finds: ["server:1 the median file has 251 lines", "server:1 one file in ten has 251 lines or more"],
  },
  {
    rule: sizes,
    about: "functions of 61 lines: declared, held in a name, a method, a test",
    tree: {
      "tests/a.ts": `function a() {\n${lines(59)}}\n`,
      "tests/b.ts": `\nconst b = () => {\n${lines(59)}};\n`,
      "tests/c.ts": `class C {\n  c() {\n${lines(59)}  }\n}\n`,
      "tests/d.test.ts": `test("d", () => {\n${lines(59)}});\n`,
      "tests/e.ts": `function e() {\n${lines(58)}}\n`,
    },
    finds: ["tests/a.ts:1 a has 61", "tests/b.ts:2 b has 61", "tests/c.ts:2 c has 61", "tests/d.test.ts:1 a function"],
  },
  {
    rule: sizes,
    about: "a suite is a list of tests",
    tree: { "tests/a.test.ts": `describe.each([1])("a", () => {\n${lines(70)}});\n` },
    finds: [],
  },
  {
    rule: pageCode,
    about: "code in a string, under a name, from another file, and made by a function",
    tree: {
      "tests/e2e/a.ts": 'export const CODE = "now()";',
      "tests/e2e/b.test.ts":
        'import { CODE } from "./a.ts";\nconst at = (x: number) => `at(${x})`;\npage.evaluate("now()");\npage.evaluate<number>(`now(${1})`);',
      "bench/c.ts": "const HELD = `{}`;\npage.addInitScript(HELD);",
      "tests/e2e/d.ts":
        'import { CODE as late } from "./a.ts";\nconst at = (x: number) => `at(${x})`;\npage.evaluate(late);\nbox.evaluateAll(at(1));',
    },
    finds: [
      ...["tests/e2e/b.test.ts:3 gives evaluate code in a string", "tests/e2e/b.test.ts:4"],
      ...["bench/c.ts:2 gives addInitScript", "tests/e2e/d.ts:3 gives evaluate", "tests/e2e/d.ts:4 gives evaluateAll"],
    ],
  },
  {
    rule: pageCode,
    about: "functions, in place and under a name, with arguments; and the script of a file",
    tree: {
      "tests/e2e/a.ts": 'function at(x: string) {\n  return x;\n}\npage.evaluate(at, "x");\npage.evaluate(() => "x");',
      "bench/b.ts": "page.addInitScript({ content: SCRIPT });\npage.evaluate(scriptOf(file));",
    },
    finds: [],
  },
  {
    rule: sharedQueues,
    about: "a queue that the page does not name",
    tree: { "server/app/b.ts": "\nconst b = new FairQueue(limits, isSuspect);" },
    finds: ["server/app/b.ts:2 new FairQueue is not in the table"],
  },
  {
    rule: opening,
    about: "no comment, one that says nothing, one that never ends; the same for SQL",
    tree: {
      "server/app/a.ts": "export const a = 1;\n/** What a is for, too late. */",
      "server/app/b.ts": "/** The file. */\n",
      "server/app/c.ts": `/** For long stories. ${lines(9, "* and\n")}*/`,
      "server/store/d.sql": "create table d (id integer);\n",
    },
    finds: ["server/app/a.ts:1 does not", "server/app/b.ts:1 opens with", "server/app/c.ts:1", "server/store/d.sql:1"],
  },
  {
    rule: opening,
    about: "a comment after the line that names the interpreter",
    tree: { "server/main.ts": "#!/usr/bin/env node\n/** The command `heliogram`. */\n" },
    finds: [],
  },
  {
    rule: globals,
    about: "a clock and chance of one's own, called or passed on",
    tree: {
      "server/app/a.ts": "const at = Date.now();\nconst day = new Date(at);\nconst luck = Math.random();",
      "server/live/b.ts": "wait(setTimeout);\nsetInterval(b, 1);\nAbortSignal.timeout(5);\nglobalThis.setImmediate(b);",
      "server/store/c.ts": "performance.now();",
    },
    finds: [
      ...["server/app/a.ts:1 reaches for Date", "server/app/a.ts:2", "server/app/a.ts:3 reaches for Math.random"],
      ...["server/live/b.ts:1 reaches for setTimeout", "server/live/b.ts:2", "server/live/b.ts:3"],
      ...["server/live/b.ts:4 reaches for globalThis", "server/store/c.ts:1 reaches for performance"],
    ],
  },
  {
    rule: globals,
    about: "the same imported",
    tree: {
      "server/app/a.ts":
        'import { createHash, randomBytes } from "node:crypto";\nimport { setTimeout as wait } from "node:timers/promises";',
    },
    finds: ["server/app/a.ts:1 reaches for randomBytes", "server/app/a.ts:2 reaches for node:timers/promises"],
  },
  {
    rule: globals,
    about: "requests that go round the outgoing client",
    tree: { "server/media/a.ts": "await fetch(url);" },
    finds: ["server/media/a.ts:1 reaches for fetch"],
  },
  {
    rule: globals,
    about: "the same names as members, keys and types, in the ports, and in tests",
    tree: {
      "server/app/a.ts": "type At = Date;\nMath.floor(1);\nport.fetch();\nconst port = { fetch() {}, performance: 1 };",
      "server/ports/clock.ts": "setTimeout(fire, Date.now());",
      "server/store/sqlite/sqlite-db.ts": "setImmediate(next, performance.now());",
      "tests/a.test.ts": "Date.now();",
    },
    finds: [],
  },
  {
    rule: owners,
    about: "packages and modules outside their owner's files",
    tree: {
      "server/app/a.ts": 'import pg from "pg";\nimport { DatabaseSync } from "node:sqlite";',
      "server/live/b.ts": 'import type { IPv4 } from "ipaddr.js";\nconst sharp = await import("sharp");',
    },
    finds: [
      ...[
        "server/app/a.ts:1 imports pg, which belongs to server/store/postgres",
        "server/app/a.ts:2 imports node:sqlite",
      ],
      ...["server/live/b.ts:1 imports ipaddr.js", "server/live/b.ts:2 imports sharp"],
    ],
  },
  {
    rule: owners,
    about: "a package without an owner, a module without its prefix, and Node in pure modules",
    tree: {
      "server/app/a.ts": 'import leftPad from "left-pad";\nimport { join } from "path";',
      "server/domain/b.ts": 'import { join } from "node:path";',
      "shared/c.ts": 'import type { Buffer } from "node:buffer";',
    },
    finds: [
      ...["server/app/a.ts:1 imports left-pad, which has no owner", "server/app/a.ts:2 imports path without node:"],
      ...["server/domain/b.ts:1 imports node:path in a pure module", "shared/c.ts:1 imports node:buffer"],
    ],
  },
  {
    rule: owners,
    about: "each in its owner's files",
    tree: {
      "server/store/postgres/postgres-db.ts": 'import pg from "pg";',
      "server/store/sqlite/sync.ts": 'import { DatabaseSync } from "node:sqlite";\nimport { join } from "node:path";',
      "shared/text/host-name.ts": 'import tlds from "tlds" with { type: "json" };',
    },
    finds: [],
  },
  {
    rule: engineNames,
    about: "asking which engine runs: by a word, by a class, by a file",
    tree: {
      "server/app/a.ts": 'if (db.engine === "sqlite") a();',
      "server/store/b.ts": "\nif (db instanceof PostgresDb) b();",
      "server/methods/c.ts": 'import { d } from "../store/sqlite/sync.ts";',
    },
    finds: ["server/app/a.ts:1 names an engine", "server/store/b.ts:2 names an engine", "server/methods/c.ts:1"],
  },
  {
    rule: engineNames,
    about: "the engine's own file, the settings, and prose",
    tree: {
      "server/store/sqlite/sqlite-db.ts": 'throw new Error("sqlite: closed");',
      "server/settings/settings.ts": 'const database = "sqlite";',
      "server/app/a.ts": "/** As true on SQLite as on PostgreSQL. */",
    },
    finds: [],
  },
  {
    rule: sqlText,
    about: "queries outside the store",
    tree: {
      "server/app/a.ts": 'tx.all("select id from chats where id = ?", 1);',
      "server/methods/b.ts": "tx.run(`\n  update chats set title = ${title}`);",
      "server/live/c.ts": 'tx.run("INSERT INTO events (a) VALUES (1)");\ntx.run("delete from events");',
    },
    finds: [
      ...["server/app/a.ts:1 holds SQL", "server/methods/b.ts:1 holds SQL"],
      ...["server/live/c.ts:1 holds SQL", "server/live/c.ts:2 holds SQL"],
    ],
  },
  {
    rule: sqlText,
    about: "sentences that begin like queries, and queries in the store",
    tree: {
      "server/app/a.ts": 'say("Select a chat", "update the title", "delete the message", "with love", "begin");',
      "server/store/b.ts": 'tx.all("select id from chats");',
    },
    finds: [],
  },
  {
    rule: packagedFiles,
    about: "a data file without a place in the package, and a name that the build cannot read",
    tree: {
      "server/media/a.ts": '/** A. */\nconst WORDS = new URL("./words.txt", import.meta.url);',
      "server/media/b.ts": "const folder = import.meta.dirname;",
      "server/store/c.ts":
        'new Worker(new URL("./worker.ts", import.meta.url)); read(new URL("./migrations/", import.meta.url));',
    },
    finds: [
      "server/media/a.ts:2 tools/release/places.ts has no place for server/media/words.txt",
      "server/media/b.ts:1 server/media/b.ts uses import.meta in another form",
    ],
  },
  {
    rule: deadFiles,
    about: "product code that only its test runs, and a helper that nothing runs",
    tree: {
      "server/main.ts": 'import "./cli/serve.ts";',
      "server/cli/serve.ts": "",
      "server/app/a.ts": "",
      "server/app/a.test.ts": 'import "./a.ts";',
      "tests/support/b.ts": "",
    },
    finds: [
      "server/app/a.ts:1 is not reached from server/main.ts, server/index.ts, testkit/index.ts",
      "tests/support/b.ts:1 is reached from no test",
    ],
  },
  {
    rule: deadFiles,
    about: "a worker's file, a set-up that the settings name, a program that a script runs",
    tree: {
      "package.json": '{ "scripts": { "bench": "node bench/run.ts" } }',
      "vitest.config.ts": 'export default { globalSetup: ["./tests/support/setup.ts"] };',
      "server/main.ts": 'new Worker(new URL("./media/worker.ts", import.meta.url));',
      "server/media/worker.ts": "",
      "tests/support/setup.ts": "",
      "bench/run.ts": 'import "./load.ts";',
      "bench/load.ts": "",
    },
    finds: [],
  },
  {
    rule: methods,
    about: "a method that is in no list, and one that no test calls",
    tree: {
      "server/methods/bot/index.ts": 'import { a } from "./getMe.ts";',
      "server/methods/bot/getMe.ts": "",
      "server/methods/bot/sendDice.ts": "",
      "server/methods/user/index.ts": "",
      "server/methods/user/listChats.ts": "",
      "tests/a.test.ts": 'call("sendDice");\n// getMe',
    },
    finds: [
      "server/methods/bot/sendDice.ts:1 is not in server/methods/bot/index.ts",
      "server/methods/bot/getMe.ts:1 is called in no test",
      "server/methods/user/listChats.ts:1 is not in server/methods/user/index.ts",
      "server/methods/user/listChats.ts:1 is called in no test",
    ],
  },
  {
    rule: methods,
    about: "a bot's method that the README does not name",
    tree: {
      "README.md": "| the bot itself | `getMeToo` |",
      "server/methods/bot/index.ts": 'import { a } from "./getMe.ts";',
      "server/methods/bot/getMe.ts": "",
      "tests/a.test.ts": 'call("getMe");',
    },
    finds: ["server/methods/bot/getMe.ts:1 is not in README.md"],
  },
  {
    rule: methods,
    about: "a method that is called by a path, in any case",
    tree: {
      "server/methods/user/index.ts": 'import { a } from "./listChats.ts";',
      "server/methods/user/listChats.ts": "",
      "tests/a.test.ts": "get(`/api/listchats?limit=${n}`);",
    },
    finds: [],
  },
  ...PLANTED_WORDS,
];
