/** The assistant, maintenance and the search index run on one node at a time, and go on when that one is gone. */
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { LeaseKeeper } from "heliogram/cluster/leases/lease-keeper.ts";
import { ONLY_PROCESS } from "heliogram/store/lease.ts";
import { ASSISTANT_ID } from "heliogram/domain/bots.ts";
import { onServer } from "../support/postgres.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import type { Json, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

let nodes: TestNodes;
/** Removes what a test has added to the database, which other tests use again. */
let cleanUp = async () => {};
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanUp();
  cleanUp = async () => {};
  await nodes.stop();
});

/** The nodes that have the lease of a kind. */
async function holdersOf(kind: string): Promise<TestService[]> {
  const found: TestService[] = [];
  for (const node of nodes.running)
    if ((await node.fetch("/metrics")).body.includes(`heliogram_leases_held{kind="${kind}"} 1\n`)) found.push(node);
  return found;
}

/** What the assistant has sent to somebody. */
async function answersTo(node: TestService, username: string): Promise<Json[]> {
  const { messages } = await node.as(username, "getHistory", { chat_id: ASSISTANT_ID, limit: 50 });
  return messages.filter((message: Json) => message.from.username === "assistant");
}

describe.runIf(inject("postgresUrl") !== "")("with two nodes", () => {
  test("each kind of work has one node, and the other takes it over", { timeout: 120_000 }, async () => {
    nodes = await startNodes(1, undefined, { search_index: true });
    const second = await nodes.add({ assistant: true });
    const first = nodes.running[0]!;
    for (const kind of ["maintenance", "search"]) expect(await holdersOf(kind)).toEqual([first]);
    await nodes.until(async () => (await holdersOf("assistant")).length === 1);
    expect(await holdersOf("assistant")).toEqual([second]);
    const third = await nodes.add({ assistant: true });
    await nodes.advance(3000);
    expect(await holdersOf("assistant")).toEqual([second]);
    await nodes.remove(second);
    await nodes.until(async () => (await holdersOf("assistant")).length === 1);
    expect(await holdersOf("assistant")).toEqual([third]);
  });

  /** Counts the rounds of maintenance: each saves the retention clock once. */
  async function countRounds(): Promise<() => Promise<number>> {
    const { database, service } = nodes.running[0]!;
    cleanUp = () => onServer(database, "drop function note_round cascade; drop table round");
    await onServer(
      database,
      `create table round (id bigint generated always as identity);
       create function note_round() returns trigger language plpgsql as $$ begin
         insert into round default values;
         return null;
       end $$;
       create trigger note_round after insert or update on meta for each row
         when (new.key = 'retention_clock') execute function note_round()`,
    );
    return async () =>
      (await service.db.read((tx) => tx.get(sqlRead<{ n: number }>("select count(*) as n from round"))))!.n;
  }

  /** Advances the clocks until maintenance runs first, and for a while in which it runs on every node that would run it. */
  async function aRound(rounds: () => Promise<number>): Promise<void> {
    for (let minute = 1; minute < 10; minute++) {
      for (const { clock } of nodes.running) clock.advance(60_000);
      await nodes.advance(1000);
    }
    await nodes.until(async () => (await rounds()) > 0);
    await nodes.advance(20_000);
  }

  test("maintenance runs once, however many nodes there are", { timeout: 120_000 }, async () => {
    nodes = await startNodes(3);
    const rounds = await countRounds();
    await nodes.until(async () => (await holdersOf("maintenance")).length === 1);
    await aRound(rounds);
    expect(await rounds()).toBe(1);
  });

  test("the count of maintenance finds a node that runs it without the lease", { timeout: 120_000 }, async () => {
    vi.spyOn(LeaseKeeper.prototype, "hold").mockImplementation((_name, holder) => {
      holder.acquired(ONLY_PROCESS);
      return () => holder.lost();
    });
    nodes = await startNodes(2);
    const rounds = await countRounds();
    await aRound(rounds);
    expect(await rounds()).toBe(2);
  });

  test("the assistant answers once, on whichever node it runs", { timeout: 120_000 }, async () => {
    nodes = await startNodes(1);
    const second = await nodes.add({ assistant: true });
    await nodes.add({ assistant: true });
    const first = nodes.running[0]!;
    await first.as("bob", "startBot", { user_id: ASSISTANT_ID });
    const answers = async () => (await answersTo(first, "bob")).length;
    await nodes.until(async () => (await answers()) > 0);
    await nodes.advance(3000);
    const greeted = await answers();
    expect(greeted).toBe(1);
    await nodes.remove(second);
    await first.as("bob", "sendMessage", { chat_id: ASSISTANT_ID, text: "/help" });
    await nodes.until(async () => (await answers()) > greeted);
    await nodes.advance(5000);
    expect(await answers()).toBe(greeted + 1);
  });

  test(
    "an assistant whose lease was taken changes nothing, though its token is valid",
    { timeout: 120_000 },
    async () => {
      nodes = await startNodes(1);
      const second = await nodes.add({ assistant: true });
      const first = nodes.running[0]!;
      await nodes.until(async () => (await holdersOf("assistant")).length === 1);
      await first.as("bob", "startBot", { user_id: ASSISTANT_ID });
      const answers = async () => (await answersTo(first, "bob")).length;
      await nodes.until(async () => (await answers()) === 1);
      // It has noted that it has answered. Otherwise the next one answers again.
      await second.waiting(1);
      // The clocks stand still, so that no heartbeat takes it back.
      const { db } = first.service;
      await db.write((tx) =>
        tx.run(sqlWrite("update lease set node = '', fence = fence + 1 where name = 'assistant'")),
      );
      await first.as("bob", "sendMessage", { chat_id: ASSISTANT_ID, text: "/help" });
      await until(() => second.log.some((line) => line.includes("has lost leases")), "the loss of the lease");
      expect(await answers()).toBe(1);
      await nodes.until(async () => (await answers()) > 1);
      await nodes.advance(5000);
      expect(await answers()).toBe(2);
      expect(second.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
    },
  );

  test("a message is found on both, whichever of them indexes", { timeout: 120_000 }, async () => {
    nodes = await startNodes(2, undefined, { search_index: true });
    const [first, second] = nodes.running as [TestService, TestService];
    await second.as("alice", "sendMessage", { chat_id: second.id("Team"), text: "walrus" });
    const finds = async (node: TestService) =>
      (await node.as("alice", "searchMessages", { query: "walrus" })).messages.length;
    await nodes.until(async () => (await finds(first)) === 1 && (await finds(second)) === 1);
    expect(await holdersOf("search")).toEqual([first]);
  });
});
