/** Entities and buttons have a limit together, so that a history or a batch of updates fits into memory. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("what a message has beside its text, on %s", (engine) => {
  let t: TestService;
  beforeEach(async () => (t = await startWorld(engine)));
  afterEach(() => t.stop());

  const TEXT = "ab".repeat(2048);
  const ADDRESS = `http://e.example/${"x".repeat(800)}`;
  const links = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ type: "text_link", offset: n * 2, length: 1, url: `${ADDRESS}${n}` }));
  const keyboard = (count: number, url: string) => ({
    inline_keyboard: Array.from({ length: count }, (_, n) => [{ text: `${n}`, url: `${url}${n}` }]),
  });
  const REFUSED = {
    status: 400,
    body: { description: expect.stringMatching(/too long together|have at most 192 KiB together/) },
  };

  test("is limited when it is sent, copied and edited", async () => {
    const chat_id = t.id("Team");
    const { message_id } = await t.ok("guard_bot", "sendMessage", { chat_id, text: TEXT, entities: links(200) });
    for (const call of [
      () => t.bot("guard_bot", "sendMessage", { chat_id, text: TEXT, entities: links(1000) }),
      () => t.person("alice", "sendMessage", { chat_id, text: TEXT, entities: links(1000) }),
      () => t.bot("guard_bot", "editMessageText", { chat_id, message_id, text: TEXT, entities: links(1000) }),
      () => t.bot("guard_bot", "sendMessage", { chat_id, text: "x", reply_markup: keyboard(100, ADDRESS.repeat(3)) }),
      () => t.bot("guard_bot", "editMessageReplyMarkup", { chat_id, message_id, reply_markup: keyboard(100, ADDRESS) }),
    ]) {
      expect(await call()).toMatchObject(REFUSED);
    }
    expect((await t.as("alice", "getHistory", { chat_id })).messages.at(-1)).toMatchObject({ message_id, text: TEXT });
  });

  test("has room for an entity on every character", async () => {
    const text = [...TEXT]
      .map((character, n) => (n % 2 === 0 ? `<b>${character}</b>` : `<i>${character}</i>`))
      .join("");
    const sent = await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text, parse_mode: "HTML" });
    expect(sent.entities).toHaveLength(4096);
  });
});
