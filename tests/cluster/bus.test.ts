/**
 * What one node changes is felt on the others: at once by the bus, and by the sweep within a second when the bus has
 * lost it. The clocks stand still unless a test advances them, so without the sweep nothing comes by itself.
 */
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { LossyBus } from "../support/lossy-bus.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { onServer } from "../support/postgres.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import type { Answer, Json, TestService } from "../support/service.ts";

const POLL = { timeout: 50 };

let nodes: TestNodes;
let a: TestService;
let b: TestService;
let buses: LossyBus[];
const sockets: StreamSocket[] = [];

/** Two nodes that know and hear each other, and a new world in which nothing is under way. */
beforeEach(async (context) => {
  if (inject("postgresUrl") === "") return context.skip();
  await (nodes?.running.length === 2 ? nodes.renewWorld() : start());
  await settle();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => nodes?.stop());

async function start(): Promise<void> {
  await nodes?.stop();
  buses = [new LossyBus(), new LossyBus()];
  nodes = await startNodes(1, undefined, { carry_bus: buses[0]!.between });
  await nodes.add({ carry_bus: buses[1]!.between });
  [a, b] = nodes.running as [TestService, TestService];
  await nodes.until(() => nodes.running.every((node) => node.service.cluster.liveNodes() === 2));
}

/** What either node has not heard of is noticed, and found, before the test begins. */
async function settle(): Promise<void> {
  const [one, other] = buses as [LossyBus, LossyBus];
  for (const bus of buses) bus.revive();
  for (const [from, to, sender, receiver] of [
    [a, b, one, other],
    [b, a, other, one],
  ] as const) {
    const heard = watch(to, "alice");
    await heard.until((frame) => frame.type === "hello");
    const isHeard = () => sender.sent.some((text) => receiver.received.includes(text));
    // A connection that listens may still be being opened, and misses what is sent meanwhile.
    const isHeardNow = () => say(from, "a new world").then(isHeard);
    await expect.poll(isHeardNow).toBe(true);
    await heard.until((frame) => frame.message?.text === "a new world");
    heard.close();
  }
  await expect.poll(() => one.isSending || other.isSending).toBe(false);
  for (const bus of buses) bus.revive();
  await nodes.advance(2000);
  for (const node of nodes.running) for (const bot of ["echo_bot", "guard_bot"]) await node.updates(bot);
  await allHeard();
}

/**
 * Resolves when both nodes have taken in all that the other has sent. While the clocks stand still, a node cannot tell
 * that a poll is newer than one that it has not heard of.
 */
async function allHeard(): Promise<void> {
  const [one, other] = buses as [LossyBus, LossyBus];
  const hasHeard = (from: LossyBus, to: LossyBus) => !from.isSending && isSubset(from.sent, to.received);
  await expect.poll(() => hasHeard(one, other) && hasHeard(other, one)).toBe(true);
}

const isSubset = (sent: readonly string[], received: readonly string[]) =>
  sent.every((text) => received.includes(text));

function watch(node: TestService, username: string): StreamSocket {
  const socket = new StreamSocket(node, username);
  sockets.push(socket);
  return socket;
}

const killBus = () => buses.forEach((bus) => bus.die());
const say = (node: TestService, text: string, username = "bob"): Promise<Json> =>
  node.as(username, "sendMessage", { chat_id: node.id("Team"), text });
const textsOf = (answer: Answer): string[] => answer.body.result.map((update: Json) => update.message.text);
const metric = async (node: TestService, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)`, "m").exec((await node.fetch("/metrics")).body)![1]);

/** A poll of a bot, once it waits. */
async function poll(node: TestService, username = "guard_bot", waiting = 1): Promise<{ answer: Promise<Answer> }> {
  const answer = node.bot(username, "getUpdates", POLL);
  await node.waiting(waiting);
  return { answer };
}

/**
 * A poll of a bot, once it waits and the other node knows of it. While the clocks stand still, a node cannot tell that a
 * poll is newer than one that it has not heard of.
 */
async function knownPoll(node: TestService): Promise<{ answer: Promise<Answer> }> {
  const [from, to] = (node === a ? buses : [...buses].reverse()) as [LossyBus, LossyBus];
  const before = from.sent.length;
  const waiting = await poll(node);
  const isAnnounced = (text: string) => text.includes('"polls"') && to.received.includes(text);
  await expect.poll(() => from.sent.slice(before).some(isAnnounced)).toBe(true);
  return waiting;
}

/** Whether it is still to come after everything that is under way on the nodes. */
async function isPending(outcome: Promise<unknown>): Promise<boolean> {
  const marks = nodes.running.map((node) => node.fetch("/readyz"));
  const pending = Symbol("pending");
  return (await Promise.race([outcome, Promise.all(marks).then(() => pending)])) === pending;
}

/** With the bus up, what must happen happens while the clocks stand still; with the bus dead, within a second. */
const BUS = [
  { state: "up", prepare: async () => {}, pass: async () => {} },
  { state: "dead", prepare: async () => killBus(), pass: () => nodes.advance(1000) },
];

describe("notifications", () => {
  test("a poll hears of a message through the other node at once, in both directions", async () => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const { answer } = await poll(to);
      await say(from, "hello");
      expect(textsOf(await answer)).toEqual(["hello"]);
      await to.updates("guard_bot");
      await allHeard();
    }
    expect(await metric(a, "heliogram_bus_sent_total")).toBeGreaterThan(0);
    expect(await metric(b, "heliogram_bus_received_total")).toBeGreaterThan(0);
  });

  test("what the bus has lost is found by the sweep within a second, and not without it", async () => {
    killBus();
    const before = await metric(b, "heliogram_sweep_finds_total");
    const { answer } = await poll(b);
    await say(a, "unheard");
    expect(await isPending(answer)).toBe(true);
    await nodes.advance(1000);
    expect(textsOf(await answer)).toEqual(["unheard"]);
    expect(await metric(b, "heliogram_sweep_finds_total")).toBeGreaterThan(before);
  });

  test("one lost notification is noticed by the next one, without the sweep's clock", async () => {
    const before = await metric(b, "heliogram_bus_gaps_total");
    const { answer } = await poll(b, "echo_bot");
    const private_chat = { chat_id: a.id("echo_bot"), text: "lost" };
    buses[0]!.losesSent = () => true;
    await a.as("alice", "sendMessage", private_chat);
    expect(await isPending(answer)).toBe(true);
    buses[0]!.losesSent = () => false;
    await a.as("bob", "sendMessage", { chat_id: a.id("Private"), text: "another" });
    expect(textsOf(await answer)).toEqual(["lost"]);
    expect(await metric(b, "heliogram_bus_gaps_total")).toBeGreaterThan(before);
  });

  test("a released lease of which a node has not heard is taken once the loss is noticed", async () => {
    const taken: string[] = [];
    const hold = (node: TestService, name: string) =>
      node.service.cluster.leases.hold(name, {
        acquired: () => void taken.push(`${name} by ${node === a ? "a" : "b"}`),
        lost: async () => {},
      });
    const release = hold(a, "one");
    await expect.poll(() => taken).toEqual(["one by a"]);
    hold(b, "one");
    // Once this one is taken, the attempt to take the other has ended.
    hold(b, "two");
    await expect.poll(() => taken).toEqual(["one by a", "two by b"]);
    buses[0]!.losesSent = () => true;
    await release();
    await expect.poll(() => buses[0]!.sent.some((text) => text.includes('"leases"'))).toBe(true);
    await b.fetch("/readyz");
    expect(taken).toHaveLength(2);
    buses[0]!.losesSent = () => false;
    await say(a, "The next frame");
    await expect.poll(() => taken).toEqual(["one by a", "two by b", "one by b"]);
  });

  test("a LISTEN connection that is cut is opened again, and what came meanwhile is found at once", async () => {
    const listening = `from pg_stat_activity where datname = current_database() and query like '%listen heliogram%'`;
    for (let round = 0; round < 5; round++) {
      const { answer } = await poll(b);
      await Promise.all([
        onServer(a.database, `select pg_terminate_backend(pid) ${listening} and pid <> pg_backend_pid()`),
        say(a, `message ${round}`),
      ]);
      expect(textsOf(await answer)).toEqual([`message ${round}`]);
      await b.updates("guard_bot");
    }
  });

  test("web sockets on both nodes show the same events in the same order", async () => {
    const both = [watch(a, "carla"), watch(b, "carla")];
    for (const socket of both) await socket.until((frame) => frame.type === "hello");
    await Promise.all(Array.from({ length: 30 }, (_, i) => say(i % 2 === 0 ? a : b, `text ${i}`)));
    const last = await say(a, "the last one");
    const seen: Json[][] = [];
    for (const socket of both) {
      await socket.until((frame) => frame.message?.message_id === last.message_id);
      seen.push(socket.frames.filter((frame) => frame.type === "chat" && frame.message));
    }
    const places = (frames: Json[]) => frames.map(({ seq, message }) => [seq, message.message_id, message.text]);
    expect(places(seen[0]!)).toEqual(places(seen[1]!));
    const ids = seen[0]!.map(({ message }) => message.message_id);
    expect(ids).toEqual(ids.map((_, i) => ids[0] + i));
    expect(ids).toHaveLength(31);
  });

  test("a chat action through one node is shown on the other", async () => {
    const socket = watch(b, "carla");
    await socket.until((frame) => frame.type === "hello");
    await a.as("bob", "setTyping", { chat_id: a.id("Team") });
    const frame = await socket.until(({ type }) => type === "action");
    expect(frame).toMatchObject({ chat_id: a.id("Team"), action: "typing", user: { id: a.id("bob") } });
  });

  test("a streamed draft through one node is shown on the other, stopped there, and ended by a message", async () => {
    const [alice, bot_id] = [a.id("alice"), a.id("echo_bot")];
    const onB = watch(b, "alice");
    await onB.until((frame) => frame.type === "hello");
    // Longer than one text of the bus.
    const text = "\u{1f600}".repeat(4096);
    const send = (draft_id: number) =>
      a.ok("echo_bot", "sendMessageDraft", { chat_id: alice, draft_id, text, can_stop: true });
    const isDraft = (id: number) => (frame: Json) => frame.type === "streamed_draft" && frame.draft_id === id;
    const isEnd = (id: number) => (frame: Json) => frame.type === "streamed_draft_end" && frame.draft_id === id;
    await send(1);
    expect((await onB.until(isDraft(1))).text).toBe(text);
    expect(await b.as("alice", "stopMessageGeneration", { chat_id: bot_id, bot_id, draft_id: 1 })).toBe(true);
    await onB.until(isEnd(1));
    const [update] = await a.updates("echo_bot");
    expect(update.stopped_message_generation).toMatchObject({ draft_id: 1 });
    await send(2);
    await onB.until(isDraft(2));
    const onA = watch(a, "alice");
    await onA.until(isDraft(2));
    await b.ok("echo_bot", "sendMessage", { chat_id: alice, text: "done" });
    await onA.until(isEnd(2));
    await onB.until(isEnd(2));
  });

  test("a node that is alone sends nothing", async () => {
    await nodes.remove(b);
    await nodes.until(() => a.service.cluster.liveNodes() === 1);
    await nodes.advance(2000);
    const before = buses[0]!.sent.length;
    const { answer } = await poll(a);
    await say(a, "hello");
    await a.bot("guard_bot", "sendChatAction", { chat_id: a.id("Team"), action: "typing" });
    expect(textsOf(await answer)).toEqual(["hello"]);
    await nodes.advance(5000);
    expect(buses[0]!.sent.length).toBe(before);
  });
});

test("a node with another key is refused", async () => {
  const other = Buffer.alloc(32, 1).toString("base64url");
  await expect(nodes.add({ secret_key: other })).rejects.toThrow(/HELIOGRAM_SECRET_KEY gives belongs to another store/);
});

describe("two polls of one bot on two nodes", () => {
  test("the newer goes on, and the older ends with a conflict at once", async () => {
    for (const [older, newer] of [
      [a, b],
      [b, a],
    ] as const) {
      const first = await knownPoll(older);
      const second = await poll(newer);
      const ended = await first.answer;
      expect([ended.status, ended.body.description]).toEqual([
        409,
        expect.stringContaining("other getUpdates request"),
      ]);
      await say(older, "for the newer one");
      expect(textsOf(await second.answer)).toEqual(["for the newer one"]);
      await a.updates("guard_bot");
    }
  });

  test("the older ends within a second when it was not told of the newer one", async () => {
    const first = await knownPoll(a);
    buses[1]!.losesSent = (text) => text.includes('"polls"');
    const second = await poll(b);
    expect(await isPending(first.answer)).toBe(true);
    buses[1]!.losesSent = () => false;
    await nodes.advance(1000);
    expect((await first.answer).status).toBe(409);
    expect(await isPending(second.answer)).toBe(true);
    await say(a, "for the newer one");
    expect(textsOf(await second.answer)).toEqual(["for the newer one"]);
  });

  test("one is left when neither node knew of the other", async () => {
    const alone = new LossyBus();
    const first = await poll(a);
    // By the time alone the second is the newer one.
    await nodes.advance(1000);
    const c = await nodes.add({ carry_bus: alone.between });
    const second = await poll(c);
    await nodes.advance(2000);
    expect((await first.answer).status).toBe(409);
    expect(await isPending(second.answer)).toBe(true);
    await say(b, "for the newer one");
    expect(textsOf(await second.answer)).toEqual(["for the newer one"]);
  });

  test("close ends the poll on whatever node it waits", async () => {
    const { answer } = await poll(a);
    await b.ok("guard_bot", "close");
    expect((await answer).body).toEqual({ ok: true, result: [] });
  });
});

describe.each(BUS)("with the bus $state, on the other node within a second", ({ prepare, pass }) => {
  beforeEach(prepare);

  test("a poll with a replaced token ends, and the token is worth nothing", async () => {
    const { answer } = await poll(b, "echo_bot");
    const { token } = await a.as("alice", "regenerateBotToken", { bot_id: a.id("echo_bot") });
    a.canary.remember(token);
    expect((await b.bot("echo_bot", "getMe")).status).toBe(401);
    await pass();
    expect((await answer).status).toBe(401);
    expect((await b.post(`/bot${token}/getMe`, {})).status).toBe(200);
  });

  test("a poll with the new token goes on", async () => {
    const { token } = await a.as("alice", "regenerateBotToken", { bot_id: a.id("echo_bot") });
    a.canary.remember(token);
    const answer = b.post(`/bot${token}/getUpdates`, POLL);
    await b.waiting(1);
    await nodes.advance(1000);
    expect(await isPending(answer)).toBe(true);
    await a.as("alice", "sendMessage", { chat_id: a.id("echo_bot"), text: "hello" });
    await pass();
    expect(textsOf(await answer)).toEqual(["hello"]);
  });

  test("a suspended bot gets nothing more", async () => {
    const { answer } = await poll(b, "echo_bot");
    await a.as("alice", "suspendBot", { bot_id: a.id("echo_bot") });
    await pass();
    expect((await answer).status).toBe(401);
    expect((await b.bot("echo_bot", "getMe")).status).toBe(401);
    await a.as("alice", "restoreBot", { bot_id: a.id("echo_bot") });
    expect((await b.bot("echo_bot", "getMe")).status).toBe(200);
  });

  test("a deleted bot gets nothing more", async () => {
    const { answer } = await poll(b, "echo_bot");
    await a.as("alice", "deleteBot", { bot_id: a.id("echo_bot") });
    await pass();
    expect((await answer).status).toBe(401);
  });

  test("a webhook ends the poll with a conflict", async () => {
    const { answer } = await poll(b);
    await a.ok("guard_bot", "setWebhook", { url: "http://127.0.0.1:9/hook" });
    await pass();
    const { status, body } = await answer;
    expect([status, body.description]).toEqual([409, expect.stringContaining("setWebhook")]);
    await a.ok("guard_bot", "deleteWebhook", {});
    expect((await b.bot("guard_bot", "getUpdates")).status).toBe(200);
  });

  test("the web socket of an ended session closes", async () => {
    const socket = watch(b, "carla");
    await socket.until((frame) => frame.type === "hello");
    const closed = socket.closed();
    await a.as("carla", "signOut");
    expect((await b.person("carla", "getProfile")).status).toBe(401);
    await pass();
    expect(await closed).toBe(4001);
  });

  test("the web socket of a suspended person closes", async () => {
    const socket = watch(b, "carla");
    await socket.until((frame) => frame.type === "hello");
    const closed = socket.closed();
    await a.as("alice", "suspendPerson", { user_id: a.id("carla") });
    await pass();
    expect(await closed).toBe(4001);
    expect((await b.person("carla", "getProfile")).status).toBe(401);
  });

  test("a removed member gets nothing more", async () => {
    const socket = watch(b, "carla");
    await socket.until((frame) => frame.type === "hello");
    const witness = watch(b, "bob");
    await witness.until((frame) => frame.type === "hello");
    await a.as("alice", "banChatMember", { chat_id: a.id("Team"), user_id: a.id("carla") });
    await say(a, "not for carla", "alice");
    await pass();
    await socket.until((frame) => frame.type === "gone" && frame.chat_id === a.id("Team"));
    await witness.until((frame) => frame.message?.text === "not for carla");
    expect(JSON.stringify(socket.frames)).not.toContain("not for carla");
  });

  test("a new member gets what comes", async () => {
    const socket = watch(b, "dave");
    await socket.until((frame) => frame.type === "hello");
    await a.as("dave", "joinChat", { username: a.username("team") });
    await pass();
    await socket.until((frame) => frame.type === "joined" && frame.chat_id === a.id("Team"));
    await say(a, "welcome");
    await pass();
    await socket.until((frame) => frame.message?.text === "welcome");
  });
});
