/** Unread state: messages from before a member joined do not count, and the count comes with its read pointer. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("unread state on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const say = async (text: string): Promise<number> =>
    (await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text })).message_id;
  const rowOf = async (who: string): Promise<Json> => {
    const { chats } = await t.as(who, "listChats");
    return chats.find((each: Json) => each.chat.id === t.id("Team"));
  };

  test("a new member has no unread messages from before, and has read none of them", async () => {
    await say("Before");
    const last = await say("Also before");
    await t.as("alice", "addMember", { chat_id: t.id("Team"), user_id: t.id("dave") });
    expect(await rowOf("dave")).toMatchObject({ read_up_to: last, unread_count: 1 });
    expect(await rowOf("bob")).toMatchObject({ others_read_up_to: 0 });
    expect(await t.as("bob", "getReaders", { chat_id: t.id("Team"), message_id: last })).toEqual([]);
    const next = await say("After");
    expect(await rowOf("dave")).toMatchObject({ read_up_to: last, unread_count: 2 });
    await t.as("dave", "readMessages", { chat_id: t.id("Team"), message_id: next });
    expect(await rowOf("dave")).toMatchObject({ read_up_to: next, unread_count: 0 });
    expect(await rowOf("bob")).toMatchObject({ others_read_up_to: next });
  });

  test("a returning member has no unread messages of the absence, and no mention from before it", async () => {
    await say("Look, @dave");
    expect(await rowOf("dave")).toMatchObject({ unread_mentions: 1 });
    await t.as("dave", "leaveChat", { chat_id: t.id("Team") });
    const last = await say("Meanwhile");
    await t.as("dave", "joinChat", { username: "team" });
    expect(await rowOf("dave")).toMatchObject({ read_up_to: last, unread_count: 0, unread_mentions: 0 });
  });

  test("a member from the beginning has everything unread", async () => {
    const { seq } = await rowOf("carla");
    const { events, unread_count, unread_after } = await t.as("carla", "getDifference", {
      chat_id: t.id("Team"),
      seq: seq - 1,
    });
    expect(events).toHaveLength(1);
    expect(unread_count).toBeGreaterThan(3);
    expect(unread_after).toBe(0);
  });

  test("an unread count comes with its read pointer", async () => {
    const socket = new StreamSocket(t, "carla");
    await socket.until((frame) => frame.type === "hello");
    const read = await say("Read");
    await t.as("carla", "readMessages", { chat_id: t.id("Team"), message_id: read });
    await say("Unread");
    const counted = (frame: Json) => frame.kind === "message" && frame.message.text === "Unread";
    expect(await socket.until(counted)).toMatchObject({ unread_count: 1, unread_after: read });
    socket.close();
  });

  test("a silent pin has a silent service message", async () => {
    const message_id = await say("Pinned");
    const pin = async (more: object) => {
      await t.as("alice", "pinChatMessage", { chat_id: t.id("Team"), message_id, ...more });
      return (await rowOf("bob")).last_message;
    };
    expect(await pin({ disable_notification: true })).toMatchObject({
      pinned_message: { message_id },
      is_silent: true,
    });
    expect(await pin({})).not.toHaveProperty("is_silent");
  });
});
