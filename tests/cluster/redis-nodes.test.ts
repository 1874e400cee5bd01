/** Two nodes with Redis: what each hears of the other, what they limit together, and that they do without Redis. */
import { afterEach, describe, expect, inject, test } from "vitest";
import pg from "pg";
import { SIGN_INS } from "heliogram/methods/rate-limits/attempt-limits.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { hasRedis, TestRedis } from "../support/redis.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { startWorld, WORLD, type Overrides, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const PASSWORD = "p@ssword/of%Redis";
/** Long enough for every machine, where a test compares counts. */
const PATIENT_MS = 60_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startRedis(): Promise<TestRedis> {
  const redis = await TestRedis.start({ requirepass: PASSWORD });
  closing.push(() => redis.stop());
  return redis;
}

interface Pair {
  readonly nodes: TestNodes;
  readonly one: TestService;
  readonly two: TestService;
}

/** Two nodes that know of each other. Their clocks stand still, so no sweep finds what the bus has lost. */
async function startPair(redis_url: string, overrides: Overrides = {}, world: object = WORLD): Promise<Pair> {
  const nodes = await startNodes(2, world, { redis_url, ...overrides });
  closing.push(() => nodes.stop());
  const [one, two] = nodes.running as [TestService, TestService];
  await nodes.until(() => nodes.running.every(({ service }) => service.cluster.liveNodes() === 2));
  return { nodes, one, two };
}

async function metric(node: TestService, name: string): Promise<number> {
  const { body } = await node.fetch("/metrics");
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(String(body))?.[1]);
}

/** Whether both nodes use Redis for everything, or for nothing. */
async function usesRedis({ one, two }: Pair, uses: boolean): Promise<boolean> {
  const names = ["heliogram_redis_up", "heliogram_redis_limits_up"];
  const values = await Promise.all([one, two].flatMap((node) => names.map((name) => metric(node, name))));
  return values.every((value) => value === Number(uses));
}

/** Counts what goes through the database. */
async function countNotifications(node: TestService): Promise<() => number> {
  const client = new pg.Client({ connectionString: node.database });
  await client.connect();
  closing.push(() => client.end());
  let count = 0;
  client.on("notification", () => count++);
  await client.query("listen heliogram");
  return () => count;
}

/** An update, a chat action and an event that are caused at one node and received at the other. */
async function expectHeard({ one, two }: Pair): Promise<void> {
  const socket = new StreamSocket(two, "carla");
  await socket.until(({ type }) => type === "hello");
  const poll = two.ok("echo_bot", "getUpdates", { timeout: 50 });
  await until(async () => (await metric(two, "heliogram_waiting_polls")) === 1, "a poll that waits");
  await one.as("alice", "sendMessage", { chat_id: one.id("echo_bot"), text: "through the other node" });
  const updates = await poll;
  expect(updates.map(({ message }: { message: { text: string } }) => message.text)).toEqual(["through the other node"]);
  await two.updates("echo_bot");
  await one.as("alice", "setTyping", { chat_id: one.id("Team") });
  await socket.until(({ type, chat_id }) => type === "action" && chat_id === one.id("Team"));
  await one.as("alice", "sendMessage", { chat_id: one.id("Team"), text: "an event" });
  await socket.until(({ type, chat_id }) => type === "chat" && chat_id === one.id("Team"));
  socket.close();
  await two.updates("echo_bot");
}

const isPossible = hasRedis() && inject("postgresUrl") !== "";

describe.runIf(isPossible)("two nodes with Redis", () => {
  test("hear each other through it and not through the database, and do without it while it is away", async () => {
    const redis = await startRedis();
    const pair = await startPair(redis.url);
    const { nodes, one, two } = pair;
    await until(() => usesRedis(pair, true), "nodes that use Redis");
    const notifications = await countNotifications(one);
    // On a busy machine, Redis may seem to be away for a moment.
    await until(async () => {
      const before = notifications();
      await expectHeard(pair);
      return notifications() === before;
    }, "a message that goes through Redis alone");
    const before = notifications();
    await redis.kill();
    await until(() => usesRedis(pair, false), "nodes that do without Redis");
    for (const node of [one, two]) expect((await node.fetch("/readyz")).status).toBe(200);
    await expectHeard(pair);
    expect(notifications()).toBeGreaterThan(before);
    await redis.restart();
    await until(() => usesRedis(pair, true), "nodes that use Redis");
    await expectHeard(pair);
    redis.pause();
    await expectHeard(pair);
    redis.resume();
    for (const { log } of nodes.running) {
      const lines = log.filter((line) => line.includes("Redis"));
      expect(lines[0]).toContain("Redis does not answer");
      expect(lines[1]).toContain("Redis answers again");
      expect(log.join("")).not.toContain(PASSWORD);
    }
  });

  test("start without it, with one warning, and use it when it comes", async () => {
    const redis = await startRedis();
    await redis.kill();
    const pair = await startPair(redis.url);
    const warnings = () => pair.one.log.filter((line) => line.includes("Redis does not answer"));
    expect((await pair.one.fetch("/readyz")).status).toBe(200);
    await expectHeard(pair);
    await until(() => warnings().length, "a warning");
    await expectHeard(pair);
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toContain("ECONNREFUSED");
    await redis.restart();
    await until(() => usesRedis(pair, true), "nodes that use Redis");
  });

  test("limit rates together, and each by its share while it is away", async () => {
    const redis = await TestRedis.start();
    closing.push(() => redis.stop());
    const redis_limits = { wait_ms: PATIENT_MS, now_ms: () => 0 };
    const pair = await startPair(redis.url, { rate_limits: "telegram", redis_limits });
    const { one, two } = pair;
    await until(() => usesRedis(pair, true), "nodes that use Redis");
    const send = async (node: TestService, bot: string) =>
      (await node.bot(bot, "sendMessage", { chat_id: node.id("Team"), text: "x" })).status;
    for (let n = 0; n < 20; n++) expect([n, await send(n % 2 ? one : two, "echo_bot")]).toEqual([n, 200]);
    expect([await send(one, "echo_bot"), await send(two, "echo_bot")]).toEqual([429, 429]);
    await redis.kill();
    await until(() => usesRedis(pair, false), "nodes that do without Redis");
    const allowed = async (node: TestService) => {
      let count = 0;
      while ((await send(node, "guard_bot")) === 200) count++;
      return count;
    };
    expect([await allowed(one), await allowed(two)]).toEqual([10, 10]);
  });

  test("count the guesses of a password together", async () => {
    const redis = await TestRedis.start();
    closing.push(() => redis.stop());
    const redis_limits = { wait_ms: PATIENT_MS, now_ms: () => 0 };
    const pair = await startPair(redis.url, { rate_limits: "default", redis_limits });
    await until(() => usesRedis(pair, true), "nodes that use Redis");
    const guess = async (node: TestService) =>
      (await node.post("/api/signIn", { username: "bob", password: "a wrong one" }, { "x-forwarded-for": "10.1.1.1" }))
        .status;
    const statuses: number[] = [];
    for (let n = 0; n < SIGN_INS.attempts + 2; n++) statuses.push(await guess(n % 2 ? pair.one : pair.two));
    expect(statuses).toEqual([...Array.from({ length: SIGN_INS.attempts }, () => 401), 429, 429]);
  });
});

describe.runIf(hasRedis())("a service on SQLite", () => {
  test("says that it does not use Redis", async () => {
    const t = await startWorld("memory", WORLD, { redis_url: "redis://127.0.0.1:1" });
    expect(t.log.join("")).toContain(
      "redis_url is not used: it is for several nodes, which need a PostgreSQL database",
    );
    await t.stop();
  });
});
