/** Rate limits of bots, in all and per chat, however the chat is named (behaviour.md §7). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { Receiver } from "../support/receiver.ts";
import { engineIndependent, startWorld, type Answer, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** A bot's burst under the plan `telegram`, and a group's. */
const BOT = 30;
const GROUP = 20;

describe.each(engineIndependent())("the bucket of a chat on %s", (engine) => {
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

  test("is the same for its user name in any form and its id", async () => {
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

  test("is the same for the user name of a private chat's person", async () => {
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

  test("an unknown user name costs the bot as much as any other call", async () => {
    expect(statuses(await sendAll(BOT + 1, "@nowhere"))).toEqual([...fill(BOT, 404), 429]);
    expect((await send("@team")).status).toBe(429);
    t.clock.advance(1000);
    expect(statuses(await sendAll(GROUP, "@team"))).toEqual(fill(GROUP, 200));
  });

  test("a refused call is not prepared, and a call that fails in preparation is charged", async () => {
    const upload = () => {
      const form = new FormData();
      form.set("chat_id", "@team");
      form.set("photo", new Blob(["no picture"]), "x.jpg");
      return t.post(`/bot${t.token("guard_bot")}/sendPhoto`, form);
    };
    const answers = await Promise.all(Array.from({ length: GROUP + 5 }, upload));
    expect(statuses(answers)).toEqual([...fill(GROUP, 400), ...fill(5, 429)]);
  });

  test("in the response of a webhook", async () => {
    const receiver = new Receiver();
    receiver.answer = (_delivery, res) =>
      void res
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ method: "sendMessage", chat_id: "@team", text: "reply" }));
    await sendAll(GROUP - 1, t.id("Team"));
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
    await t.as("bob", "sendMessage", { chat_id: "@team", text: "question" });
    const last = async () => (await t.as("bob", "getHistory", { chat_id: "@team", limit: 1 })).messages[0];
    await until(async () => (await last()).text === "reply", "the reply");
    expect((await send(t.id("Team"))).status).toBe(429);
    await receiver.close();
  });
});

describe("plans", () => {
  let t: TestService | undefined;
  const start = async (rate_limits: "default" | "telegram" | "off") =>
    (t = await startWorld("memory", undefined, { rate_limits }));
  afterEach(() => t?.stop());

  /** How many of these consecutive calls are allowed. */
  async function passed(calls: number, call: () => Promise<Answer>): Promise<number> {
    let count = 0;
    for (let n = 0; n < calls; n++) count += (await call()).status === 429 ? 0 : 1;
    return count;
  }

  test("default: 20 a second to a chat, 40 at once", async () => {
    const { clock, bot, id } = bound(await start("default"));
    for (const chat_id of [id("Team"), id("News"), id("alice")]) {
      const send = () => bot("guard_bot", "sendMessage", { chat_id, text: "x" });
      expect(await passed(45, send)).toBe(40);
      expect((await send()).body.parameters).toEqual({ retry_after: 1 });
      clock.advance(500);
      expect(await passed(15, send)).toBe(10);
      clock.advance(3_600_000);
      expect(await passed(45, send)).toBe(40);
    }
  });

  test("default: 100 a second from a bot, 200 at once, and another bot is not concerned", async () => {
    const { clock, bot, id } = bound(await start("default"));
    const write = () => bot("guard_bot", "setMyCommands", { commands: [] });
    const send = (name: string) => () => bot(name, "sendMessage", { chat_id: id("Team"), text: "x" });
    expect(await passed(205, write)).toBe(200);
    expect(await passed(1, send("guard_bot"))).toBe(0);
    expect(await passed(45, send("echo_bot"))).toBe(40);
    clock.advance(1000);
    // The refused call has cost the chat nothing.
    expect(await passed(45, send("guard_bot"))).toBe(40);
    expect(await passed(65, write)).toBe(60);
  });

  test("telegram: 20 a minute to a group or channel, 1 a second to a person, 30 a second altogether", async () => {
    const { clock, bot, id } = bound(await start("telegram"));
    const send = (name: string) => () => bot("guard_bot", "sendMessage", { chat_id: id(name), text: "x" });
    expect(await passed(25, send("Team"))).toBe(20);
    expect((await send("Team")()).body.parameters).toEqual({ retry_after: 3 });
    expect(await passed(3, send("alice"))).toBe(1);
    expect(await passed(25, send("News"))).toBe(9);
    clock.advance(2999);
    expect(await passed(3, send("Team"))).toBe(0);
    clock.advance(1);
    expect(await passed(3, send("Team"))).toBe(1);
    expect(await passed(3, send("alice"))).toBe(1);
    clock.advance(60_000);
    expect(await passed(25, send("Team"))).toBe(20);
    expect(await passed(15, () => bot("guard_bot", "setMyCommands", { commands: [] }))).toBe(10);
  });

  test("an album counts as its elements", async () => {
    const { clock, bot, ok, id } = bound(await start("telegram"));
    const form = new FormData();
    form.set("chat_id", String(id("News")));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(9, 9, "#336699"))]), "a.png");
    const { photo } = (await t!.post(`/bot${t!.token("guard_bot")}/sendPhoto`, form)).body.result;
    const album = (count: number) => Array.from({ length: count }, () => ({ type: "photo", media: photo[0].file_id }));
    const send = (chat: string, count: number) =>
      bot("guard_bot", "sendMediaGroup", { chat_id: id(chat), media: album(count) });
    expect(await ok("guard_bot", "sendMediaGroup", { chat_id: id("Team"), media: album(10) })).toHaveLength(10);
    expect((await send("Team", 9)).status).toBe(200);
    clock.advance(1000);
    expect((await send("Team", 2)).body.parameters).toEqual({ retry_after: 2 });
    // An album larger than the burst is allowed when the bucket is full, and paid off afterwards.
    expect((await send("alice", 5)).status).toBe(200);
    expect((await send("alice", 1)).body.parameters).toEqual({ retry_after: 5 });
    clock.advance(5000);
    expect((await send("alice", 1)).status).toBe(200);
  });

  test("reads and people's calls are not counted", async () => {
    const { bot, person, id } = bound(await start("telegram"));
    const chat_id = id("Team");
    expect(await passed(40, () => bot("guard_bot", "getChat", { chat_id }))).toBe(40);
    expect(await passed(40, () => bot("guard_bot", "getUpdates"))).toBe(40);
    expect(await passed(40, () => person("bob", "sendMessage", { chat_id, text: "x" }))).toBe(40);
    expect(await passed(25, () => bot("guard_bot", "sendMessage", { chat_id, text: "x" }))).toBe(20);
  });

  test("off: nothing is refused", async () => {
    const { bot, id } = bound(await start("off"));
    const send = () => bot("guard_bot", "sendMessage", { chat_id: id("alice"), text: "x" });
    expect(await passed(250, send)).toBe(250);
  });
});

/** The calls of the service, destructured. */
function bound(t: TestService) {
  return { clock: t.clock, bot: t.bot.bind(t), ok: t.ok.bind(t), person: t.person.bind(t), id: t.id.bind(t) };
}
