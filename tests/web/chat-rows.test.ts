/** Rows of the chat list: the other account, what is read, what is unread. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("rows of the chat list on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  async function rowOf(username: string, chat_id: number): Promise<Json> {
    const { chats } = await t.as(username, "listChats");
    return chats.find((each: Json) => each.chat.id === chat_id);
  }

  test("the row says whether the other is a bot, and whether it was started", async () => {
    await t.as("bob", "openChat", { user_id: t.id("echo_bot") });
    const before = await rowOf("bob", t.id("echo_bot"));
    expect(before.peer).toEqual({
      user: expect.objectContaining({ is_bot: true, username: "echo_bot" }),
      status: "left",
    });
    await t.as("bob", "startBot", { user_id: t.id("echo_bot") });
    expect((await rowOf("bob", t.id("echo_bot"))).peer.status).toBe("member");
    await t.as("bob", "blockUser", { user_id: t.id("echo_bot") });
    expect((await rowOf("bob", t.id("echo_bot"))).peer.status).toBe("kicked");
    expect((await rowOf("bob", t.id("Team"))).peer).toBeUndefined();
  });

  test("the others' read pointer", async () => {
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "read this" });
    expect((await rowOf("alice", t.id("Team"))).others_read_up_to).toBeLessThan(message_id);
    await t.as("carla", "readMessages", { chat_id: t.id("Team"), message_id });
    expect((await rowOf("alice", t.id("Team"))).others_read_up_to).toBe(message_id);
    expect((await rowOf("alice", t.id("News"))).others_read_up_to).toBeUndefined();
  });

  test("the service counts unread messages", async () => {
    const bob = new StreamSocket(t, "bob");
    await bob.until((frame) => frame.type === "hello");
    const chat_id = t.id("Private");
    const sent = async (text: string) => (await t.as("alice", "sendMessage", { chat_id, text })).message_id;
    const [first, second] = [await sent("one"), await sent("two")];
    const frame = await bob.until((each) => each.message?.message_id === second && each.unread_count !== undefined);
    const { unread_count } = await rowOf("bob", chat_id);
    expect(frame.unread_count).toBe(unread_count);
    await t.as("alice", "deleteMessage", { chat_id, message_id: second });
    expect(await bob.until((each) => each.kind === "delete")).toMatchObject({ unread_count: unread_count - 1 });
    await t.as("bob", "readMessages", { chat_id, message_id: first });
    expect(await bob.until((each) => each.kind === "read")).toMatchObject({ unread_count: 0, read_up_to: first });
    bob.close();
  });
});
