/** Lone surrogates that are in a store already: whatever leads out of it is text that strict parsers read. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Receiver } from "../support/receiver.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { unportable } from "../support/unportable.ts";
import { sqlWrite } from "../support/sql.ts";

const MARK = "lonesurrogate";
const LONE = String.raw`\ud83d`;

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  let message: Json;
  beforeAll(async () => {
    t = await startWorld(engine);
    const url = `http://e.com/${MARK}`;
    const entities = [{ type: "text_link", offset: 0, length: 4, url }];
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "link", entities });
    message = await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "link", entities });
    await t.service.db.write(async (tx) => {
      await tx.run(sqlWrite("update message set content = replace(content, ?, ?)"), MARK, LONE);
      await tx.run(sqlWrite("update event set body = replace(body, ?, ?)"), MARK, LONE);
    });
  });
  afterAll(() => t.stop());

  test("answers to bots and people", async () => {
    const team = t.id("Team");
    const { message_id } = message;
    for (const answer of [
      await t.bot("echo_bot", "getUpdates"),
      await t.bot("guard_bot", "forwardMessage", { chat_id: team, from_chat_id: team, message_id }),
      await t.person("alice", "getHistory", { chat_id: team }),
      await t.person("alice", "listChats"),
    ]) {
      expect(answer.status).toBe(200);
      expect(unportable(answer.body)).toBeUndefined();
      expect(JSON.stringify(answer.body)).toContain("http://e.com/\ufffd");
    }
  });

  test("deliveries to webhooks, and frames of web sockets", async () => {
    const receiver = new Receiver();
    await t.ok("echo_bot", "setWebhook", { url: await receiver.listen() });
    await receiver.until(1);
    expect(receiver.deliveries[0]!.body.message.entities[0].url).toBe("http://e.com/\ufffd");
    await receiver.close();
    const sockets = Array.from({ length: 9 }, () => new StreamSocket(t, "bob"));
    await Promise.all(sockets.map((socket) => socket.until(({ type }) => type === "hello")));
    const button = { inline_keyboard: [[{ text: "A", callback_data: "a" }]] };
    const { message_id } = message;
    await t.ok("guard_bot", "editMessageReplyMarkup", { chat_id: t.id("Team"), message_id, reply_markup: button });
    for (const socket of sockets) {
      const frame = await socket.until((each) => JSON.stringify(each).includes("e.com"));
      expect(unportable(frame)).toBeUndefined();
      socket.close();
    }
  });
});
