/** The notifications between nodes on one PostgreSQL database: how many connections they take, and that they arrive in order. */
import { tmpdir } from "node:os";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { postgresFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { openNotifications } from "heliogram/store/open.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { until } from "../support/until.ts";

const TEXTS = Array.from({ length: 20 }, (_, n) => `text ${n}`);

describe.runIf(inject("postgresUrl") !== "")("notifications", () => {
  let database: string;
  let watcher: pg.Client;
  beforeEach(async () => {
    database = await createDatabase(inject("postgresUrl"));
    watcher = new pg.Client({ connectionString: database });
    await watcher.connect();
  });
  afterEach(async () => {
    await watcher.end();
    await dropDatabase(database);
  });

  async function open() {
    const options = { notify: () => {}, fatal: () => {}, now_ms: () => Date.now(), after: () => () => {} };
    const postgres = postgresFrom(settingsSchema.parse({}));
    return (await openNotifications({ database, data_dir: tmpdir() }, { ...options, postgres }))!;
  }

  /** Connections of the database, without the watcher's. */
  async function connections(): Promise<number> {
    const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    return Number((await watcher.query(`select count(*) as n ${others}`)).rows[0].n);
  }

  test("that are sent at the same time take one connection, which is closed at the end", async () => {
    const heard: (string | undefined)[] = [];
    watcher.on("notification", ({ payload }) => heard.push(payload));
    await watcher.query("listen heliogram");
    const notifications = await open();
    await Promise.all(TEXTS.map((text) => notifications.send(text)));
    expect(await connections()).toBe(1);
    expect(heard).toEqual(TEXTS);
    await notifications.close();
    await until(async () => (await connections()) === 0, "the end of the connections");
  });

  test("are sent by a new connection after the former one was cut", async () => {
    const notifications = await open();
    await notifications.send("one");
    const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    await watcher.query(`select pg_terminate_backend(pid) ${others}`);
    const isSent = () =>
      notifications.send("two").then(
        () => true,
        () => false,
      );
    await until(isSent, "a notification that is sent");
    expect(await connections()).toBe(1);
    await notifications.close();
  });
});
