/** Topics and reactions in the objects of calls and updates. */
import { describe, expect, test } from "vitest";
import { factsOfCall, factsOfUpdate, messageReactedTo } from "./content-facts.ts";

const emoji = (...all: string[]) => all.map((each) => ({ type: "emoji", emoji: each }));

describe("of a call", () => {
  test("the topic of its message, with the name from the message that created it", () => {
    const created = { message_id: 12, forum_topic_created: { name: "Release" } };
    const result = { message_id: 13, message_thread_id: 12, reply_to_message: created };
    expect(factsOfCall("sendMessage", { chat_id: -1 }, { ok: true, result })).toEqual({
      topic: { message_thread_id: 12, name: "Release" },
      reaction: undefined,
    });
    expect(factsOfCall("sendMediaGroup", {}, { result: [result] }).topic?.message_thread_id).toBe(12);
  });

  test("the topic that it creates, names as text, or does not name", () => {
    const made = { message_thread_id: 12, name: "Release" };
    expect(factsOfCall("createForumTopic", { name: "Release" }, { result: made }).topic).toEqual(made);
    const unnamed = { message_thread_id: 12, name: undefined };
    expect(factsOfCall("closeForumTopic", { message_thread_id: "12" }, { result: true }).topic).toEqual(unnamed);
    for (const none of [0, "", "x", null, 1.5, undefined])
      expect(factsOfCall("sendMessage", { message_thread_id: none }, null).topic).toBeUndefined();
  });

  test("the reactions that it sets, and on which message", () => {
    const params = { chat_id: "-5", message_id: 7, reaction: JSON.stringify(emoji("👍", "❤")) };
    expect(factsOfCall("setMessageReaction", params, { result: true }).reaction).toEqual({ after: "👍 ❤" });
    expect(factsOfCall("setMessageReaction", { ...params, reaction: "[" }, undefined).reaction).toEqual({ after: "" });
    expect(messageReactedTo("setMessageReaction", params, 3)).toEqual({ chat_id: -5, message_id: 7, bot_id: 3 });
    expect(messageReactedTo("setMessageReaction", { ...params, chat_id: "@team" }, 3)).toBeUndefined();
    expect(messageReactedTo("deleteMessage", params, 3)).toBeUndefined();
  });
});

describe("of an update", () => {
  test("the topic of a message, and of the message of a button", () => {
    const message = { message_id: 13, message_thread_id: 12 };
    const topic = { message_thread_id: 12, name: undefined };
    expect(factsOfUpdate("message", message).topic).toEqual(topic);
    expect(factsOfUpdate("callback_query", { message }).topic).toEqual(topic);
    expect(factsOfUpdate("message", { message_id: 13 })).toEqual({ topic: undefined, reaction: undefined });
  });

  test("who has reacted, and the counts of a channel", () => {
    const change = { old_reaction: emoji("👍"), new_reaction: emoji("👍", "🔥") };
    const reacted = { account_id: 5, before: "👍", after: "👍 🔥" };
    expect(factsOfUpdate("message_reaction", { user: { id: 5 }, ...change }).reaction).toEqual(reacted);
    const anonymous = factsOfUpdate("message_reaction", { actor_chat: { id: -1 }, ...change }).reaction;
    expect(anonymous).toEqual({ ...reacted, account_id: undefined });
    const reactions = [{ type: emoji("🔥")[0], total_count: 2 }];
    expect(factsOfUpdate("message_reaction_count", { reactions }).reaction).toEqual({ after: "🔥 2" });
    expect(factsOfUpdate("message_reaction_count", undefined).reaction).toBeUndefined();
  });
});
