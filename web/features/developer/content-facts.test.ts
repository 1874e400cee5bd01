/** Topics, reactions and share requests in the objects of calls and updates. */
import { describe, expect, test } from "vitest";
import { factsOfCall, factsOfUpdate, messageReactedTo } from "./content-facts.ts";

const emoji = (...all: string[]) => all.map((each) => ({ type: "emoji", emoji: each }));

describe("of a call", () => {
  test("the topic of its message, with the name from the message that created it", () => {
    const created = { message_id: 12, forum_topic_created: { name: "Release" } };
    const result = { message_id: 13, message_thread_id: 12, reply_to_message: created };
    expect(factsOfCall("sendMessage", { chat_id: -1 }, { ok: true, result })).toMatchObject({
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

describe("of buttons that ask", () => {
  const users = { text: "Friends", request_users: { request_id: -1, max_quantity: 2 } };
  const place = { text: "Place", request_chat: { request_id: 2, chat_is_channel: false } };
  const news = { text: "News", request_chat: { request_id: 3, chat_is_channel: true } };

  test("what a message asks for, sent as an object or as text", () => {
    const markup = {
      keyboard: [
        ["Plain", users],
        [{ text: "Plain" }, place, news],
      ],
    };
    const asked = [
      { text: "Friends", request_id: -1, what: "users", max: 2 },
      { text: "Place", request_id: 2, what: "group", max: 1 },
      { text: "News", request_id: 3, what: "channel", max: 1 },
    ];
    for (const reply_markup of [markup, JSON.stringify(markup)])
      expect(factsOfCall("sendMessage", { reply_markup }, {}).asked).toEqual(asked);
    for (const reply_markup of [undefined, "{", { keyboard: "x" }, { keyboard: [[null, { request_users: 1 }]] }])
      expect(factsOfCall("sendMessage", { reply_markup }, {}).asked).toEqual([]);
  });

  test("what a person shares, in the call and in the update", () => {
    const shared = { request_id: -1, ids: [5, 6] };
    expect(factsOfCall("shareUsers", { request_id: -1, user_ids: [5, 6] }, {}).shared).toEqual(shared);
    const users_shared = { request_id: -1, users: [{ user_id: 5 }, { user_id: 6 }] };
    expect(factsOfUpdate("message", { users_shared }).shared).toEqual(shared);
    const group = { request_id: 2, ids: [-7] };
    expect(factsOfCall("shareChat", { request_id: 2, shared_chat_id: -7 }, {}).shared).toEqual(group);
    expect(factsOfUpdate("message", { chat_shared: { request_id: 2, chat_id: -7 } }).shared).toEqual(group);
    for (const none of [{}, { users_shared: {} }, { chat_shared: { request_id: 1 } }, null])
      expect(factsOfUpdate("message", none).shared).toBeUndefined();
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
