/** Developer mode records every call with its parameters and response, and no credential. */
import { ASSISTANT_ID } from "heliogram/domain/bots.ts";
import { request } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";

let t: TestService;
afterEach(() => t.stop());

const calls = async (params: object = {}): Promise<Json[]> =>
  (await develop(t, "listCalls", { with_bodies: true, ...params })).calls;

describe("listCalls", () => {
  test("has parameters, files, response, status and trace of calls of bots and people", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    const [alice, team] = [t.id("alice"), t.id("Team")];
    const { headers } = await t.bot("echo_bot", "sendMessage", { chat_id: alice, text: "hello" });
    const form = new FormData();
    form.set("chat_id", String(alice));
    form.set("document", new Blob(["four"], { type: "text/plain" }), "notes.txt");
    expect((await t.post(`/bot${t.token("echo_bot")}/sendDocument`, form)).status).toBe(200);
    await t.bot("echo_bot", "banChatMember", { chat_id: team, user_id: alice });
    await t.person("bob", "sendMessage", { chat_id: team, text: "to all" });
    await t.bot("echo_bot", "noSuchMethod");
    await t.post("/bot1:wrong/getMe", {});

    const all = await calls();
    expect(all.map(({ api, method, status }) => `${api} ${method} ${status}`)).toEqual([
      "bot sendMessage 200",
      "bot sendDocument 200",
      "bot banChatMember 403",
      "person sendMessage 200",
      "bot nosuchmethod 404",
      "bot getMe 401",
    ]);
    const [sent, uploaded] = all;
    expect(sent).toMatchObject({
      trace_id: headers.get("x-trace-id"),
      account_id: t.id("echo_bot"),
      at_ms: t.clock.now(),
      params: { chat_id: alice, text: "hello" },
      response: { ok: true, result: { text: "hello" } },
    });
    expect(uploaded.files).toEqual([
      { field: "document", size: 4, file_name: "notes.txt", content_type: "text/plain" },
    ]);
    expect(all.at(-1)!.account_id).toBeUndefined();

    const methods = async (filter: object) => (await calls(filter)).map(({ method }) => method);
    expect(await methods({ bot: "echo_bot", code: 403 })).toEqual(["banChatMember"]);
    expect(await methods({ api: "person" })).toEqual(["sendMessage"]);
    expect(await methods({ people: false })).toEqual(
      all.filter(({ api }) => api !== "person").map(({ method }) => method),
    );
    expect(await methods({ method: "SENDDOCUMENT" })).toEqual(["sendDocument"]);
    expect(await methods({ chat: "@team" })).toEqual(["banChatMember", "sendMessage"]);
    expect(await methods({ chat: team })).toEqual(["banChatMember", "sendMessage"]);
    expect(await methods({ trace: headers.get("x-trace-id") })).toEqual(["sendMessage"]);
    expect(await develop(t, "getCall", { id: sent.id })).toEqual(sent);
    const authorization = `Bearer ${t.accessToken("bob")}`;
    await t.post("/api/listChats", {}, { authorization, "x-heliogram-page": "developer" });
    expect((await calls()).at(-1)).toMatchObject({ method: "listChats", of_console: true });
    expect(await calls({ console: false })).toEqual(all);
    expect((await t.post("/developer/getCall", { id: 999 })).body).toMatchObject({
      error_code: 404,
      reason: "CALL_NOT_FOUND",
    });
  });

  test("leaves the calls of the assistant out where they are not wanted", async () => {
    t = await startWorld("memory", WORLD, { developer: true, assistant: true });
    const of = async (filter: object) => new Set((await calls(filter)).map(({ account_id }) => account_id));
    await t.ok("echo_bot", "getMe");
    await expect.poll(async () => [...(await of({}))]).toContain(ASSISTANT_ID);
    expect([...(await of({ assistant: false }))]).toEqual([t.id("echo_bot")]);
  });

  test("finds the calls of a private chat from either side, and those of one message", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    const [alice, bob, echo, team] = [t.id("alice"), t.id("bob"), t.id("echo_bot"), t.id("Team")];
    await t.as("bob", "startBot", { user_id: echo });
    await t.as("alice", "sendMessage", { chat_id: echo, text: "to the bot" });
    await t.ok("echo_bot", "sendMessage", { chat_id: bob, text: "to Bob" });
    const { message_id } = await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "to Alice" });
    const said = await t.as("bob", "sendMessage", { chat_id: team, text: "/start" });
    await t.ok("guard_bot", "getUpdates");
    await t.ok("guard_bot", "copyMessage", { chat_id: team, from_chat_id: team, message_id: said.message_id });
    const texts = async (filter: object) => (await calls(filter)).map(({ params }) => params.text);
    expect(await texts({ chat: echo, person: alice })).toEqual(["to the bot", "to Alice"]);
    expect(await texts({ chat: echo, person: alice, message_id })).toEqual(["to Alice"]);
    expect(await texts({ chat: team, message_id: said.message_id })).toEqual(["/start"]);
    const reaction = JSON.stringify([{ type: "emoji", emoji: "👀" }]);
    const form = new URLSearchParams({ chat_id: String(team), message_id: String(said.message_id), reaction });
    await fetch(`${t.url}/bot${t.token("guard_bot")}/setMessageReaction`, { method: "POST", body: form });
    const about = await calls({ chat: team, message_id: said.message_id });
    expect(about.map(({ method }) => method)).toEqual(["sendMessage", "setMessageReaction"]);
    const [copied] = await calls({ chat: team, method: "copyMessage" });
    const ofCopy = await calls({ chat: team, message_id: copied.response.result.message_id });
    expect(ofCopy.map(({ method }) => method)).toEqual(["copyMessage"]);
  });

  test("a call of a bot is repeated with its parameters, and no other call", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    const chat_id = t.id("Team");
    await t.ok("echo_bot", "sendMessage", { chat_id, text: "once more" });
    await t.as("bob", "sendMessage", { chat_id, text: "hi" });
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    form.set("document", new Blob(["four"]), "notes.txt");
    await t.post(`/bot${t.token("echo_bot")}/sendDocument`, form);
    const [sent, byPerson, upload] = await calls();
    const repeated = await develop(t, "repeatCall", { id: sent.id });
    expect(repeated).toMatchObject({ api: "bot", status: 200, params: { chat_id, text: "once more" } });
    expect(repeated.trace_id).not.toBe(sent.trace_id);
    const { messages } = await t.as("alice", "getHistory", { chat_id, limit: 4 });
    expect(messages.filter(({ text }: Json) => text === "once more")).toHaveLength(2);
    for (const { id } of [byPerson, upload]) {
      expect((await t.post("/developer/repeatCall", { id })).body).toMatchObject({ reason: "CALL_NOT_REPEATABLE" });
    }
    expect((await t.post("/developer/repeatCall", { id: 999 })).status).toBe(404);
    await t.operate("bot suspend", { username: "echo_bot" });
    expect((await t.post("/developer/repeatCall", { id: sent.id })).status).toBe(400);
  });

  test("pages by revision, and waits for news", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    for (let n = 0; n < 3; n++) await t.ok("echo_bot", "getMe");
    const first = await develop(t, "listCalls", { after: 0, limit: 2 });
    expect(first.calls).toHaveLength(2);
    const second = await develop(t, "listCalls", { after: first.revision, limit: 2 });
    expect(second.calls).toHaveLength(1);
    const news = develop(t, "listCalls", { after: second.revision, method: "getUpdates", timeout: 50 });
    await t.ok("echo_bot", "getMe");
    await t.ok("echo_bot", "getUpdates");
    expect((await news).calls).toMatchObject([{ method: "getUpdates", status: 200 }]);
  });

  test("does not keep bodies while they are switched off, and cuts long ones", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    await develop(t, "setRecording", { bodies: false });
    await t.ok("echo_bot", "getMe");
    await develop(t, "setRecording", { bodies: true });
    await t.bot("echo_bot", "getMe", { unknown: "x".repeat(100_000) });
    await t.bot("echo_bot", "sendMessage", { chat_id: 1, text: "x".repeat(100_000) });
    const [without, , long] = await calls();
    expect(without.params).toBeUndefined();
    expect(without.response).toBeUndefined();
    expect(long.params).toHaveLength(64 * 1024);
  });

  test("keeps the newest ten thousand", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    const log = t.service.deps.developer!.calls;
    for (let n = 0; n < 10_010; n++) log.begin("bot", "getMe", `trace ${n}`).end(200, "{}", 0);
    const { calls: oldest } = await develop(t, "listCalls", { after: 0, limit: 1 });
    expect(oldest).toMatchObject([{ trace_id: "trace 10" }]);
  });

  test("has the names of the assistant's own methods as they are declared", async () => {
    t = await startWorld("memory", WORLD, { developer: true, assistant: true });
    await expect.poll(async () => (await calls({ limit: 1000 })).map(({ method }) => method)).toContain("dueNotes");
  });

  test("has no token, password or code", async () => {
    t = await startWorld("memory", WORLD, { developer: true, assistant: true });
    const { token } = await t.as("alice", "createBot", { name: "New", username: "new_one_bot" });
    await t.ok("guard_bot", "setWebhook", { url: "http://127.0.0.1:1/", secret_token: "the-secret-word" });
    await t.as("alice", "setPassword", { password: "correct horse" }).catch(() => {});
    const { code } = await t.as("alice", "createInvitation", {});
    await t.post("/api/signUp", { name: "E", username: "eve", password: "battery staple", invitation: code });
    await t.as("alice", "startBot", { user_id: t.id("echo_bot") });
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: `your token: ${token}` });
    const text = JSON.stringify(await calls({ limit: 1000 }));
    expect(text).toContain("createBot");
    for (const secret of [token, "the-secret-word", "correct horse", "battery staple", code])
      expect(text).not.toContain(secret);
  });
});

describe("the developer API", () => {
  test("does not exist without developer mode", async () => {
    t = await startWorld("memory");
    const { status, body } = await t.post("/developer/getClock", {});
    expect([status, body.description]).toEqual([404, "Not Found: there is nothing at this address"]);
    // What only reads is there for owners of the service.
    expect((await t.post("/developer/listCalls", {})).status).toBe(401);
  });

  test("is closed to pages of other sites, also under a name of theirs for this machine", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    const { port, host } = new URL(t.url);
    const status = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(
          { host: "127.0.0.1", port, method: "POST", path: "/developer/listCalls", headers },
          (res) => {
            res.resume();
            resolve(res.statusCode!);
            expect(res.headers["access-control-allow-origin"]).toBeUndefined();
          },
        );
        sent.on("error", reject).end();
      });
    expect(await status({ host })).toBe(200);
    expect(await status({ host, origin: t.url })).toBe(200);
    expect(await status({ host, origin: t.url, "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await status({ host: "heliogram:8080" })).toBe(200);
    expect(await status({ host: "alice.shop.localhost", origin: "http://alice.shop.localhost" })).toBe(200);
    expect(await status({ host, origin: "https://evil.example" })).toBe(403);
    const nearly = "alice.localhost.example";
    expect(await status({ host: nearly, origin: `http://${nearly}` })).toBe(403);
    expect(await status({ host, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status({ host, origin: "null" })).toBe(403);
    expect(await status({ host: "evil.example", origin: "http://evil.example" })).toBe(403);
    expect(await status({ host: "evil.example", origin: "http://evil.example", "sec-fetch-site": "same-origin" })).toBe(
      403,
    );
  });
});
