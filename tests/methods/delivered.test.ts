/** Delivery receipts of private chats: one pointer for people's devices and for bots, sent to the author. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hookedTalk, startWebhookService, type WebhookService } from "../support/webhook-service.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("delivery receipts on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const say = async (from: string, to: string, text = "Hello"): Promise<number> => {
    await t.as(from, "openChat", { user_id: t.id(to) });
    return (await t.as(from, "sendMessage", { chat_id: t.id(to), text })).message_id;
  };
  const mark = (who: string, ...places: [other: string, message_id: number][]) =>
    t.as(who, "markDelivered", { chats: places.map(([other, message_id]) => ({ chat_id: t.id(other), message_id })) });
  const rowOf = async (who: string, other: string): Promise<Json> => {
    const { chats } = await t.as(who, "listChats");
    return chats.find((each: Json) => each.chat.id === t.id(other));
  };
  const eventsOf = async (who: string, other: string): Promise<Json[]> =>
    (await t.as(who, "getDifference", { chat_id: t.id(other), seq: 0 })).events;
  const deliveredIn = async (who: string, other: string): Promise<number[]> =>
    (await eventsOf(who, other)).filter(({ kind }) => kind === "delivered").map((each) => each.delivered_up_to);

  test("come as events, in both chat lists, and in the difference", async () => {
    await say("alice", "bob");
    const socket = new StreamSocket(t, "alice");
    await socket.until((frame) => frame.type === "hello");
    const message_id = await say("alice", "bob");
    expect((await rowOf("alice", "bob")).others_delivered_up_to).toBeUndefined();
    await mark("bob", ["alice", message_id]);
    const told = { kind: "delivered", user_id: t.id("bob"), delivered_up_to: message_id };
    expect(await socket.until((frame) => frame.kind === "delivered")).toMatchObject({
      type: "chat",
      chat_id: t.id("bob"),
      ...told,
    });
    expect((await eventsOf("alice", "bob")).at(-1)).toMatchObject(told);
    expect(await rowOf("alice", "bob")).toMatchObject({ others_delivered_up_to: message_id, others_read_up_to: 0 });
    expect(await rowOf("bob", "alice")).toMatchObject({ delivered_up_to: message_id, read_up_to: 0, unread_count: 2 });
    socket.close();
  });

  test("only move forward, and not beyond the newest message", async () => {
    const [first, last] = [await say("alice", "carla"), await say("alice", "carla")];
    await mark("carla", ["alice", first]);
    await mark("carla", ["alice", 1_000_000]);
    await mark("carla", ["alice", first]);
    expect(await deliveredIn("alice", "carla")).toEqual([first, last]);
    expect((await rowOf("alice", "carla")).others_delivered_up_to).toBe(last);
  });

  test("follow from reading", async () => {
    const [read, more] = [await say("dave", "bob"), await say("dave", "bob")];
    await t.as("bob", "readMessages", { chat_id: t.id("dave"), message_id: read });
    await mark("bob", ["dave", read]);
    expect(await deliveredIn("dave", "bob")).toEqual([]);
    await mark("bob", ["dave", more]);
    expect(await rowOf("dave", "bob")).toMatchObject({ others_read_up_to: read, others_delivered_up_to: more });
    await t.as("bob", "readMessages", { chat_id: t.id("dave"), message_id: more });
    const [own, others] = [await rowOf("bob", "dave"), await rowOf("dave", "bob")];
    expect(others.others_read_up_to).toBe(more);
    expect([own.delivered_up_to, others.others_delivered_up_to]).toEqual([undefined, undefined]);
  });

  test("are sent for many chats in one call; those that concern nobody are skipped", async () => {
    const [alice, carla] = [await say("alice", "dave"), await say("carla", "dave")];
    await t.as("dave", "startBot", { user_id: t.id("echo_bot") });
    const own = await say("dave", "dave");
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("dave"), text: "Hello" });
    const silent = async () => [await eventsOf("dave", "echo_bot"), await eventsOf("dave", "dave")];
    const before = await silent();
    await mark(
      "dave",
      ["echo_bot", 2],
      ["dave", own],
      ["stranger_bot", 1],

      ["carla", carla],
      ["alice", alice],
    );
    expect([await deliveredIn("alice", "dave"), await deliveredIn("carla", "dave")]).toEqual([[alice], [carla]]);
    expect(await silent()).toEqual(before);
    expect((await rowOf("dave", "echo_bot")).delivered_up_to).toBeUndefined();
  });

  test("are ignored for groups, and limited to a hundred chats per call", async () => {
    const asked = async (chats: object[]) => (await t.person("bob", "markDelivered", { chats })).status;
    expect(await asked([{ chat_id: t.id("Team"), message_id: 1 }])).toBe(400);
    const many = Array.from({ length: 100 }, (_, i) => ({ chat_id: 900_000 + i, message_id: 1 }));
    expect(await asked(many)).toBe(200);
    expect(await asked([...many, many[0]!])).toBe(400);
  });

  test("are not sent to blocked people, like read receipts", async () => {
    const message_id = await say("carla", "bob");
    const socket = new StreamSocket(t, "carla");
    await socket.until((frame) => frame.type === "hello");
    await t.as("bob", "blockUser", { user_id: t.id("carla") });
    await socket.until((frame) => frame.type === "gone");
    await mark("bob", ["carla", message_id]);
    await t.as("bob", "readMessages", { chat_id: t.id("carla"), message_id });
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "Next" });
    await socket.until((frame) => frame.kind === "message" && frame.chat_id === t.id("Team"));
    expect(socket.frames.filter(({ kind }) => kind === "delivered" || kind === "read")).toEqual([]);
    socket.close();
  });

  /** The row of Alice's chat with a bot. */
  const toEcho = async (): Promise<number | undefined> => (await rowOf("alice", "echo_bot")).others_delivered_up_to;
  const write = (text: string) => say("alice", "echo_bot", text);

  test("a message to a bot is delivered when the bot confirms its update, not when it fetches it", async () => {
    await t.updates("echo_bot");
    const socket = new StreamSocket(t, "alice");
    await socket.until((frame) => frame.type === "hello");
    const before = await toEcho();
    const [first, second] = [await write("One"), await write("Two")];
    const updates = await t.ok("echo_bot", "getUpdates", {});
    expect(updates).toHaveLength(2);
    expect(await toEcho()).toBe(before);
    await t.ok("echo_bot", "getUpdates", { offset: updates[1].update_id });
    expect(await toEcho()).toBe(first);
    await t.ok("echo_bot", "getUpdates", { offset: updates[1].update_id + 1 });
    expect(await toEcho()).toBe(second);
    const told = { type: "chat", chat_id: t.id("echo_bot"), kind: "delivered", user_id: t.id("echo_bot") };
    await socket.until((frame) => frame.kind === "delivered" && frame.delivered_up_to === second);
    expect(socket.frames.filter(({ kind }) => kind === "delivered")).toMatchObject([
      { ...told, delivered_up_to: first },
      { ...told, delivered_up_to: second },
    ]);
    socket.close();
  });

  test("confirming updates of many chats delivers in each; updates dropped without having been fetched are not delivered", async () => {
    await t.as("bob", "startBot", { user_id: t.id("echo_bot") });
    await t.updates("echo_bot");
    await write("One");
    const fromBob = await say("bob", "echo_bot", "Two");
    const fromAlice = await write("Three");
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "@echo_bot in a group" });
    const [last] = (await t.ok("echo_bot", "getUpdates", {})).slice(-1);
    await t.ok("echo_bot", "getUpdates", { offset: last.update_id + 1 });
    expect(await toEcho()).toBe(fromAlice);
    expect((await rowOf("bob", "echo_bot")).others_delivered_up_to).toBe(fromBob);
    expect(await deliveredIn("bob", "Team")).toEqual([]);
    await write("Forgotten");
    await write("Kept");
    await t.ok("echo_bot", "getUpdates", { offset: -1 });
    expect(await toEcho()).toBe(fromAlice);
  });

  test("a bot with more updates than a poll returns confirms only those returned", async () => {
    await t.updates("echo_bot");
    const sent: number[] = [];
    for (let i = 0; i < 110; i++) sent.push(await write(`Number ${i}`));
    const updates = await t.ok("echo_bot", "getUpdates", {});
    await t.ok("echo_bot", "getUpdates", { offset: updates.at(-1).update_id + 1 });
    expect(await toEcho()).toBe(sent[99]);
  });

  test("people who write to a bot and a bot that confirms do not deadlock", async () => {
    await t.updates("echo_bot");
    const all: Promise<unknown>[] = [];
    for (let i = 0; i < 30; i++) {
      all.push(write(`Alice ${i}`), say("bob", "echo_bot", `Bob ${i}`));
      all.push(t.updates("echo_bot"));
    }
    await Promise.all(all);
    await t.updates("echo_bot");
    const row = await rowOf("alice", "echo_bot");
    expect(row.others_delivered_up_to).toBe(row.last_message.message_id);
  });
});

describe.each(enginesInTurn())("an update delivered by webhook, on %s", (engine) => {
  let hooked: WebhookService;
  const { untilPending } = hookedTalk(() => hooked.t);
  beforeAll(async () => {
    hooked = await startWebhookService(engine);
  });
  afterAll(() => hooked.close());

  test("is delivered with the 2xx, and not before", async () => {
    const { t, receiver, url } = hooked;
    receiver.answer = (_delivery, res) => res.writeHead(500).end();
    await t.ok("guard_bot", "setWebhook", { url });
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "Hello" });
    await receiver.until(1);
    const delivered = async () => {
      const { chats } = await t.as("alice", "listChats");
      return chats.find((each: Json) => each.chat.id === t.id("guard_bot")).others_delivered_up_to;
    };
    expect(await delivered()).toBeUndefined();
    receiver.answer = (_delivery, res) => res.end();
    await t.advanceUntil(receiver.until(2), 1000);
    await untilPending(0);
    expect(await delivered()).toBe(message_id);
  });
});
