/** Unread mentions: whom a message mentions, how often it counts, and when a mention is removed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordMentions } from "heliogram/app/messages/mentions.ts";
import type { Chat } from "heliogram/domain/chats.ts";
import type { Message } from "heliogram/domain/messages.ts";
import type { Tx } from "heliogram/store/db.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

test("a message without mentions causes no query", async () => {
  const untouchable = undefined as unknown as Tx;
  const message = { sender_id: 1001, text: "plain #words", content: {} } as Message;
  const inGroup = { type: "supergroup" } as Chat;
  expect(await recordMentions(untouchable, inGroup, message, undefined)).toEqual([]);
  expect(await recordMentions(untouchable, inGroup, message, 1001)).toEqual([]);
  expect(await recordMentions(untouchable, { type: "private" } as Chat, message, undefined)).toEqual([]);
});

describe.each(enginesInTurn())("mentions on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const say = async (who: string, text: string, more: object = {}): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id: team, text, ...more })).message_id;
  const badge = async (who: string): Promise<number> => {
    const { chats } = await t.as(who, "listChats");
    return chats.find((each: Json) => each.chat.id === team).unread_mentions;
  };
  const unread = async (who: string): Promise<number[]> => {
    const { messages } = await t.as(who, "getMentions", { chat_id: team });
    return messages.map((each: Json) => each.message_id);
  };
  const readAll = async (who: string): Promise<void> => {
    await t.as(who, "readMessages", { chat_id: team, message_id: 1_000_000 });
  };

  test("by user name, text mention and reply, each message once", async () => {
    const named = await say("alice", "@BOB and @bob, and (@bob)");
    const text_mention = { type: "text_mention", offset: 0, length: 3, user: { id: t.id("bob") } };
    const linked = await say("alice", "You there", { entities: [text_mention] });
    const own = await say("bob", "Here");
    const answer = await say("carla", "@bob welcome", { reply_parameters: { message_id: own } });
    await say("carla", "bob without a sign, @nobody_at_all, and mail@bob.example");
    expect(await unread("bob")).toEqual([named, linked, answer]);
    expect(await badge("bob")).toBe(3);
    expect(await badge("carla")).toBe(0);
    const { unread_mentions, messages } = await t.as("bob", "getMentions", { chat_id: team, after: named, limit: 1 });
    expect([unread_mentions, messages.map((each: Json) => each.message_id)]).toEqual([3, [linked]]);
    await t.as("bob", "readMessages", { chat_id: team, message_id: linked });
    expect(await unread("bob")).toEqual([answer]);
    await t.as("bob", "readMessages", { chat_id: team, message_id: named });
    expect(await badge("bob")).toBe(1);
    await readAll("bob");
    expect(await badge("bob")).toBe(0);
  });

  test("bots' messages mention people, and people's messages mention no bot", async () => {
    const { message_id } = await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "@carla look" });
    expect(await unread("carla")).toEqual([message_id]);
    await say("carla", "@echo_bot thanks", { reply_to_message_id: message_id });
    const rows = await t.service.db.read((tx) =>
      tx.all(sqlRead("select * from mention where account_id = ?"), t.id("echo_bot")),
    );
    expect(rows).toEqual([]);
    await readAll("carla");
  });

  test("the sender, non-members and forwarded text do not count", async () => {
    const own = await say("bob", "@bob @dave");
    await say("bob", "to myself", { reply_to_message_id: own });
    await t.as("dave", "joinChat", { username: "team" });
    expect([await badge("bob"), await badge("dave")]).toEqual([0, 0]);
    const source = await say("carla", "hello @alice");
    await readAll("alice");
    await t.as("bob", "forwardMessage", { chat_id: team, from_chat_id: team, message_id: source });
    expect(await badge("alice")).toBe(0);
    const copy = await t.as("bob", "copyMessage", { chat_id: team, from_chat_id: team, message_id: source });
    expect(await unread("alice")).toEqual([copy.message_id]);
    await readAll("alice");
    await t.as("bob", "openChat", { user_id: t.id("carla") });
    await t.as("bob", "sendMessage", { chat_id: t.id("carla"), text: "@carla" });
    const { chats } = await t.as("carla", "listChats");
    expect(chats.find((each: Json) => each.chat.id === t.id("bob")).unread_mentions).toBe(0);
    await t.as("dave", "leaveChat", { chat_id: team });
  });

  test("an album as a reply counts once", async () => {
    const mine = await say("bob", "which?");
    const photo = { type: "document", media: "attach://a" };
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("media", JSON.stringify([photo, photo]));
    form.set("reply_to_message_id", String(mine));
    form.set("a", new Blob(["bytes"]), "a.bin");
    const headers = { authorization: `Bearer ${t.accessToken("carla")}` };
    const { body } = await t.post("/api/sendMediaGroup", form, headers);
    expect(await unread("bob")).toEqual([body.result[0].message_id]);
    await readAll("bob");
  });

  test("the mention of a deleted message is removed, and sockets get the new count", async () => {
    const socket = new StreamSocket(t, "bob");
    const other = new StreamSocket(t, "alice");
    await socket.until((frame) => frame.type === "hello");
    await other.until((frame) => frame.type === "hello");
    const first = await say("carla", "@bob one");
    const second = await say("carla", "@bob two");
    const counted = async (kind: string, id: number): Promise<number> => {
      const fits = (frame: Json) => frame.kind === kind && (frame.message?.message_id ?? frame.message_id) === id;
      return (await socket.until(fits)).unread_mentions;
    };
    expect(await counted("message", second)).toBe(2);
    await t.as("carla", "deleteMessage", { chat_id: team, message_id: first });
    expect(await counted("delete", first)).toBe(1);
    const plain = await say("carla", "to all");
    expect(await counted("message", plain)).toBeUndefined();
    await readAll("bob");
    const read = await socket.until((frame) => frame.kind === "read" && frame.user_id === t.id("bob"));
    expect(read.unread_mentions).toBe(0);
    const elsewhere = await other.until((frame) => frame.kind === "read" && frame.user_id === t.id("bob"));
    expect(elsewhere.unread_mentions).toBeUndefined();
    expect(other.frames.some((frame) => frame.unread_mentions !== undefined)).toBe(false);
    const missed = await t.as("bob", "getDifference", { chat_id: team, seq: read.seq - 1 });
    expect(missed.events[0]).toMatchObject({ kind: "read", unread_mentions: 0 });
    socket.close();
    other.close();
  });

  test("in a channel user names count, replies do not", async () => {
    const news = t.id("News");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: news, text: "thanks, @bob" });
    await t.ok("guard_bot", "sendMessage", { chat_id: news, text: "more", reply_to_message_id: message_id });
    const { messages } = await t.as("bob", "getMentions", { chat_id: news });
    expect(messages.map((each: Json) => each.message_id)).toEqual([message_id]);
    expect((await t.as("alice", "getMentions", { chat_id: news })).messages).toEqual([]);
  });
});
