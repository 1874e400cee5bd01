/** Retention of messages: what becomes too old is deleted as a message is, and nothing else (behaviour.md §6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expireMessages } from "heliogram/app/retention/expire-messages.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import {
  advanceHours,
  advanceUntilRemoved,
  maintenanceRounds,
  sha256,
  storedBlobs,
  withFile,
} from "../support/maintenance.ts";
import { drawPicture } from "../support/media.ts";
import { renewWorld } from "../support/renew-world.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const DAY_S = 86_400;

describe.each(engineIndependent())("retention of messages on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    await renewWorld(t);
    await t.as("alice", "setRetention");
    team = t.id("Team");
  });

  const say = async (who: string, chat_id: number, text: string): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id, text })).message_id;
  const textsOf = async (who: string, chat_id: number): Promise<string[]> => {
    const { messages } = await t.as(who, "getHistory", { chat_id });
    return messages.flatMap(({ text, caption }: Json) => text ?? caption ?? []).toSorted();
  };
  /** Days pass for the rules; the clock of the service stays, so that nobody's session ends. */
  const afterDays = (days: number): Promise<number> =>
    expireMessages(t.service.db, Math.floor(t.clock.now() / 1000) + days * DAY_S, new AbortController().signal);
  const seen = async (frames: StreamSocket, chat_id: number): Promise<Json> =>
    frames.until((frame) => frame.kind === "deletions" && frame.chat_id === chat_id);

  test("nothing is deleted unless a period is set", async () => {
    await say("bob", team, "old");
    expect(await t.as("alice", "getRetention")).toEqual({});
    expect(await afterDays(10_000)).toBe(0);
    expect(await textsOf("bob", team)).toContain("old");
  });

  test("messages past the period go, with pins, mentions, reactions and replies to them", async () => {
    const news = t.id("Private");
    const old = await say("alice", team, `@${t.username("bob")} old`);
    await t.as("alice", "pinChatMessage", { chat_id: team, message_id: old });
    await t.as("bob", "setMessageReaction", {
      chat_id: team,
      message_id: old,
      reaction: [{ type: "emoji", emoji: "👍" }],
    });
    await say("alice", news, "elsewhere");
    await t.as("alice", "setRetention", { messages_days: 30 });
    const bob = new StreamSocket(t, "bob");
    await bob.until((frame) => frame.type === "hello");
    expect(await afterDays(29)).toBe(0);
    expect(await afterDays(31)).toBeGreaterThan(3);
    expect(await textsOf("bob", team)).toEqual([]);
    expect(await textsOf("bob", news)).toEqual([]);
    const frame = await seen(bob, team);
    expect(frame.message_ids).toContain(old);
    expect(frame).toMatchObject({ unread_count: 0, unread_mentions: 0 });
    expect(await t.as("bob", "getPinnedMessages", { chat_id: team })).toEqual([]);
    expect((await t.as("bob", "getMentions", { chat_id: team })).messages ?? []).toEqual([]);
    const { chats } = await t.as("alice", "listChats", { chat_ids: [team] });
    expect(chats[0]).toMatchObject({ unread_count: 0 });
    expect(chats[0].last_message).toBeUndefined();
    for (const table of ["message", "pinned_message", "mention", "reaction", "unseen_reaction"]) {
      const rows = await t.service.db.read((tx) =>
        tx.all(sqlRead<{ n: number }>(`select count(*) as n from ${table} where chat_id = ?`), team),
      );
      expect([table, rows[0]!.n]).toEqual([table, 0]);
    }
    bob.close();
  });

  test("bots get no update for it", async () => {
    await t.ok("guard_bot", "getUpdates", { offset: -1 });
    await say("bob", team, "for a bot");
    const [told] = await t.ok("guard_bot", "getUpdates", { offset: -1 });
    await t.as("alice", "setRetention", { messages_days: 1 });
    await afterDays(2);
    expect(await t.ok("guard_bot", "getUpdates", { offset: told.update_id + 1 })).toEqual([]);
  });

  test("a page of messages is one event, and a chat with many does not keep the others from going", async () => {
    for (let n = 0; n < 110; n++) await t.ok("guard_bot", "sendMessage", { chat_id: team, text: `${n}` });
    await say("alice", t.id("News"), "short");
    const { seq } = (await t.as("bob", "listChats", { chat_ids: [team] })).chats[0];
    await t.as("alice", "setRetention", { messages_days: 1 });
    await afterDays(2);
    const { events } = await t.as("bob", "getDifference", { chat_id: team, seq });
    expect(events.map(({ kind }: Json) => kind)).toEqual(["deletions", "deletions", "deletions"]);
    expect(events.flatMap(({ message_ids }: Json) => message_ids).length).toBeGreaterThanOrEqual(110);
    expect(await textsOf("bob", t.id("News"))).toEqual([]);
  });

  test("files go after their own period, with their captions, and their bytes are freed", async () => {
    const picture = await drawPicture(20, 20, "#abcdef");
    await t.as("alice", "sendDocument", withFile({ chat_id: team, caption: "picture", document: picture }));
    await say("alice", team, "words");
    expect(await storedBlobs(t)).toContain(sha256(picture));
    await t.as("alice", "setRetention", { media_days: 1, messages_days: 100 });
    await advanceHours(t, 26);
    expect(await textsOf("bob", team)).toEqual(["words"]);
    await advanceUntilRemoved(t);
    expect(await storedBlobs(t)).not.toContain(sha256(picture));
  });

  test("a hold on a chat or on a person keeps messages, in private chats too", async () => {
    const open = t.id("Private");
    await say("bob", team, "of bob");
    await say("carla", team, "of carla");
    await say("bob", open, "held chat");
    await t.as("carla", "openChat", { user_id: t.id("bob") });
    const between = t.id("bob");
    await say("carla", between, "to bob");
    await t.as("alice", "setRetention", { messages_days: 1 });
    await t.as("alice", "setHold", { user_id: t.id("bob"), reason: "Case 17" });
    await t.as("alice", "setHold", { chat_id: open });
    await afterDays(2);
    expect(await textsOf("alice", team)).toEqual(["of bob"]);
    expect(await textsOf("alice", open)).toContain("held chat");
    expect(await textsOf("carla", between)).toEqual(["to bob"]);
    const { holds } = await t.as("alice", "listHolds");
    expect(holds).toEqual(
      expect.arrayContaining([
        { chat: { id: open, title: "Private" }, reason: "", at: expect.any(Number) },
        { user: expect.objectContaining({ id: t.id("bob") }), reason: "Case 17", at: expect.any(Number) },
      ]),
    );
    await t.as("alice", "liftHold", { user_id: t.id("bob") });
    await t.as("alice", "liftHold", { chat_id: open });
    await afterDays(2);
    for (const chat_id of [team, open]) expect(await textsOf("alice", chat_id)).toEqual([]);
    expect(await textsOf("carla", between)).toEqual([]);
  });

  test("a deleted chat under a hold keeps its messages until the hold ends", async () => {
    const { chat } = await t.as("bob", "createChat", { title: "Held" });
    await say("bob", chat.id, "evidence");
    await t.as("alice", "setHold", { chat_id: chat.id });
    await t.as("bob", "deleteChat", { chat_id: chat.id });
    const { chatsToClear } = await import("heliogram/store/queries/chats/deleted-chats.ts");
    expect(await t.service.db.read(chatsToClear)).not.toContain(chat.id);
    await t.as("alice", "liftHold", { chat_id: chat.id });
    expect(await t.service.db.read(chatsToClear)).toContain(chat.id);
    await maintenanceRounds(t, 1);
    expect(await t.service.db.read(chatsToClear)).not.toContain(chat.id);
  });

  test("the owner of a chat chooses within the bounds, and an owner of the service without them", async () => {
    const mine = { chat_id: (await t.as("bob", "createChat", { title: "Mine" })).chat.id };
    await say("bob", mine.chat_id, "words");
    const refused = async (params: object) =>
      (await t.person("bob", "setChatRetention", { ...mine, ...params })).body.reason;
    expect(await refused({ messages_days: 5 })).toBe("RETENTION_NOT_CHOSEN");
    await t.as("alice", "setRetention", { messages_days: 60, chat_min_days: 7 });
    expect(await refused({ messages_days: 6 })).toBe("RETENTION_OUT_OF_BOUNDS");
    expect(await refused({ messages_days: 61 })).toBe("RETENTION_OUT_OF_BOUNDS");
    expect(await refused({ messages_days: 0 })).toBe("RETENTION_OUT_OF_BOUNDS");
    expect(await t.as("bob", "setChatRetention", { ...mine, messages_days: 7 })).toEqual({
      messages_days: 7,
      is_by_service: false,
      effective: { messages_days: 7 },
      bounds: { min_days: 7, max_days: 60 },
    });
    // Bounds that are narrowed later bind the choice too.
    await t.as("alice", "setRetention", { messages_days: 60, chat_min_days: 20 });
    expect((await t.as("bob", "getChatRetention", mine)).effective).toEqual({ messages_days: 20 });
    expect(await afterDays(19)).toBe(0);
    await t.as("alice", "overrideChatRetention", { ...mine, messages_days: 0 });
    expect(await refused({ messages_days: 30 })).toBe("RETENTION_NOT_CHOSEN");
    await afterDays(10_000);
    expect(await textsOf("bob", mine.chat_id)).toEqual(["words"]);
    await t.as("alice", "overrideChatRetention", mine);
    await afterDays(61);
    expect(await textsOf("bob", mine.chat_id)).toEqual([]);
  });

  test("the preview counts what then goes, and deletes nothing", async () => {
    const picture = await drawPicture(20, 20, "#fedcba");
    await t.as("alice", "sendPhoto", withFile({ chat_id: team, caption: "once", photo: picture }));
    const [first, second] = [await drawPicture(20, 20, "#0000ff"), await drawPicture(20, 20, "#00ff00")];
    const plan = ["first", "second", "first"].map((part) => ({ type: "photo", photo: { media: `attach://${part}` } }));
    const rich_message = JSON.stringify({ blocks: plan });
    const rich = await t.as("alice", "sendRichMessage", withFile({ chat_id: team, rich_message, first, second }));
    await t.as("bob", "forwardMessage", { chat_id: team, from_chat_id: team, message_id: rich.message_id });
    await say("bob", team, "words");
    const wanted = { messages_days: 1, media_days: 1 };
    expect(await t.as("alice", "previewRetention", wanted)).toMatchObject({ messages: 0, files: 0, bytes: 0 });
    t.clock.advance(2 * DAY_S * 1000);
    const { previewRetention } = await import("heliogram/app/retention/preview.ts");
    const later_s = Math.floor(t.clock.now() / 1000);
    const counted = await previewRetention(t.service.db, later_s, { audit_days: 365 }, wanted);
    expect(counted).toMatchObject({ files: 3, is_partial: false });
    expect(counted.bytes).toBeGreaterThan(100);
    const messages = async () => {
      const sql = sqlRead<{ n: number }>("select count(*) as n from message");
      return (await t.service.db.read((tx) => tx.get(sql)))!.n;
    };
    const before = await messages();
    await t.as("alice", "setRetention", wanted);
    // A round of maintenance may do a part of it.
    await afterDays(0);
    expect(before - (await messages())).toBe(counted.messages);
  });

  test("changes and holds are in the audit log", async () => {
    await t.as("alice", "setRetention", { messages_days: 9, chat_min_days: 1 });
    await t.as("alice", "setRetention", { messages_days: 9, chat_min_days: 1 });
    await t.as("alice", "setChatRetention", { chat_id: team, media_days: 3 });
    await t.as("alice", "setHold", { user_id: t.id("carla"), reason: "secret reason" });
    await t.as("alice", "liftHold", { user_id: t.id("carla") });
    const { entries } = await t.as("alice", "listAudit", { limit: 4 });
    expect(entries.map(({ action, detail }: Json) => [action, detail.changed])).toEqual([
      ["hold_lifted", undefined],
      ["hold_set", undefined],
      ["chat_retention_changed", ["media_days"]],
      ["retention_changed", ["messages_days", "chat_min_days"]],
    ]);
    expect(JSON.stringify(entries)).not.toContain("secret reason");
  });

  test("updates wait for the set hours, on polls and in maintenance", async () => {
    await t.as("alice", "setRetention", { updates_hours: 2 });
    await say("bob", team, "/soon");
    await t.restart();
    t.clock.advance(3 * 3600 * 1000);
    expect(await t.ok("guard_bot", "getUpdates")).toEqual([]);
  });
});
