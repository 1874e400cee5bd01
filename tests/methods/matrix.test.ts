/** What follows from the declarations alone: every method against every kind of caller, object and mistake. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import type { Method } from "heliogram/methods/method.ts";
import { REFUSALS } from "heliogram/domain/refusals.ts";
import { openApi } from "heliogram/methods/documents/openapi.ts";
import { startWorld, type Answer, type Json, type TestService } from "../kit/service.ts";

/** The codes that the contract lists for its methods (interface.md, Endpoints), 405, 429 and 500 aside. */
const CONTRACT: Readonly<Record<string, readonly number[]>> = {
  sendMessage: [400, 401, 403, 404],
  editMessageText: [400, 401, 403, 404],
  sendMediaGroup: [400, 401, 403, 404, 413],
  sendVideo: [400, 401, 403, 404, 413],
  sendAudio: [400, 401, 403, 404, 413],
  sendDocument: [400, 401, 403, 404, 413],
  sendVoice: [400, 401, 403, 404, 413],
  restrictChatMember: [400, 401, 403, 404],
  promoteChatMember: [400, 401, 403, 404],
  setChatAdministratorCustomTitle: [400, 401, 403, 404],
  unbanChatMember: [400, 401, 403, 404],
  getChatMember: [400, 401, 403],
  getChatAdministrators: [400, 401, 403],
  getMe: [401],
  getUpdates: [400, 401, 409],
};

const TINY = { photo: 1000, document: 1000, video: 1000, audio: 1000, voice: 1000, media_group_file: 1000 };

const chatMethods = BOT_METHODS.filter((method) => method.access.scope === "chat");

/** Parameters that pass every field: the example's, about chats and users that exist. */
function usable(t: TestService, method: Method, chat: string | number): Json {
  const params: Json = { ...method.example.request, chat_id: chat };
  if ("from_chat_id" in params) params.from_chat_id = t.id("alice");
  if ("user_id" in params) params.user_id = t.id("carla");
  for (const name of Object.keys(params)) if (method.fields[name]?.file) params[name] = "AAAA";
  return params;
}

/** Every bot answers within what its method declares, in the envelope. */
function expectDeclared(method: Method, answer: Answer): void {
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
  if (answer.status === 200) {
    expect(answer.body.ok).toBe(true);
    return;
  }
  expect([...method.codes, 405, 429], method.name).toContain(answer.status);
  expect(answer.body).toMatchObject({
    ok: false,
    error_code: answer.status,
    trace_id: answer.headers.get("x-trace-id"),
  });
}

describe("every method", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory");
  });
  afterAll(() => t.stop());

  test("of the contract declares exactly the contract's codes", () => {
    for (const [name, codes] of Object.entries(CONTRACT)) {
      const method = BOT_METHODS.find((each) => each.name === name);
      expect([name, [...(method?.codes ?? [])].sort()]).toEqual([name, [...codes].sort()]);
    }
  });

  test.each(BOT_METHODS.map((method) => [method.name, method] as const))(
    "%s wants a good token",
    async (name, method) => {
      for (const token of ["", "1:x", `${t.token("echo_bot")}x`, t.token("echo_bot").replace(/^\d+/, "999")]) {
        const answer = await t.post(`/bot${token}/${name}`, {});
        expect([answer.status, answer.body.description]).toEqual([401, "Unauthorized"]);
      }
      expectDeclared(method, await t.post(`/bot${t.token("echo_bot")}/${name.toUpperCase()}`, {}));
    },
  );

  test.each(WEB_METHODS.filter((method) => method.access.scope !== "anyone").map((method) => [method.name] as const))(
    "%s of people wants a good session",
    async (name) => {
      expect((await t.post(`/api/${name}`, {})).status).toBe(401);
      expect((await t.post(`/api/${name}`, {}, { authorization: "Bearer aaaaaaaaaaaaaaaaaaaa" })).status).toBe(401);
    },
  );

  test.each(BOT_METHODS.map((method) => [method.name, method] as const))(
    "%s names what is missing",
    async (name, method) => {
      const required = Object.keys(method.fields).filter((field) => !method.fields[field]!.optional);
      for (const field of required) {
        const params = usable(t, method, t.id("Team"));
        delete params[field];
        const answer = await t.bot("guard_bot", name, params);
        if (method.fields[field]!.keepsEmpty && answer.status === 200) continue;
        expect([field, answer.status]).toEqual([field, 400]);
        expect(answer.body.description).toMatch(/^Bad Request: ./);
      }
    },
  );

  test.each(chatMethods.map((method) => [method.name, method] as const))(
    "%s knows no unknown chat",
    async (name, method) => {
      for (const chat of [-1_000_000_999_999, 424_242, "@nobody_at_all"]) {
        const answer = await t.bot("guard_bot", name, usable(t, method, chat));
        const code = (method.codes as readonly number[]).includes(404) ? 404 : 400;
        expect([chat, answer.status, answer.body.description]).toEqual([
          chat,
          code,
          expect.stringMatching(/chat not found$/),
        ]);
      }
    },
  );

  test.each(chatMethods.map((method) => [method.name, method] as const))(
    "%s keeps strangers out",
    async (name, method) => {
      const answer = await t.bot("stranger_bot", name, usable(t, method, t.id("Private")));
      const missing = method.access.scope === "chat" && method.access.message !== undefined && answer.status === 404;
      if (!missing)
        expect([answer.status, answer.body.description]).toEqual([
          403,
          "Forbidden: bot is not a member of the supergroup chat",
        ]);
    },
  );

  test.each(chatMethods.map((method) => [method.name, method] as const))("%s obeys rights", async (name, method) => {
    const { access } = method;
    if (access.scope !== "chat" || access.ability === undefined || access.message !== undefined) return;
    const answer = await t.bot("echo_bot", name, usable(t, method, t.id("Team")));
    const permitted = access.ability === "invite_users";
    expect([name, answer.status]).toEqual([name, permitted ? expect.any(Number) : 403]);
    expectDeclared(method, answer);
  });

  test.each(
    WEB_METHODS.filter((method) => method.access.scope === "chat").map((method) => [method.name, method] as const),
  )("%s of people keeps strangers out", async (name, method) => {
    const answer = await t.person("carla", name, usable(t, method, t.id("Private")));
    expect([403, 404]).toContain(answer.status);
    if (answer.status === 404) expect(answer.body.reason).toBe("MESSAGE_NOT_FOUND");
  });

  test.each(BOT_METHODS.filter((method) => method.postOnly).map((method) => [method.name, method] as const))(
    "%s says 413 to what is too big",
    async (name, method) => {
      const small = await startWorld("memory", undefined, { limits: TINY });
      const form = new FormData();
      const params = usable(small, method, small.id("Team"));
      const file = Object.keys(method.fields).find((field) => method.fields[field]!.file && field !== "thumbnail");
      for (const [key, value] of Object.entries(params))
        form.set(key, typeof value === "string" ? value : JSON.stringify(value));
      form.set(file ?? "part", new Blob([Buffer.alloc(2000)]), "big.bin");
      const answer = await small.post(`/bot${small.token("guard_bot")}/${name}`, form);
      expect(answer.body).toMatchObject({ error_code: 413, description: "Request Entity Too Large: file is too big" });
      await small.stop();
    },
  );

  test("unknown methods and verbs", async () => {
    expect((await t.bot("echo_bot", "sendNothing")).body.description).toBe("Not Found: method not found");
    const put = await t.fetch(`/bot${t.token("echo_bot")}/getMe`, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect((await t.fetch("/nowhere")).body).toMatchObject({ ok: false, error_code: 404 });
  });

  test("names, examples and documents agree", async () => {
    for (const method of [...BOT_METHODS, ...WEB_METHODS]) {
      for (const name of Object.keys(method.example.request))
        expect([method.name, Object.keys(method.fields)]).toEqual([method.name, expect.arrayContaining([name])]);
      for (const refusal of method.refusals) expect(REFUSALS[refusal].text.length).toBeGreaterThan(0);
    }
    const document: Json = openApi(BOT_METHODS, WEB_METHODS);
    expect((await t.fetch("/openapi.json")).body).toEqual(JSON.parse(JSON.stringify(document)));
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      (match) => match[1],
    );
    for (const name of new Set(references)) expect(Object.keys(document.components.schemas)).toContain(name);
    const page: string = (await t.fetch("/reference")).body;
    for (const method of BOT_METHODS) expect(page).toContain(`id="bot-${method.name}"`);
  });

  test("a traceparent gives the trace its id", async () => {
    const id = "0af7651916cd43dd8448eb211c80319c";
    const answer = await t.post(
      `/bot${t.token("echo_bot")}/sendMessage`,
      {},
      { traceparent: `00-${id}-b7ad6b7169203331-01` },
    );
    expect(answer.body.trace_id).toBe(id);
  });

  test("rate limits answer 429 with a time that holds", async () => {
    const limited = await startWorld("memory", undefined, { rate_limits: "telegram" });
    const send = () => limited.bot("echo_bot", "sendMessage", { chat_id: limited.id("alice"), text: "x" });
    expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.body).toMatchObject({
      error_code: 429,
      description: "Too Many Requests: retry after 1",
      parameters: { retry_after: 1 },
    });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await limited.bot("echo_bot", "getMe")).status).toBe(200);
    limited.clock.advance(1000);
    expect((await send()).status).toBe(200);
    await limited.stop();
  });
});
