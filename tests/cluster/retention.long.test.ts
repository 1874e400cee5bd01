/** A period of retention is carried out once by all nodes, also where the node that does it is gone in the middle. */
import { afterEach, describe, expect, inject, test } from "vitest";
import { lockChatRow, onServer } from "../support/postgres.ts";
import { onDatabase } from "../support/databases.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { Proxy } from "../support/proxy.ts";
import type { Json, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** More than one transaction of retention deletes. */
const MESSAGES = 60;

let nodes: TestNodes;
let proxy: Proxy;
afterEach(async () => {
  proxy.restore();
  await nodes.stop();
  await proxy.close();
});

async function hasLease(node: TestService): Promise<boolean> {
  return (await node.fetch("/metrics")).body.includes('heliogram_leases_held{kind="maintenance"} 1\n');
}

/** The ids of deleted messages, as often as an event names them. */
async function deleted(node: TestService, chat_id: number): Promise<number[]> {
  const { events } = await node.as("alice", "getDifference", { chat_id, seq: 0 });
  return events.flatMap(({ kind, message_ids }: Json) => (kind === "deletions" ? message_ids : []));
}

/** Advances the clocks until a round of maintenance is due. */
async function untilDue(): Promise<void> {
  for (let minute = 0; minute < 10; minute++) {
    for (const { clock } of nodes.running) clock.advance(60_000);
    await nodes.advance(1000);
  }
}

describe.runIf(inject("postgresUrl") !== "")("with three nodes", () => {
  test("each message is deleted once", { timeout: 120_000 }, async () => {
    proxy = await Proxy.before(inject("postgresUrl"));
    nodes = await startNodes(1, undefined, { reach: (address) => proxy.through(address) });
    const first = nodes.running[0]!;
    const reach = (address: string) => address;
    const others = [await nodes.add({ reach }), await nodes.add({ reach })];
    const { database } = others[0]!.options;
    const chats = [first.id("Private"), first.id("Team")] as const;
    for (const chat_id of chats)
      for (let n = 0; n < MESSAGES; n++) await first.as("alice", "sendMessage", { chat_id, text: `${n}` });
    await first.as("alice", "setRetention", { messages_days: 1 });
    await onServer(database, "update message set date = date - 200000");
    await nodes.until(() => hasLease(first));
    // The first node has begun with one chat, and waits for the other, when it loses the database.
    const lock = await lockChatRow(database, chats[1]);
    await untilDue();
    await until(async () => (await deleted(others[0]!, chats[0])).length > 0, "the deletion of some messages");
    await until(() => isWaitingForLock(database), "the wait for the lock");
    proxy.refuse();
    await nodes.until(async () => (await Promise.all(others.map(hasLease))).includes(true));
    expect((await deleted(others[0]!, chats[0])).length).toBeLessThan(MESSAGES);
    await lock.release();
    await untilDue();
    for (const chat_id of chats) {
      await nodes.until(async () => (await deleted(others[0]!, chat_id)).length >= MESSAGES);
      const ids = await deleted(others[0]!, chat_id);
      expect(new Set(ids).size).toBe(ids.length);
      expect((await others[1]!.as("alice", "getHistory", { chat_id })).messages).toEqual([]);
    }
    expect(await Promise.all([first, ...others].map(hasLease))).toContain(true);
  });
});

async function isWaitingForLock(address: string): Promise<boolean> {
  const { rowCount } = await onDatabase(address, (client) =>
    client.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
  );
  return rowCount! > 0;
}
