/** The search index on PostgreSQL gives up a connection on which nothing comes back, and its thread can end meanwhile. */
import { inject, expect, test } from "vitest";
import { PostgresFollower } from "heliogram/store/search/postgres-follower.ts";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { Proxy } from "../support/proxy.ts";

const WAIT_MS = 60_000;

async function withSilentServer(
  statement_ms: number,
  work: (follower: PostgresFollower, proxy: Proxy) => Promise<void>,
) {
  const database = await takeDatabase();
  const proxy = await Proxy.before(database);
  const follower = new PostgresFollower({ url: proxy.through(database), wait_ms: WAIT_MS, statement_ms });
  try {
    await follower.step();
    proxy.hold();
    await work(follower, proxy);
  } finally {
    proxy.restore();
    await follower.close();
    await proxy.close();
    await giveBackDatabase(database);
  }
}

test.runIf(inject("postgresUrl") !== "")("a step on a silent connection fails, and the next one works", async () => {
  await withSilentServer(500, async (follower, proxy) => {
    await expect(follower.step()).rejects.toThrow(/timeout/);
    proxy.restore();
    await expect(follower.step()).resolves.toMatchObject({ didBuild: false });
  });
});

test.runIf(inject("postgresUrl") !== "")(
  "a step on a silent connection is given up when the thread is to end",
  async () => {
    await withSilentServer(WAIT_MS, async (follower) => {
      const step = follower.step().catch((error: unknown) => error);
      follower.interrupt();
      expect(String(await step)).toMatch(/closed|terminated/);
    });
  },
);
