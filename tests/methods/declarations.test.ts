/** What follows from the declarations besides the matrix: the contract's codes, and the JSON envelope. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNSUPPORTED_METHODS, UNSUPPORTED_PARAMETERS } from "heliogram/methods/engine/unsupported-methods.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { codesOf } from "heliogram/methods/engine/codes.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { startWorld, type Answer, type TestService } from "../support/service.ts";

/** The codes that the contract lists for its methods (interface.md, Endpoints), except 405, 429 and 500. */
const CONTRACT: Readonly<Record<string, readonly number[]>> = {
  sendMessage: [400, 401, 403, 404],
  // A rich message can bring files, and 413 is the code of methods that send media.
  editMessageText: [400, 401, 403, 404, 413],
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

const SELF = { access: { scope: "self" }, fields: {}, refusals: [] } as const;
const CHAT_ID = { fields: { chat_id: {} } };

test.each([
  ["authentication", SELF, [401]],
  ["parameters", { ...SELF, ...CHAT_ID }, [400, 401]],
  ["no authentication", { ...SELF, access: { scope: "anyone" } }, []],
  ["a chat", { ...SELF, ...CHAT_ID, access: { scope: "chat" } }, [400, 401, 403, 404]],
  [
    "a chat that is missing",
    { ...SELF, ...CHAT_ID, access: { scope: "chat" }, missingIsBadRequest: true },
    [400, 401, 403],
  ],
  ["owners", { ...SELF, access: { scope: "owner" } }, [401, 403]],
  ["refusals", { ...SELF, refusals: ["FILE_TOO_BIG", "OTHER_POLL", "BAD_TEXT"] }, [400, 401, 409, 413]],
  ["the developer API", { ...SELF, access: { scope: "developer" } }, []],
  ["the developer console", { ...SELF, access: { scope: "developer" }, isOfConsole: true }, [401]],
] as const)("codes follow from %s", (_what, declaration, codes) => {
  expect(codesOf(declaration)).toEqual(codes);
});

/** The response has a declared code and the JSON envelope. */
function expectDeclared(method: Method, answer: Answer): void {
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
  expect([200, ...method.codes, 405, 429], method.name).toContain(answer.status);
  const error = { ok: false, error_code: answer.status, trace_id: answer.headers.get("x-trace-id") };
  expect(answer.body).toMatchObject(answer.status === 200 ? { ok: true } : error);
}

/** Telegram's methods with their parameters, as the type package declares them. */
function parametersOfTelegram(): [string, string[]][] {
  const types = createRequire(import.meta.url).resolve("@grammyjs/types/package.json");
  const declared = readFileSync(join(dirname(types), "methods.d.ts"), "utf8");
  return declared
    .split(/^ {4}(?=\w+\()/m)
    .slice(1)
    .map((block) => [/^\w+/.exec(block)![0], [...block.matchAll(/^ {8}(\w+)\??:/gm)].map((match) => match[1]!)]);
}

test("the list of unsupported methods is Telegram's methods without the service's", () => {
  const ours = new Set(BOT_METHODS.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const expected = parametersOfTelegram()
    .map(([name]) => name)
    .filter((name) => !ours.has(name));
  expect(expected.length).toBeGreaterThan(50);
  expect(UNSUPPORTED_METHODS).toEqual([...new Set(expected)].sort());
});

test("the list of unsupported parameters is Telegram's parameters without the service's", () => {
  const absent = new Set<string>();
  for (const [name, parameters] of parametersOfTelegram()) {
    const method = BOT_METHODS.find((each) => each.name === name);
    for (const each of method ? parameters : []) if (!(each in method!.fields)) absent.add(each);
  }
  expect(UNSUPPORTED_PARAMETERS).toEqual([...absent].sort());
});

test("an unknown method has Telegram's short text in the telegram dialect, unless Telegram has the method", async () => {
  const t = await startWorld("memory", undefined, { dialect: "telegram" });
  const missing = "Not Found: method not found: sendPoll is not available in this service";
  for (const [name, description] of [
    ["sendNothing", "Not Found"],
    ["sendPoll", missing],
    ["SENDPOLL", missing],
  ] as const) {
    const { status, body } = await t.bot("echo_bot", name);
    expect([name, status, body.error_code, body.description]).toEqual([name, 404, 404, description]);
  }
  await t.stop();
});

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
    "%s answers in the envelope, in whatever letter case it is called",
    async (name, method) => {
      expectDeclared(method, await t.post(`/bot${t.token("echo_bot")}/${name.toUpperCase()}`, {}));
    },
  );

  test("unknown methods and verbs", async () => {
    expect((await t.bot("echo_bot", "sendNothing")).body.description).toBe("Not Found: method not found");
    const absent = await t.bot("echo_bot", "SENDPOLL");
    expect([absent.status, absent.body.description]).toEqual([
      404,
      "Not Found: method not found: sendPoll is not available in this service",
    ]);
    const put = await t.fetch(`/bot${t.token("echo_bot")}/getMe`, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect((await t.fetch("/nowhere")).body).toMatchObject({ ok: false, error_code: 404 });
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
});
