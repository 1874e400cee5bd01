/** `heliogram doctor`: each fault is planted, and found with what to do. */
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { examine } from "heliogram/runtime/doctor/doctor.ts";
import type { Check, Finding } from "heliogram/runtime/doctor/finding.ts";
import { checkClock } from "heliogram/runtime/doctor/store.ts";
import { checkSettings } from "heliogram/settings/load.ts";
import type { Settings } from "heliogram/settings/settings.ts";
import { NOTHING_KNOWN } from "heliogram/store/inspect/report.ts";
import { freePort } from "../../tools/free-port.ts";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { onDatabase } from "../support/databases.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { engines, startWorld, type TestService } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

function settingsOf(values: Readonly<Record<string, unknown>>): Settings {
  const given = Object.entries({ host: "127.0.0.1", min_free_mb: 0, ...values });
  const checked = checkSettings(new Map(given.map(([name, value]) => [name, { key: name, value }])));
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.settings;
}

async function findings(settings: Settings, check: Check): Promise<readonly Finding[]> {
  return (await examine(settings)).filter((finding) => finding.check === check);
}

/** The store and its key. */
const FILES = ["heliogram.db", "secret.key"];

/** A store on SQLite that a service has left, of which each test plants faults in a copy. */
describe("on SQLite", () => {
  let t: TestService;
  let original: string;
  let dir: string;

  beforeAll(async () => {
    t = await startWorld("sqlite");
    // No service keeps its real time: what it has written lately must be lately for the doctor, too.
    t.clock.set(Date.now() - t.clock.now());
    await t.ok("guard_bot", "setWebhook", { url: `http://127.0.0.1:${await freePort()}/` });
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "hello" });
    await vi.waitUntil(async () => (await t.ok("guard_bot", "getWebhookInfo")).last_error_date !== undefined, {
      timeout: 60_000,
    });
    original = mkdtempSync(join(tmpdir(), "heliogram-doctor-"));
    await t.restart(async () => {
      for (const name of FILES) copyFileSync(join(t.dir, name), join(original, name));
    });
  });
  afterAll(async () => {
    rmSync(original, { recursive: true, force: true });
    await t.stop();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function copy(): Settings {
    dir = mkdtempSync(join(tmpdir(), "heliogram-doctor-"));
    chmodSync(dir, 0o700);
    for (const name of FILES) {
      copyFileSync(join(original, name), join(dir, name));
      chmodSync(join(dir, name), 0o600);
    }
    return settingsOf({ data_dir: dir });
  }

  function plant(sql: string): void {
    const db = new DatabaseSync(join(dir, "heliogram.db"));
    db.exec(sql);
    db.close();
  }

  test("a service without a fault has no problem, and nothing is changed", async () => {
    const settings = copy();
    const before = readFileSync(join(dir, "heliogram.db"));
    const found = await examine(settings);
    expect(found.filter(({ level }) => level === "problem")).toEqual([]);
    expect(found.map(({ check }) => check)).toEqual(
      expect.arrayContaining(["settings", "data folder", "disk", "key", "store", "clock", "webhooks", "queues"]),
    );
    expect(readFileSync(join(dir, "heliogram.db")).equals(before)).toBe(true);
  });

  test("a missing index", async () => {
    const settings = copy();
    plant("drop index message_reply");
    expect(await findings(settings, "store")).toMatchObject([
      {
        level: "problem",
        advice: expect.stringContaining("create index message_reply on message (chat_id, reply_to)"),
      },
    ]);
  });

  test("a damaged page", async () => {
    const settings = copy();
    const path = join(dir, "heliogram.db");
    const { size } = statSync(path);
    const file = openSync(path, "r+");
    for (let page = 2; page * 4096 < size; page += 3) writeSync(file, Buffer.alloc(2048, 7), 0, 2048, page * 4096);
    closeSync(file);
    const found = await findings(settings, "store");
    expect(found[0]).toMatchObject({ level: "problem", advice: expect.stringContaining("heliogram store check") });
  });

  test("a file that is mostly unused", async () => {
    const settings = copy();
    plant("create table junk (bytes blob); insert into junk values (zeroblob(33000000)); drop table junk");
    expect(await findings(settings, "store")).toMatchObject([
      {
        level: "warning",
        message: expect.stringContaining("MiB of"),
        advice: expect.stringContaining("store compact"),
      },
    ]);
  });

  test("a newer schema", async () => {
    const settings = copy();
    plant("update meta set value = '9999' where key = 'schema'");
    expect(await findings(settings, "store")).toMatchObject([{ level: "problem", advice: "start the newer version" }]);
  });

  test.each([
    ["missing", (path: string) => unlinkSync(path), "is missing"],
    ["damaged", (path: string) => writeFileSync(path, "short\n"), "is damaged"],
    ["that of another store", (path: string) => writeFileSync(path, `${"A".repeat(43)}\n`), "belongs to another store"],
  ])("a key that is %s", async (_what, change, message) => {
    const settings = copy();
    change(join(dir, "secret.key"));
    const [found] = await findings(settings, "key");
    expect(found).toMatchObject({ level: "problem", message: expect.stringContaining(message) });
    expect(found!.advice).toMatch(/backup|other store|new one/);
  });

  test("a key and a folder that others can read", async () => {
    const settings = copy();
    chmodSync(join(dir, "secret.key"), 0o644);
    chmodSync(dir, 0o755);
    expect(await findings(settings, "key")).toMatchObject([
      { level: "warning", advice: `chmod 600 ${join(dir, "secret.key")}` },
    ]);
    expect(await findings(settings, "data folder")).toMatchObject([{ level: "warning", advice: `chmod 700 ${dir}` }]);
  });

  test("a disk without the room that uploads leave", async () => {
    copy();
    // A terabyte, which a test machine does not have.
    const settings = settingsOf({ data_dir: dir, min_free_mb: 1_000_000 });
    expect(await findings(settings, "disk")).toMatchObject([
      {
        level: "problem",
        message: expect.stringContaining("uploads are refused"),
        advice: expect.stringContaining("make room"),
      },
    ]);
  });

  test("a clock that was set back", async () => {
    const settings = copy();
    plant(`update message set date = ${Math.floor(Date.now() / 1000) + 3600}`);
    expect(await findings(settings, "clock")).toMatchObject([
      { level: "problem", message: expect.stringContaining("in the future") },
    ]);
  });

  test("a webhook that fails, and a queue about to expire", async () => {
    const settings = copy();
    expect(await findings(settings, "webhooks")).toMatchObject([
      { level: "warning", message: expect.stringMatching(/^1 updates of @guard_bot wait, and its webhook fails: /) },
    ]);
    const now_s = Math.floor(Date.now() / 1000);
    plant(`update event set at = ${now_s - 20 * 3600}`);
    plant(`
      insert into outgoing_mail (kind, account_id, address, nonce, detail, created_at, expires_at, due_at, attempts)
      select 'account_notice', min(account_id), 'a@example.org', '', '{}', ${now_s - 1830}, ${now_s}, ${now_s}, 5 from person`);
    const queues = await findings(settings, "queues");
    expect(queues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: "warning", message: "1 updates of @guard_bot wait, the oldest for 20 hours" }),
        expect.objectContaining({
          level: "warning",
          message: "1 mails wait for the mail server, the oldest for 30 minutes",
        }),
      ]),
    );
  });

  test("a public URL that leads nowhere, or to something else", async () => {
    copy();
    const port = await freePort();
    const nowhere = settingsOf({ data_dir: dir, public_url: `http://127.0.0.1:${port}` });
    expect(await findings(nowhere, "public URL")).toMatchObject([
      { level: "problem", message: expect.stringContaining("cannot be reached") },
    ]);
    const other = await startWorld("memory", undefined, { metrics: false });
    try {
      const right = settingsOf({ data_dir: dir, public_url: other.url });
      expect(await findings(right, "public URL")).toMatchObject([{ level: "ok" }]);
    } finally {
      await other.stop();
    }
  });

  test("push services that cannot be reached, or take no pushes", async () => {
    copy();
    const server = createServer((_req, res) => res.writeHead(404).end());
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const runs = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const gone = `http://127.0.0.1:${await freePort()}`;
      const settings = settingsOf({ data_dir: dir, webhook_allow: ["127.0.0.0/8"] });
      const check = async (given = settings) => findings(given, "push services");
      expect(await check()).toEqual([]);

      const subscribe = (id: number, origin: string, failing_since = "null") =>
        plant(`insert into push_subscription
          (id, account_id, session_id, endpoint, p256dh, auth, label, created_at, failing_since)
          values (${id}, (select min(account_id) from person), 1, '${origin}/secret-${id}', 'p', 'a', 'phone', 0, ${failing_since})`);
      subscribe(1, runs);
      subscribe(2, runs);
      expect(await check()).toMatchObject([{ level: "ok", message: expect.stringContaining(runs) }]);
      subscribe(3, gone);
      subscribe(4, runs, "5");
      const found = await check();
      expect(found).toMatchObject([
        { level: "warning", message: `${runs} answers, and the last push to 1 of 3 devices has failed` },
        { level: "warning", message: expect.stringContaining(`${gone}, which one device uses, cannot be reached`) },
      ]);
      expect(JSON.stringify(found)).not.toContain("secret-");

      const refused = await check(settingsOf({ data_dir: dir, webhook_allow: [] }));
      expect(refused).toMatchObject([{ level: "warning" }, { level: "warning" }]);
      expect(refused[0]!.advice).toContain("HELIOGRAM_WEBHOOK_ALLOW");
      expect(await check(settingsOf({ data_dir: dir, push: false }))).toEqual([]);
    } finally {
      server.close();
    }
  });

  test("a bucket that does not answer", async () => {
    copy();
    const files_url = `s3://files?endpoint=http://127.0.0.1:${await freePort()}&region=here`;
    const settings = settingsOf({
      data_dir: dir,
      files_url,
      files_access_key: "key",
      files_secret_key: "secret-of-the-bucket",
    });
    const found = await findings(settings, "bucket");
    expect(found).toMatchObject([
      { level: "problem", message: expect.stringContaining("the bucket files cannot be used") },
    ]);
    expect(JSON.stringify(found)).not.toContain("secret-of-the-bucket");
  });

  test.each([
    [{ metrics: true, host: "0.0.0.0" }, "/metrics is served to everybody"],
    [{ metrics_address: "0.0.0.0:9464" }, "second listener is open"],
    [{ rate_limits: "off" }, "nothing limits"],
    [{ redis_url: "redis://127.0.0.1" }, "HELIOGRAM_REDIS_URL is not used"],
    [{ public_url: "http://chat.example" }, "plain http"],
  ])("settings that are valid and unwise: %o", async (values, message) => {
    copy();
    const found = await findings(settingsOf({ data_dir: dir, ...values }), "settings");
    expect(found).toMatchObject([
      { level: "warning", message: expect.stringContaining(message), advice: expect.any(String) },
    ]);
  });
});

test("a clock that differs from that of the database", () => {
  const skew = (ahead_ms: number) => checkClock({ ...NOTHING_KNOWN, ahead_ms }, 0)[0]!;
  expect(skew(100).level).toBe("ok");
  expect(skew(-3000)).toMatchObject({
    level: "warning",
    message: "the clock of this machine is 3 seconds ahead of the database's",
  });
  expect(skew(90_000)).toMatchObject({ level: "problem", message: expect.stringContaining("90 seconds behind") });
});

describe.runIf(engines().includes("postgres"))("on PostgreSQL", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("postgres");
  });
  afterAll(() => t.stop());

  const settings = (values: object = {}) => settingsOf({ data_dir: t.dir, database: t.options.database, ...values });
  const sql = (text: string) => onDatabase(t.options.database, (client) => client.query(text));

  test("a store without a fault has no problem, beside a service", async () => {
    expect((await examine(settings())).filter(({ level }) => level === "problem")).toEqual([]);
  });

  test("a missing index, and an invalid one", async () => {
    const { rows } = await sql("select indexdef from pg_indexes where indexname = 'message_reply'");
    await sql("drop index message_reply");
    const missing = await findings(settings(), "store");
    await sql((rows[0] as { indexdef: string }).indexdef);
    expect(missing).toMatchObject([
      { level: "problem", advice: expect.stringContaining("create index message_reply") },
    ]);
    await sql("update pg_index set indisvalid = false where indexrelid = 'message_reply'::regclass");
    const invalid = await findings(settings(), "store");
    await sql("update pg_index set indisvalid = true where indexrelid = 'message_reply'::regclass");
    expect(invalid).toMatchObject([{ level: "problem", advice: 'run "reindex index message_reply" in the database' }]);
  });

  test("a collation of another version", async () => {
    const set = (version: string) =>
      sql(`update pg_collation set collversion = ${version} where collname = 'und-x-icu'`);
    await set("'0'");
    const found = await findings(settings(), "store");
    await set("pg_collation_actual_version(oid)");
    expect(found).toMatchObject([{ level: "problem", advice: expect.stringContaining("refresh version") }]);
  });

  test("a pool that is larger than the server allows", async () => {
    expect(await findings(settings({ database_pool: 1000 }), "store")).toMatchObject([
      { level: "problem", advice: expect.stringContaining("HELIOGRAM_DATABASE_POOL") },
    ]);
  });

  test("a table of dead rows", async () => {
    await sql("create table junk (n int) with (autovacuum_enabled = off)");
    try {
      await sql("insert into junk select generate_series(1, 20000)");
      await sql("delete from junk");
      await sql("select pg_stat_force_next_flush()");
      await expect
        .poll(async () => (await findings(settings(), "store")).map(({ advice }) => advice ?? "").join())
        .toContain("vacuum analyze junk");
    } finally {
      await sql("drop table junk");
    }
  });

  test("an encoding that does not hold every text", async () => {
    const address = new URL(await createDatabase(t.options.database));
    const name = address.pathname.slice(1);
    await dropDatabase(address.href);
    await sql(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    try {
      expect(await findings(settings({ database: address.href }), "store")).toMatchObject([
        { level: "problem", message: expect.stringContaining("SQL_ASCII"), advice: expect.stringContaining("UTF8") },
      ]);
    } finally {
      await dropDatabase(address.href);
    }
  });

  test("a server that does not answer", async () => {
    const database = `postgres://127.0.0.1:${await freePort()}/none`;
    expect(await findings(settings({ database }), "store")).toMatchObject([
      {
        level: "problem",
        message: expect.stringContaining("cannot be opened"),
        advice: expect.stringContaining("HELIOGRAM_DATABASE"),
      },
    ]);
  });
});

describe("the command", () => {
  const commands = new CommandFolder();
  afterAll(() => commands.close());

  test("exits with 0 where nothing is wrong, and says so", async () => {
    const { code, stdout } = await commands.run(["doctor"], { HELIOGRAM_MIN_FREE_MB: "0", HELIOGRAM_DATA_DIR: "new" });
    expect([code, stdout]).toEqual([0, expect.stringContaining("ok       settings: the settings are valid\n")]);
  });

  test("exits with 1 for a problem, with JSON for programs", async () => {
    const { code, stdout } = await commands.run(["doctor", "--json"], {
      HELIOGRAM_DATA_DIR: "new",
      HELIOGRAM_PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
    });
    const report = JSON.parse(stdout);
    expect([code, report.ok]).toEqual([1, false]);
    expect(report.findings).toContainEqual({
      check: "public URL",
      level: "problem",
      message: expect.stringContaining("cannot be reached"),
      advice: expect.any(String),
    });
  });

  test("exits with 78 for invalid settings, each of which is a problem", async () => {
    const { code, stdout } = await commands.run(["doctor"], { HELIOGRAM_PORT: "many" });
    expect([code, stdout]).toEqual([
      78,
      expect.stringContaining("PROBLEM  settings: HELIOGRAM_PORT = many is not valid"),
    ]);
  });
});
