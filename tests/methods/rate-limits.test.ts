/** Rate limits: what a bot may send altogether and to one chat, whatever it calls the chat (behaviour.md §7). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Receiver } from "../kit/receiver.ts";
import { engines, startWorld, type Answer, type TestService } from "../kit/service.ts";

/** A bot's tokens under the plan `telegram`, and those of a group. */
const BOT = 30;
const GROUP = 20;

describe.each(engines())("a chat has one bucket on %s", (engine) => {
  let t: TestService;
  beforeEach(async () => {
    t = await startWorld(engine, undefined, { rate_limits: "telegram" });
  });
  afterEach(() => t.stop());

  const send = (chat_id: number | string) => t.bot("guard_bot", "sendMessage", { chat_id, text: "x" });
  const sendAll = (count: number, chat_id: number | string) =>
    Promise.all(Array.from({ length: count }, () => send(chat_id)));
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
  const fill = (count: number, status: number) => Array.from({ length: count }, () => status);

  test("by its name, in whatever form, and by its id", async () => {
    expect(statuses(await sendAll(10, t.id("Team")))).toEqual(fill(10, 200));
    expect(statuses(await sendAll(5, "@team"))).toEqual(fill(5, 200));
    expect(statuses(await sendAll(5, "TEAM"))).toEqual(fill(5, 200));
    for (const name of ["@team", "team", "@TeAm", t.id("Team"), String(t.id("Team"))]) {
      const refused = await send(name);
      expect([name, refused.body]).toEqual([
        name,
        {
          ok: false,
          error_code: 429,
          description: "Too Many Requests: retry after 3",
          parameters: { retry_after: 3 },
          trace_id: refused.headers.get("x-trace-id"),
        },
      ]);
      expect(refused.headers.get("retry-after")).toBe("3");
    }
    t.clock.advance(3000);
    expect((await send("@team")).status).toBe(200);
    expect((await send(t.id("Team"))).status).toBe(429);
  });

  test("by the name of the person in it", async () => {
    expect((await send("@alice")).status).toBe(200);
    expect((await send(t.id("alice"))).status).toBe(429);
    t.clock.advance(1000);
    expect((await send(t.id("alice"))).status).toBe(200);
    expect((await send("alice")).status).toBe(429);
  });

  test("a call that is refused takes nothing from the bot's other chats", async () => {
    expect(statuses(await sendAll(GROUP + 50, "@team"))).toEqual([...fill(GROUP, 200), ...fill(50, 429)]);
    expect(statuses(await sendAll(BOT - GROUP + 1, t.id("News")))).toEqual([...fill(BOT - GROUP, 200), 429]);
  });

  test("a name that leads nowhere costs the bot as much as any other call", async () => {
    expect(statuses(await sendAll(BOT + 1, "@nowhere"))).toEqual([...fill(BOT, 404), 429]);
    expect((await send("@team")).status).toBe(429);
    t.clock.advance(1000);
    expect(statuses(await sendAll(GROUP, "@team"))).toEqual(fill(GROUP, 200));
  });

  test("a file for a chat called by name is not looked into when the bot has no tokens left", async () => {
    await sendAll(BOT, "@nowhere");
    const form = new FormData();
    form.set("chat_id", "@team");
    form.set("photo", new Blob(["not a picture"]), "x.jpg");
    expect((await t.post(`/bot${t.token("guard_bot")}/sendPhoto`, form)).status).toBe(429);
  });

  test("in the answer of a webhook", async () => {
    const receiver = new Receiver();
    receiver.answer = (_delivery, res) =>
      void res
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ method: "sendMessage", chat_id: "@team", text: "reply" }));
    await sendAll(GROUP - 1, t.id("Team"));
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
    await t.as("bob", "sendMessage", { chat_id: "@team", text: "question" });
    const last = async () => (await t.as("bob", "getHistory", { chat_id: "@team", limit: 1 })).messages[0];
    while ((await last()).text !== "reply") await t.fetch("/healthz");
    expect((await send(t.id("Team"))).status).toBe(429);
    await receiver.close();
  });
});
