/** Reactions: who may set which, what people and bots see of them, and when they are deleted. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_REACTION_KINDS, REACTIONS } from "@heliogram/shared/reactions.ts";
import { countsAfter, inListOrder, reactionOf } from "heliogram/domain/reactions.ts";
import type { ReactionCount } from "heliogram/domain/messages.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const types = (...emoji: string[]) => emoji.map((each) => ({ type: "emoji", emoji: each }));
const counts = (of: Record<string, number>) =>
  Object.entries(of).map(([emoji, total_count]) => ({ type: { type: "emoji", emoji }, total_count }));

test("counts follow any changes of many accounts", () => {
  const change = fc.record({
    who: fc.nat({ max: 5 }),
    after: fc.uniqueArray(fc.constantFrom(...REACTIONS.slice(0, 5)), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const own = new Map<number, readonly string[]>();
      let shown: ReactionCount[] = [];
      for (const { who, after } of changes) {
        shown = countsAfter(shown, { before: own.get(who) ?? [], after });
        own.set(who, after);
      }
      const all = [...own.values()].flat();
      const expected = new Map(all.map((emoji) => [emoji, all.filter((each) => each === emoji).length]));
      expect(new Map(shown.map(({ emoji, count }) => [emoji, count]))).toEqual(expected);
    }),
  );
});

test("a reaction is read with and without the sign of a coloured emoji, and nothing else is one", () => {
  expect(reactionOf("❤\u{FE0F}")).toBe("❤");
  expect(reactionOf("❤\u{FE0F}\u200D🔥")).toBe("❤\u200D🔥");
  for (const text of ["", "🍕", "👍👍", "👍🏽", "thumbs"]) expect(reactionOf(text)).toBeUndefined();
  expect(new Set(REACTIONS).size).toBe(73);
  expect(inListOrder(["🔥", "👍", "🔥"])).toEqual(["👍", "🔥"]);
});

describe.each(enginesInTurn())("reactions on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const say = async (who: string, chat_id = team, text = "Shall we?"): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id, text })).message_id;
  const react = (who: string, message_id: number, reaction?: Json, chat_id = team) =>
    t.as(who, "setMessageReaction", { chat_id, message_id, reaction });
  const refused = async (who: string, message_id: number, reaction: Json, chat_id = team): Promise<string> => {
    const { status, body } = await t.person(who, "setMessageReaction", { chat_id, message_id, reaction });
    return `${status} ${body.reason ?? body.description}`;
  };
  const seen = async (who: string, message_id: number, chat_id = team): Promise<Json> => {
    const { messages } = await t.as(who, "getHistory", { chat_id, around: message_id, limit: 2 });
    const message = messages.find((each: Json) => each.message_id === message_id);
    return [message.reactions, message.chosen_reactions];
  };

  test("people see the counts, and their own reactions", async () => {
    const id = await say("alice");
    expect(await seen("bob", id)).toEqual([undefined, undefined]);
    await react("bob", id, types("👀"));
    await react("carla", id, types("🔥", "👀", "👀"));
    await t.ok("guard_bot", "setMessageReaction", {
      chat_id: team,
      message_id: id,
      reaction: types("👀"),
      is_big: true,
    });
    expect(await seen("bob", id)).toEqual([counts({ "👀": 3, "🔥": 1 }), ["👀"]]);
    expect(await seen("carla", id)).toEqual([counts({ "👀": 3, "🔥": 1 }), ["🔥", "👀"]]);
    expect(await seen("alice", id)).toEqual([counts({ "👀": 3, "🔥": 1 }), undefined]);
    await react("carla", id, types("👍"));
    await react("bob", id, []);
    expect(await seen("carla", id)).toEqual([counts({ "👀": 1, "👍": 1 }), ["👍"]]);
    await react("carla", id);
    await t.ok("guard_bot", "setMessageReaction", { chat_id: team, message_id: id });
    expect(await seen("carla", id)).toEqual([undefined, undefined]);
  });

  test("a bot sets one reaction, a person three, and a message has eleven kinds", async () => {
    const id = await say("alice");
    const two = { chat_id: team, message_id: id, reaction: types("👍", "👎") };
    const { status, body } = await t.bot("guard_bot", "setMessageReaction", two);
    expect([status, body.description]).toEqual([400, expect.stringContaining("REACTIONS_TOO_MANY: at most 1 ")]);
    expect(await refused("bob", id, types("👍", "👎", "❤", "🔥"))).toBe("400 TOO_MANY_REACTIONS");
    const kinds = REACTIONS.slice(0, MAX_REACTION_KINDS + 1);
    for (const [i, who] of ["alice", "bob", "carla"].entries())
      await react(who, id, types(...kinds.slice(i * 3, i * 3 + 3)));
    await t.as("dave", "joinChat", { username: "team" });
    expect(await refused("dave", id, types(...kinds.slice(9, 12)))).toBe("400 TOO_MANY_REACTION_KINDS");
    await react("dave", id, types(...kinds.slice(9, 11)));
    await t.as("dave", "leaveChat", { chat_id: team });
    expect((await seen("bob", id))[0]).toHaveLength(MAX_REACTION_KINDS);
  });

  test("what is no reaction is refused with a sentence that says why", async () => {
    const id = await say("alice");
    const words = async (reaction: Json): Promise<string> => {
      const call = { chat_id: team, message_id: id, reaction };
      return (await t.bot("guard_bot", "setMessageReaction", call)).body.description;
    };
    expect(await words(types("🍕"))).toContain("REACTION_INVALID: the emoji is not one of the 73");
    expect(await words([{ type: "custom_emoji", custom_emoji_id: "1" }])).toContain("custom emoji are not available");
    expect(await words([{ type: "paid" }])).toContain("paid reactions are not available");
    for (const wrong of ["👍", ["👍"], [{ emoji: "👍" }], [{ type: "emoji" }]])
      expect(await words(wrong)).toContain("can't parse reaction");
    const { messages } = await t.as("bob", "getHistory", { chat_id: team, before: 2 });
    expect(await refused("bob", messages[0].message_id, types("👍"))).toBe("400 REACTION_IMPOSSIBLE");
    expect(await refused("bob", 99_999, types("👍"))).toBe("404 MESSAGE_NOT_FOUND");
  });

  test("an album has the reactions of its first message", async () => {
    const media = [0, 1].map((i) => ({ type: "photo", media: `attach://p${i}` }));
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("media", JSON.stringify(media));
    const { drawPicture } = await import("../support/media.ts");
    for (const i of [0, 1])
      form.set(`p${i}`, new Blob([Uint8Array.from(await drawPicture(40 + i, 40, "red"))]), `p${i}.png`);
    const [first, second] = await t.as("alice", "sendMediaGroup", form);
    await react("bob", second.message_id, types("👍"));
    expect(await seen("bob", first.message_id)).toEqual([counts({ "👍": 1 }), ["👍"]]);
    await t.as("alice", "deleteMessage", { chat_id: team, message_id: first.message_id });
    await react("bob", second.message_id, types("🔥"));
    expect(await seen("bob", second.message_id)).toEqual([counts({ "🔥": 1 }), ["🔥"]]);
  });

  test("who may react: members with the permission, subscribers, and both sides of a private chat", async () => {
    const id = await say("alice");
    const restriction = { can_send_messages: true, can_react_to_messages: false };
    await t.as("alice", "restrictChatMember", { chat_id: team, user_id: t.id("bob"), permissions: restriction });
    expect(await refused("bob", id, types("👍"))).toBe("403 CANT_REACT");
    await t.as("alice", "restrictChatMember", {
      chat_id: team,
      user_id: t.id("bob"),
      permissions: Object.fromEntries(
        ["messages", "media_messages", "polls", "other_messages"].map((each) => [`can_send_${each}`, true]),
      ),
    });
    await react("bob", id, types("👍"));
    const news = t.id("News");
    const post = await say("alice", news);
    await react("bob", post, types("👍"), news);
    expect(await refused("carla", post, types("👍"), news)).toContain("403");
    await t.as("alice", "openChat", { user_id: t.id("carla") });
    const psst = await say("alice", t.id("carla"));
    await react("carla", psst, types("❤"), t.id("alice"));
    expect(await seen("alice", psst, t.id("carla"))).toEqual([counts({ "❤": 1 }), undefined]);
    await t.as("carla", "blockUser", { user_id: t.id("alice") });
    expect(await refused("alice", psst, types("❤"), t.id("carla"))).toBe("403 BOT_BLOCKED");
    await t.as("carla", "unblockUser", { user_id: t.id("alice") });
  });

  test("a chat has all, some or no reactions, and keeps those that were set", async () => {
    const id = await say("alice");
    await react("carla", id, types("🔥"));
    const set = (available_reactions?: Json) =>
      t.as("alice", "setChatReactions", { chat_id: team, available_reactions });
    const chat = () => t.ok("guard_bot", "getChat", { chat_id: team });
    expect(await chat()).toMatchObject({ max_reaction_count: 11 });
    expect((await chat()).available_reactions).toBeUndefined();
    await set(types("👎", "👍"));
    expect((await chat()).available_reactions).toEqual(types("👍", "👎"));
    expect(await refused("carla", id, types("🔥", "❤"))).toBe("400 REACTION_NOT_ALLOWED");
    await react("carla", id, types("🔥", "👍"));
    await set([]);
    expect((await chat()).available_reactions).toEqual([]);
    expect(await refused("alice", id, types("👍"))).toBe("400 REACTION_NOT_ALLOWED");
    await react("carla", id, types("🔥"));
    expect(await seen("carla", id)).toEqual([counts({ "🔥": 1 }), ["🔥"]]);
    expect((await t.person("carla", "setChatReactions", { chat_id: team })).status).toBe(403);
    await set();
    expect((await chat()).available_reactions).toBeUndefined();
  });

  test("updates go to administrators that name them, and not for reactions of bots", async () => {
    const named = ["message_reaction", "message_reaction_count"];
    for (const bot of ["guard_bot", "echo_bot"]) await t.ok(bot, "getUpdates", { allowed_updates: named, offset: -1 });
    for (const bot of ["guard_bot", "echo_bot"]) await t.updates(bot);
    const id = await say("alice");
    await react("bob", id, types("👀"));
    await react("bob", id, types("👀"));
    await react("bob", id, types("🔥", "👍"));
    await t.ok("guard_bot", "setMessageReaction", { chat_id: team, message_id: id, reaction: types("👍") });
    const updates = (await t.updates("guard_bot")).map(({ message_reaction }) => message_reaction);
    expect(updates).toEqual([
      {
        chat: { id: team, type: "supergroup", title: "Team", username: "team" },
        message_id: id,
        user: expect.objectContaining({ id: t.id("bob"), username: "bob" }),
        date: expect.any(Number),
        old_reaction: [],
        new_reaction: types("👀"),
      },
      expect.objectContaining({ old_reaction: types("👀"), new_reaction: types("👍", "🔥") }),
    ]);
    expect(await t.updates("echo_bot")).toEqual([]);
    const started = { chat_id: t.id("echo_bot"), text: "Hi" };
    const { message_id } = await t.as("alice", "sendMessage", started);
    await react("alice", message_id, types("👍"), t.id("echo_bot"));
    expect((await t.updates("echo_bot"))[0].message_reaction).toMatchObject({
      message_id,
      chat: { id: t.id("alice"), type: "private" },
      new_reaction: types("👍"),
    });
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
    await react("bob", id, []);
    expect(await t.updates("guard_bot")).toEqual([]);
  });

  test("in a channel reactions are anonymous: bots get counts, and nobody is listed", async () => {
    const news = t.id("News");
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["message_reaction", "message_reaction_count"] });
    const post = await say("alice", news);
    await react("bob", post, types("👍"), news);
    expect(await t.updates("guard_bot")).toEqual([
      {
        update_id: expect.any(Number),
        message_reaction_count: {
          chat: { id: news, type: "channel", title: "News" },
          message_id: post,
          date: expect.any(Number),
          reactions: counts({ "👍": 1 }),
        },
      },
    ]);
    const asked = await t.person("bob", "listReactions", { chat_id: news, message_id: post });
    expect(asked.body.reason).toBe("REACTORS_NOT_TOLD");
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
  });

  test("people are told who reacted, in pages, and not which anonymous administrator", async () => {
    const id = await say("carla");
    await react("carla", id, types("👍"));
    await react("bob", id, types("👍", "🔥"));
    await t.as("alice", "promoteChatMember", { chat_id: team, user_id: t.id("bob"), is_anonymous: true });
    const other = await say("carla");
    await react("bob", other, types("👍"));
    const list = async (message_id: number, more: object = {}) => {
      const { reactions, has_more } = await t.as("alice", "listReactions", { chat_id: team, message_id, ...more });
      return [
        reactions.map((each: Json) => `${(each.user ?? each.sender_chat).username} ${each.type.emoji}`),
        has_more,
      ];
    };
    expect(await list(id)).toEqual([expect.arrayContaining(["bob 👍", "bob 🔥", "carla 👍"]), false]);
    expect((await list(id, { limit: 2 }))[1]).toBe(true);
    expect((await list(id, { limit: 2, offset: 2 }))[0]).toHaveLength(1);
    expect(await list(id, { emoji: "🔥" })).toEqual([["bob 🔥"], false]);
    expect(await list(other)).toEqual([["team 👍"], false]);
    await t.as("alice", "promoteChatMember", { chat_id: team, user_id: t.id("bob") });
  });

  test("senders are told of reactions that they have not seen, once for a message, by their setting", async () => {
    const own = async (): Promise<Json> => {
      const { chats } = await t.as("carla", "listChats");
      return chats.find((each: Json) => each.chat.id === team).unread_reactions;
    };
    const unread = async (): Promise<number[]> => {
      const { messages, unread_reactions } = await t.as("carla", "getUnreadReactions", { chat_id: team });
      expect(unread_reactions).toBe(messages.length);
      return messages.map((each: Json) => each.message_id);
    };
    await t.as("carla", "readReactions", { chat_id: team });
    const [first, second] = [await say("carla"), await say("carla")];
    await react("carla", first, types("👍"));
    expect(await own()).toBeUndefined();
    await react("bob", first, types("👍"));
    await react("alice", first, types("🔥"));
    await react("alice", second, types("🔥"));
    expect([await own(), await unread()]).toEqual([2, [first, second]]);
    await t.as("carla", "readReactions", { chat_id: team, message_ids: [first] });
    expect([await own(), await unread()]).toEqual([1, [second]]);
    await react("alice", first, types("👎"));
    expect(await unread()).toEqual([first, second]);
    await react("alice", second, []);
    expect(await unread()).toEqual([first]);
    await t.as("carla", "readReactions", { chat_id: team });
    expect([await own(), await unread()]).toEqual([undefined, []]);
    expect((await t.as("carla", "getProfile")).reaction_notices).toBe(true);
    await t.as("carla", "setReactionNotices", { enabled: false });
    expect((await t.as("carla", "getProfile")).reaction_notices).toBe(false);
    await react("alice", second, types("👍"));
    expect(await unread()).toEqual([]);
    await t.as("carla", "setReactionNotices", { enabled: true });
  });

  test("a deleted message takes its reactions along, and somebody who left leaves theirs", async () => {
    const [deleted, kept] = [await say("carla"), await say("carla")];
    await t.as("dave", "joinChat", { username: "team" });
    for (const id of [deleted, kept]) await react("dave", id, types("👍"));
    await t.as("dave", "leaveChat", { chat_id: team });
    await t.as("carla", "deleteMessage", { chat_id: team, message_id: deleted });
    const rows = (table: string, message_id: number) =>
      t.service.db.read((tx) =>
        tx.all(sqlRead(`select message_id from ${table} where chat_id = ? and message_id = ?`), team, message_id),
      );
    expect([await rows("reaction", deleted), await rows("unseen_reaction", deleted)]).toEqual([[], []]);
    expect([await rows("reaction", kept), await rows("unseen_reaction", kept)]).toEqual([
      [{ message_id: kept }],
      [{ message_id: kept }],
    ]);
    expect(await seen("bob", kept)).toEqual([counts({ "👍": 1 }), undefined]);
  });
});
