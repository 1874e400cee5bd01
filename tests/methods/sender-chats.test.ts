/** Bans of chats that would write in groups, which no chat does here (behaviour.md §3). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type TestService } from "../support/service.ts";

let t: TestService;
beforeAll(async () => {
  t = await startWorld("memory");
});
afterAll(() => t.stop());

test.each(["banChatSenderChat", "unbanChatSenderChat"])(
  "%s is true of every other chat, and changes nothing",
  async (name) => {
    const chat_id = t.id("Team");
    const attempt = async (sender_chat_id: unknown, bot = "guard_bot") => {
      const { status, body } = await t.bot(bot, name, { chat_id, sender_chat_id });
      return status === 200 ? body.result : [status, body.description];
    };
    const before = await t.ok("guard_bot", "getChat", { chat_id });
    // Whether there is such a chat is not told.
    expect([await attempt(t.id("News")), await attempt(-1_000_000_999_999)]).toEqual([true, true]);
    for (const id of [chat_id, t.id("alice"), t.id("echo_bot"), 0])
      expect(await attempt(id)).toEqual([400, "Bad Request: PARTICIPANT_ID_INVALID"]);
    expect(await attempt(t.id("News"), "echo_bot")).toEqual([403, expect.stringContaining("not enough rights")]);
    expect(await t.ok("guard_bot", "getChat", { chat_id })).toEqual(before);
    // An anonymous administrator still writes as the group.
    await t.as("alice", "promoteChatMember", {
      chat_id,
      user_id: t.id("bob"),
      can_pin_messages: true,
      is_anonymous: true,
    });
    const said = await t.as("bob", "sendMessage", { chat_id, text: "as the group" });
    expect(said.sender_chat.id).toBe(chat_id);
  },
);
