/** Nodes of one version share a PostgreSQL database, and one that will not do is refused with a sentence. */
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { postgresFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { openStore, type OpenOptions } from "heliogram/store/open.ts";
import { findProblem, type ServerFacts } from "heliogram/store/postgres/server-checks.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { createDatabase, dropDatabase, onServer } from "../support/postgres.ts";
import { Proxy } from "../support/proxy.ts";
import { end, ended } from "../support/programs.ts";
import { PROGRAM } from "../support/program.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

const LIMITS = { ...postgresFrom(settingsSchema.parse({})), start_ms: 0 };
/** For a process that meets a lock which its holder keeps. */
const IMPATIENT = { ...LIMITS, lock_wait_ms: 50 };

/** What the test's stores are opened with; `fatal` ends nothing here. */
function storeOptions(lost: (error: unknown) => void = () => {}): OpenOptions {
  const after: OpenOptions["after"] = (delay_ms, fire) => {
    const timer = setTimeout(fire, delay_ms);
    return () => clearTimeout(timer);
  };
  return { notify: () => {}, fatal: lost, now_ms: () => Date.now(), after, postgres: LIMITS };
}

const open = (database: string, lost?: (error: unknown) => void, more: Partial<OpenOptions> = {}) =>
  openStore({ database, data_dir: tmpdir() }, { ...storeOptions(lost), ...more });

/** Opens a database that another process keeps. */
const intrude = (database: string, isAlone = false) => open(database, undefined, { isAlone, postgres: IMPATIENT });

/** The lock of earlier versions, which had the database to themselves. */
const LOCK = "select pg_advisory_lock(1214606441, 1)";

const schema = (by: number) => `update meta set value = (value::integer + (${by}))::text where key = 'schema'`;

describe.runIf(inject("postgresUrl") !== "")("a PostgreSQL database", () => {
  let database: string;
  beforeEach(async () => {
    database = await createDatabase(inject("postgresUrl"), `template ${inject("postgresTemplate")}`);
  });
  afterEach(() => dropDatabase(database));

  const holders = `select pid from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;

  test("is shared by nodes, and not with a process that needs it alone", async () => {
    const [first, second] = [await open(database), await open(database)];
    await expect(intrude(database, true)).rejects.toThrow("is in use by another process of Heliogram");
    await first.close();
    await expect(intrude(database, true)).rejects.toThrow("is in use by another process of Heliogram");
    await second.close();
    const alone = await open(database, undefined, { isAlone: true });
    await expect(intrude(database)).rejects.toThrow("is in use by another process of Heliogram");
    await alone.close();
  });

  test("is migrated once when nodes start together", async () => {
    const empty = await createDatabase(inject("postgresUrl"));
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open(empty)));
    for (const db of nodes)
      expect(await db.read((tx) => tx.get(sqlRead("select count(*) as n from node")))).toEqual({ n: 0 });
    await Promise.all(nodes.map((db) => db.close()));
    await dropDatabase(empty);
  });

  test("is not migrated while nodes of an earlier version run, which go on", async () => {
    const older = await open(database);
    await older.write((tx) => tx.run(sqlWrite(schema(-1))));
    await expect(intrude(database)).rejects.toThrow("stop all nodes of the earlier version first");
    expect(await older.read((tx) => tx.get(sqlRead("select 1 as one")))).toEqual({ one: 1 });
    await older.close();
  });

  test("of a newer version is refused, also beside its nodes", async () => {
    const newer = await open(database);
    await newer.write((tx) => tx.run(sqlWrite(schema(+1))));
    await expect(open(database)).rejects.toThrow("start the newer version");
    await newer.close();
    await expect(open(database)).rejects.toThrow("start the newer version");
  });

  test("is shared again when the lock's connection is lost", async () => {
    let fatal = 0;
    const first = await open(database, () => (fatal += 1));
    await onServer(database, `select pg_terminate_backend(pid) from (${holders}) held`);
    expect(await first.read((tx) => tx.get(sqlRead("select 1 as one")))).toEqual({ one: 1 });
    await expect(intrude(database, true)).rejects.toThrow("is in use by another process");
    expect(fatal).toBe(0);
    await first.close();
  });

  test("is shared again beside a session of one's own that the server still holds to be alive", async () => {
    const proxy = await Proxy.before(database);
    const first = await open(proxy.through(database), (error) => {
      throw error;
    });
    // The proxy's end towards the server stays open.
    proxy.cutNear();
    expect(await first.read((tx) => tx.get(sqlRead("select 1 as one")))).toEqual({ one: 1 });
    await first.close();
    await proxy.close();
  });

  test.each([
    ["an earlier version that serves it alone", LOCK, "is in use by another process of Heliogram"],
    ["a newer version, which has migrated it", schema(+1), "start the newer version"],
  ])("ends the process that has lost it to %s", async (_who, statement, sentence) => {
    const proxy = await Proxy.before(database);
    const lost = Promise.withResolvers<unknown>();
    const first = await open(proxy.through(database), lost.resolve, { postgres: IMPATIENT });
    proxy.refuse();
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    await other.query(statement);
    proxy.restore();
    expect(String(await lost.promise)).toContain(sentence);
    await expect(first.read((tx) => tx.get(sqlRead("select 1 as one")))).rejects.toThrow("lock on the database");
    await first.close();
    await other.end();
    await proxy.close();
  });

  describe("and the command", () => {
    let dir: string;
    const programs: ChildProcess[] = [];
    beforeEach(() => {
      dir = mkdtempSync(join(tmpdir(), "heliogram-alone-"));
    });
    afterEach(async () => {
      for (const program of programs.splice(0)) await end(program, "SIGKILL");
      rmSync(dir, { recursive: true, force: true });
    });

    /** Runs the command on a folder of its own. */
    function run(args: string[], address: string, more: Record<string, string> = {}) {
      const data_dir = join(dir, String(programs.length));
      const settings = {
        HELIOGRAM_DATABASE: address,
        HELIOGRAM_DATA_DIR: data_dir,
        HELIOGRAM_PORT: "0",
        HELIOGRAM_DRAIN_SECONDS: "0",
      };
      const env = { PATH: process.env.PATH, HELIOGRAM_HOST: "127.0.0.1", ...settings, ...more };
      const program = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
      programs.push(program);
      const heard = { out: "", complaints: "" };
      const wakes: (() => void)[] = [];
      const hear = (name: keyof typeof heard) => (chunk: Buffer) => {
        heard[name] += chunk.toString();
        for (const wake of wakes.splice(0)) wake();
      };
      program.stdout.on("data", hear("out"));
      program.stderr.on("data", hear("complaints"));
      const until = async (word: string) => {
        while (!(heard.out + heard.complaints).includes(word)) await new Promise<void>((wake) => wakes.push(wake));
      };
      return { program, heard, until };
    }

    test("of an operator beside a service of another folder is refused", async () => {
      const first = run(["serve"], database);
      await first.until("Heliogram listens");
      const { program, heard } = run(["bot", "list"], database);
      await ended(program);
      expect([program.exitCode, heard.out]).toEqual([1, ""]);
      expect(heard.complaints).toMatch(
        /^heliogram: the store cannot be opened: [^\n]* in use by another process[^\n]*\n$/,
      );
      await end(first.program, "SIGKILL");
      mkdirSync(join(dir, "2"));
      cpSync(join(dir, "0", "secret.key"), join(dir, "2", "secret.key"));
      const next = run(["serve"], database);
      await next.until("Heliogram listens");
    });

    test.runIf(LONG_RUN)("of a service that has the same key serves beside it", async () => {
      const first = run(["serve"], database);
      await first.until("/invite/");
      mkdirSync(join(dir, "1"));
      cpSync(join(dir, "0", "secret.key"), join(dir, "1", "secret.key"));
      const second = run(["serve"], database);
      await second.until("Heliogram listens");
      for (const { program } of [first, second]) {
        await end(program, "SIGTERM");
        expect(program.exitCode).toBe(0);
      }
    });

    test.runIf(LONG_RUN)("goes on when nobody reads its log any more", async () => {
      const proxy = await Proxy.before(database);
      const { program, heard, until } = run(["serve"], proxy.through(database));
      await until("/invite/");
      const [, url] = /listens on (\S+)/.exec(heard.out)!;
      program.stdout.destroy();
      program.stderr.destroy();
      proxy.refuse();
      for (let n = 0; n < 3; n++) expect((await fetch(`${url}/bot1:x/getMe`)).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      await end(program, "SIGTERM");
      expect(program.exitCode).toBe(0);
      await proxy.close();
    });

    test.runIf(LONG_RUN)("waits for a server that is not there yet", async () => {
      const proxy = await Proxy.before(database);
      proxy.refuse();
      const service = run(["serve"], proxy.through(database));
      await service.until("the database cannot be reached yet");
      proxy.restore();
      await service.until("Heliogram listens");
      await end(service.program, "SIGTERM");
      expect(service.program.exitCode).toBe(0);
      await proxy.close();
    });

    test("ends with a sentence when it has waited in vain, or need not wait", async () => {
      const nobody = database.replace(/:\d+\//, ":1/");
      const nowhere = database.replace(/[^/]*$/, "nowhere");
      const cases = [
        run(["serve"], nobody, { HELIOGRAM_DATABASE_START_S: "1" }),
        run(["bot", "list"], nobody),
        run(["serve"], nowhere),
      ];
      for (const { program, heard } of cases) {
        await ended(program);
        const complaints = heard.complaints.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
        expect([program.exitCode, heard.out, complaints]).toEqual([
          1,
          "",
          [expect.stringContaining("heliogram: the store")],
        ]);
      }
    });
  });

  test("of another encoding is refused", async () => {
    const url = await createDatabase(
      inject("postgresUrl"),
      "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0",
    );
    await expect(open(url)).rejects.toThrow(/encoded in SQL_ASCII.*encoding 'UTF8'/);
    await dropDatabase(url);
  });

  test("without ICU is refused", async () => {
    await onServer(database, "delete from pg_collation where collname = 'und-x-icu'");
    await expect(open(database)).rejects.toThrow(/lacks the collation und-x-icu/);
  });

  test("in which its role may make no tables is refused", async () => {
    const empty = await createDatabase(inject("postgresUrl"));
    const role = `r${empty.split("/").at(-1)}`;
    await onServer(empty, `create role ${role} login`);
    const url = empty.replace("postgres@", `${role}@`);
    await expect(open(url)).rejects.toThrow(`grant create on schema public to ${role}`);
    await onServer(empty, `grant create on schema public to ${role}`);
    const db = await open(url);
    await db.close();
    await onServer(empty, `drop owned by ${role} cascade`);
    await onServer(empty, `drop role ${role}`);
    await dropDatabase(empty);
  });

  test("that takes no writes is refused", async () => {
    await onServer(database, `alter database ${database.split("/").at(-1)} set default_transaction_read_only = on`);
    await expect(open(database)).rejects.toThrow("takes no writes");
  });
});

const GOOD: ServerFacts = {
  version: 150_004,
  database: "chat",
  role: "chat",
  encoding: "UTF8",
  icu: true,
  schema: "public",
  may_create: true,
  read_only: false,
};

test.each<[Partial<ServerFacts>, string | undefined]>([
  [{}, undefined],
  [{ version: 180_001 }, undefined],
  [{ version: 140_019 }, "PostgreSQL 14 is too old: use 15 or newer"],
  [{ schema: null, may_create: null }, "the search path of the role chat names no schema in the database chat"],
])("a server with %j", (facts, fault) => {
  expect(findProblem({ ...GOOD, ...facts })).toBe(fault);
});
