/** Replies to messages of other chats: who may send them, and what they show of the other chat (behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(engineIndependent())("replies from elsewhere on %s", (engine) => {
  let t: TestService;
  let team: number;
  let closed: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
    closed = t.id("Private");
  });
  afterAll(() => t.stop());

  const say = (by: string, chat_id: number, text: string): Promise<Json> => t.as(by, "sendMessage", { chat_id, text });
  const reply = (by: string, chat_id: number, to: Json, from: number, more: object = {}) =>
    t.person(by, "sendMessage", {
      chat_id,
      text: "reply",
      reply_parameters: { message_id: to.message_id, chat_id: from, ...more },
    });
  const seenBy = async (by: string, { message_id }: Json): Promise<Json> =>
    (await t.as(by, "getHistory", { chat_id: team, limit: 20 })).messages.find(
      (each: Json) => each.message_id === message_id,
    );

  test("a person replies to a message of another group, with a quote", async () => {
    const origin = await say("bob", closed, "Look at this line");
    const { body } = await reply("alice", team, origin, closed, { quote: "this line" });
    const { external_reply, quote, reply_to_message } = body.result;
    expect(reply_to_message).toBeUndefined();
    expect(external_reply).toEqual({
      origin: { type: "user", date: origin.date, sender_user: expect.objectContaining({ id: t.id("bob") }) },
      chat: { id: closed, type: "supergroup", title: "Private" },
      message_id: origin.message_id,
    });
    expect(quote).toMatchObject({ text: "this line", position: 8, is_manual: true });
    // Who cannot read the other chat sees whose message it is, and nothing of its text but the quote.
    const seen = await seenBy("carla", body.result);
    expect(seen.external_reply).toEqual(external_reply);
    expect(JSON.stringify(seen)).not.toContain("Look at");
    expect((await t.person("carla", "getHistory", { chat_id: closed })).status).toBe(403);
    // Bots that read the group get the same.
    const updates: Json[] = await t.updates("guard_bot");
    expect(updates.at(-1)!.message).toMatchObject({
      external_reply: { message_id: origin.message_id },
      quote: { position: 8 },
    });
  });

  test("only who may read a message, and forward it, replies to it elsewhere", async () => {
    const origin = await say("bob", closed, "Inside");
    const refused = async (by: string, to: Json, from: number, more: object = {}) => {
      const { status, body } = await reply(by, team, to, from, more);
      expect([status, body.description]).toEqual([400, expect.stringMatching(/message to reply to does not exist/)]);
    };
    await refused("carla", origin, closed);
    await refused("alice", { message_id: 99_999 }, closed);
    await refused("alice", origin, -1_000_000_999_999);
    const { messages } = await t.as("alice", "getHistory", { chat_id: closed, limit: 100 });
    await refused(
      "alice",
      messages.find((each: Json) => each.supergroup_chat_created),
      closed,
    );
    const secret = await t.as("bob", "sendMessage", { chat_id: closed, text: "Secret", protect_content: true });
    await refused("alice", secret, closed);
    const without = await reply("carla", team, origin, closed, { allow_sending_without_reply: true });
    expect([without.status, without.body.result.external_reply]).toEqual([200, undefined]);
    // A bot replies to what it could receive alone.
    const unseen = await say("bob", team, "Not for the bot");
    const byBot = (to: Json) =>
      t.bot("echo_bot", "sendMessage", {
        chat_id: t.id("alice"),
        text: "reply",
        reply_parameters: { message_id: to.message_id, chat_id: team },
      });
    expect((await byBot(unseen)).status).toBe(400);
    const command = await say("bob", team, "/start@echo_bot");
    expect((await byBot(command)).body.result.external_reply).toMatchObject({ message_id: command.message_id });
  });

  test("a message of a private chat is known by its sender alone, and a channel's by the channel", async () => {
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    const whispered = await say("alice", t.id("bob"), "Between us");
    const { body } = await reply("alice", team, whispered, t.id("bob"));
    expect(Object.keys(body.result.external_reply)).toEqual(["origin"]);
    const post = await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "News" });
    const { result } = (await reply("alice", team, post, t.id("News"))).body;
    expect(result.external_reply.origin).toMatchObject({ type: "channel", chat: { title: "News" } });
    // In private, to a message of a group.
    const asked = await say("bob", team, "Who knows?");
    const answer = (await reply("alice", t.id("bob"), asked, team)).body.result;
    expect(answer.external_reply).toMatchObject({ chat: { id: team }, message_id: asked.message_id });
  });

  test("media are shown while the message is as it was replied to", async () => {
    const form = new FormData();
    form.set("chat_id", String(closed));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(9, 9, "#336699"))]), "a.png");
    const photo = await t.as("bob", "sendPhoto", form);
    const { result } = (await reply("alice", team, photo, closed)).body;
    expect(result.external_reply.photo).toHaveLength(1);
    const shown = async () => (await seenBy("carla", result)).external_reply;
    expect((await shown()).photo).toHaveLength(1);
    t.clock.advance(2000);
    await t.as("bob", "editMessageCaption", { chat_id: closed, message_id: photo.message_id, caption: "New" });
    expect((await shown()).photo).toBeUndefined();
    await t.as("bob", "deleteMessage", { chat_id: closed, message_id: photo.message_id });
    expect(await shown()).toMatchObject({ message_id: photo.message_id });
  });

  test("a forward leaves the reply out, an edit keeps it, and the person is notified where they are a member", async () => {
    const origin = await say("bob", closed, "Bob's");
    const { result } = (await reply("alice", team, origin, closed)).body;
    expect((await t.as("bob", "getMentions", { chat_id: team })).messages.at(-1).message_id).toBe(result.message_id);
    const place = { chat_id: team, message_id: result.message_id };
    const edited = await t.as("alice", "editMessageText", { ...place, text: "edited" });
    expect(edited.external_reply.message_id).toBe(origin.message_id);
    const forwarded = await t.as("alice", "forwardMessage", { ...place, from_chat_id: team });
    expect(forwarded.external_reply).toBeUndefined();
    await t.as("alice", "deleteMessage", place);
    const left: Json[] = (await t.as("bob", "getMentions", { chat_id: team })).messages;
    expect(left.map(({ message_id }) => message_id)).not.toContain(result.message_id);
  });
});
