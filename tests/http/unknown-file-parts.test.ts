/** File parts that a method does not take: they are ignored as unknown parameters are (behaviour.md §1). */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const LIMIT_BYTES = 300_000;
const LIMITS = Object.fromEntries(
  ["photo", "document", "video", "audio", "voice", "media_group_file"].map((kind) => [kind, LIMIT_BYTES]),
) as never;

let t: TestService;
beforeAll(async () => {
  t = await startWorld("memory", undefined, { limits: LIMITS });
});
afterAll(() => t.stop());

/** Methods that end the caller's session when they are called without parameters. */
const ENDING = new Set(["logOut", "close", "signOut", "deleteAccount"]);

function form(params: Record<string, string>, files: Readonly<Record<string, number>>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(params)) body.set(name, value);
  for (const [name, bytes] of Object.entries(files)) body.append(name, new Blob([Buffer.alloc(bytes, "x")]), "a.bin");
  return body;
}

const post = (bot: boolean, method: string, body: FormData, who = bot ? "guard_bot" : "alice"): Promise<Answer> =>
  bot
    ? t.fetch(`/bot${t.token(who)}/${method}`, { method: "POST", body })
    : t.fetch(`/api/${method}`, { method: "POST", body, headers: { authorization: `Bearer ${t.accessToken(who)}` } });

const outcome = ({ status, body }: Answer): Json => [status, body.description];

test.each([
  ["bots", true, BOT_METHODS],
  ["people", false, USER_METHODS],
] as readonly [string, boolean, readonly Method[]][])(
  "every method of %s answers as without the file",
  async (_who, bot, methods) => {
    const unlike: Json[] = [];
    for (const { name } of methods.filter((method) => !ENDING.has(method.name))) {
      const without = outcome(await post(bot, name, form({ unknown: "1" }, {})));
      const given = outcome(await post(bot, name, form({ unknown: "1" }, { stray: 30 })));
      if (JSON.stringify(given) !== JSON.stringify(without)) unlike.push([name, given, without]);
    }
    expect(unlike).toEqual([]);
  },
);

test("methods that send no media take a long file, also under the name of a parameter", async () => {
  const chat_id = String(t.id("Team"));
  const files = { a: LIMIT_BYTES / 2, text: LIMIT_BYTES / 2 };
  expect((await post(true, "sendMessage", form({ chat_id, text: "hello" }, files))).body.result.text).toBe("hello");
  expect(outcome(await post(true, "sendMessage", form({ chat_id }, files)))).toEqual([
    400,
    "Bad Request: message text is empty",
  ]);
  const { status, body } = await post(true, "getUpdates", form({}, files));
  expect([status, body.result]).toEqual([200, []]);
  const hook = await post(true, "setWebhook", form({}, { ...files, certificate: 30 }));
  expect(outcome(hook)).toEqual([200, "Webhook is already deleted"]);
  expect(readdirSync(join(t.dir, "media", "tmp"))).toEqual([]);
});

test("more than the largest file of any method is too long a body", async () => {
  const tooLong = [413, "Request Entity Too Large: the body is too long"];
  expect(outcome(await post(true, "sendMessage", form({}, { a: LIMIT_BYTES, b: 1 })))).toEqual(tooLong);
  expect(outcome(await post(false, "signIn", form({}, { a: 20_000 })))).toEqual(tooLong);
});

test("a certificate in another part has the limit of certificates", async () => {
  const url = `${t.url}/hook`;
  const answer = await post(true, "setWebhook", form({ url, certificate: "attach://pem" }, { pem: 70_000 }));
  expect(outcome(answer)).toEqual([400, "Bad Request: bad webhook: the certificate is too long"]);
});
