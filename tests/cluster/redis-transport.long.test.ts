/** Texts between nodes through Redis, and through the database while Redis is killed, hangs, or fails over. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { BusTransport, TransportHandlers } from "heliogram/cluster/bus/bus.ts";
import { parseRedisAddress } from "heliogram/cluster/redis/address.ts";
import { RedisService } from "heliogram/cluster/redis/redis.ts";
import { yieldToEventLoop } from "heliogram/runtime/event-loop.ts";
import { systemClock } from "heliogram/ports/clock.ts";
import { freePort } from "../../tools/free-port.ts";
import { CERTIFICATE, KEY, OTHER_CERTIFICATE } from "../support/certificate.ts";
import { Proxy } from "../support/proxy.ts";
import { hasRedis, startRedisCluster, startSentinels, TestRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What the nodes have beside Redis: here a wire in memory. */
class Database {
  readonly texts: string[] = [];
  readonly #receivers: TransportHandlers[] = [];

  transport(): BusTransport {
    return {
      max_bytes: 7999,
      start: (handlers) => this.#receivers.push(handlers),
      send: async (text) => {
        this.texts.push(text);
        for (const { received } of this.#receivers) received(text);
      },
      restart: () => {},
      close: async () => {},
    };
  }
}

interface Node {
  readonly redis: RedisService;
  readonly texts: string[];
  /** Lines of the log. */
  readonly log: string[];
  readonly gaps: { count: number };
}

function startNode(
  url: string,
  database: Database,
  live = { nodes: 2 },
  { key = "secret", ca }: { readonly key?: string; readonly ca?: string } = {},
): Node {
  const log: string[] = [];
  const note = (facts: object, sentence: string) => log.push(`${sentence} ${JSON.stringify(facts)}`);
  const redis = new RedisService({
    address: parseRedisAddress(url),
    ca,
    key: Buffer.from(key),
    peers: { node_id: `node${Math.random()}`, liveNodes: () => live.nodes },
    database: database.transport(),
    machine: systemClock(),
    yieldToEventLoop,
    log: { warn: note, info: note },
  });
  const texts: string[] = [];
  const gaps = { count: 0 };
  redis.transport.start({ received: (text) => texts.push(text), interrupted: () => gaps.count++ });
  closing.push(() => redis.transport.close());
  return { redis, texts, log, gaps };
}

/** Two nodes between which Redis carries everything. */
async function startPair(url: string) {
  const database = new Database();
  const [one, two] = [startNode(url, database), startNode(url, database)];
  await untilRedisCarries(database, one, two);
  return { database, one, two };
}

let sent = 0;

/** Sends a text, and waits until all have it. @returns whether it has gone through the database */
async function sendThrough(database: Database, from: Node, ...to: readonly Node[]): Promise<boolean> {
  const text = `{"n":${++sent}}`;
  await from.redis.transport.send(text);
  await until(() => to.every(({ texts }) => texts.includes(text)), "the text on every node");
  return database.texts.includes(text);
}

async function untilRedisCarries(database: Database, one: Node, two: Node): Promise<void> {
  await until(
    async () => !(await sendThrough(database, one, two)) && !(await sendThrough(database, two, one)),
    "texts that go through Redis",
  );
}

async function single(flags: Record<string, string | number> = {}): Promise<TestRedis> {
  const redis = await TestRedis.start(flags);
  closing.push(() => redis.stop());
  return redis;
}

describe.skipIf(!hasRedis())("one server", () => {
  test("carries texts in order, to all nodes and back, in any database", async () => {
    const redis = await single({ requirepass: "p@ss" });
    const { database, one, two } = await startPair(`${redis.url}/3`);
    let round = 0;
    // On a busy machine, Redis may seem to be away for a moment; then some go through the database.
    await until(async () => {
      round++;
      const before = database.texts.length;
      const texts = Array.from({ length: 200 }, (_, n) => `{"round":${round},"n":${n}}`);
      for (const text of texts) await one.redis.transport.send(text);
      const got = [one, two].map((node) => () => node.texts.filter((text) => text.includes(`"round":${round},`)));
      await until(() => got.every((received) => received().includes(texts.at(-1)!)), "the last text");
      if (database.texts.length > before) return false;
      expect(got.map((received) => received())).toEqual([texts, texts]);
      return true;
    }, "a round that goes through Redis");
  });

  test("carries nothing between services with other keys", async () => {
    const redis = await single();
    const database = new Database();
    const alone = { nodes: 1 };
    const [one, other] = [
      startNode(redis.url, database, alone),
      startNode(redis.url, new Database(), alone, { key: "other" }),
    ];
    await until(() => one.redis.isUp && other.redis.isUp, "Redis to be in use");
    expect(await sendThrough(database, one, one)).toBe(false);
    await other.redis.transport.send('{"mine":1}');
    await until(() => other.texts.length, "a text");
    expect([one.texts.length, other.texts]).toEqual([1, ['{"mine":1}']]);
  });

  test("that is killed is replaced by the database, and used again, with one line about each", async () => {
    const redis = await single();
    const { database, one, two } = await startPair(redis.url);
    const gaps = two.gaps.count;
    await redis.kill();
    expect(await sendThrough(database, one, two)).toBe(true);
    await until(() => !one.redis.isUp && !two.redis.isUp, "nodes that do without Redis");
    expect(two.gaps.count).toBeGreaterThan(gaps);
    expect(await sendThrough(database, one, two)).toBe(true);
    await redis.restart();
    await untilRedisCarries(database, one, two);
    for (const { log } of [one, two]) {
      expect(log.length).toBeGreaterThanOrEqual(2);
      for (const [i, line] of log.entries())
        expect(line).toContain(
          i % 2 ? "Redis answers again" : "Redis does not answer: the nodes notify each other by the database",
        );
    }
  });

  test("that hangs is replaced by the database, and used again", async () => {
    const redis = await single();
    const { database, one, two } = await startPair(redis.url);
    redis.pause();
    expect(await sendThrough(database, one, two)).toBe(true);
    await until(() => !one.redis.isUp && !two.redis.isUp, "nodes that do without Redis");
    redis.resume();
    await untilRedisCarries(database, one, two);
  });

  test("is connected to anew when a connection is broken without a sign of it", async () => {
    const redis = await single();
    const proxy = await Proxy.before(redis.url);
    closing.push(() => proxy.close());
    const { database, one, two } = await startPair(proxy.through(redis.url));
    const { connections } = proxy;
    proxy.hold();
    expect(await sendThrough(database, one, two)).toBe(true);
    await until(() => proxy.connections > connections, "another connection");
    proxy.restore();
    await untilRedisCarries(database, one, two);
  });

  test("is reached by TLS, if its certificate is signed by an authority that the address names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "heliogram-tls-"));
    closing.push(() => rmSync(folder, { recursive: true }));
    const path = (name: string) => join(folder, name);
    for (const [name, text] of [
      ["ca.pem", CERTIFICATE],
      ["key.pem", KEY],
      ["other.pem", OTHER_CERTIFICATE],
    ] as const)
      writeFileSync(path(name), text);
    const port = await freePort();
    await single({
      "tls-port": port,
      "tls-cert-file": path("ca.pem"),
      "tls-key-file": path("key.pem"),
      "tls-auth-clients": "no",
    });
    const database = new Database();
    const alone = { nodes: 1 };
    const url = `rediss://127.0.0.1:${port}`;
    const node = startNode(url, database, alone, { ca: readFileSync(path("ca.pem"), "utf8") });
    const others = [startNode(url, database, alone), startNode(url, database, alone, { ca: OTHER_CERTIFICATE })];
    await until(() => node.redis.isUp && node.redis.limits.isUp, "Redis to be in use");
    expect(await sendThrough(database, node, node)).toBe(false);
    await until(() => others.every(({ log }) => log.length > 0), "a line of every other node");
    expect(others.map(({ redis }) => redis.isUp)).toEqual([false, false]);
    for (const { log } of others) expect(log[0]).toMatch(/certificate/);
  });

  test("that cannot be reached by one node is not relied upon by the others", async () => {
    const redis = await single();
    const database = new Database();
    const [one, two] = [startNode(redis.url, database), startNode("redis://127.0.0.1:1", database)];
    await until(() => one.redis.isUp, "Redis to be in use");
    expect(await sendThrough(database, one, two)).toBe(true);
    expect(await sendThrough(database, two, one)).toBe(true);
    await until(() => one.redis.isUp && two.log.length > 0, "Redis to be in use, and a line of the other node");
    expect(two.log).toHaveLength(1);
    expect(two.log[0]).toContain("ECONNREFUSED");
  });

  test.each([
    ["redis:", "no"],
    ["redis+cluster:", "yes"],
  ])("that refuses the password is not used, and the password is nowhere in the log: %s", async (scheme, isCluster) => {
    const redis = await single({ requirepass: "right", "cluster-enabled": isCluster });
    const url = redis.url.replace("redis:", scheme).replace("right", "wrong-one");
    const node = startNode(url, new Database(), { nodes: 1 });
    await until(() => node.log.length, "a line of the node");
    expect(node.log.join()).toContain("WRONGPASS");
    expect(node.log.join()).not.toContain("wrong-one");
    expect([node.redis.isUp, node.redis.limits.isUp]).toEqual([false, false]);
  });
});

describe.skipIf(!hasRedis())("a Cluster", () => {
  test("carries texts by sharded pub/sub, also after a failover", async () => {
    const cluster = await startRedisCluster();
    closing.push(() => cluster.stop());
    const { database, one, two } = await startPair(cluster.url);
    const channels = cluster.servers.map((server) => server.command("PUBSUB", "SHARDCHANNELS"));
    const shard = channels.findIndex((each) => each.includes(":bus"));
    expect(channels.filter((each) => each !== "")).toHaveLength(1);
    expect(cluster.servers.map((server) => server.command("PUBSUB", "CHANNELS")).join("")).toBe("");
    await cluster.servers[shard]!.kill();
    expect(await sendThrough(database, one, two)).toBe(true);
    await untilRedisCarries(database, one, two);
    const [now] = cluster.servers.filter(
      (server, i) => i !== shard && server.command("PUBSUB", "SHARDCHANNELS") !== "",
    );
    expect(now).toBeDefined();
  });
});

describe.skipIf(!hasRedis())("servers with Sentinels", () => {
  test("carry texts, also after a failover because the master hangs", async () => {
    const servers = await startSentinels("main", "hush");
    closing.push(() => servers.stop());
    const { database, one, two } = await startPair(servers.url);
    const [master, replica] = servers.servers;
    master!.pause();
    expect(await sendThrough(database, one, two)).toBe(true);
    await until(() => replica!.command("INFO", "replication").includes("role:master"), "a new master");
    await untilRedisCarries(database, one, two);
    expect(replica!.command("PUBSUB", "CHANNELS")).toContain(":bus");
    master!.resume();
  });
});
