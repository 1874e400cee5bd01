/** Methods of the bot API without a token in the address: 401 (interface.md, Authentication). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { startWorld, type TestService } from "../support/service.ts";

describe.each(["own", "node"] as const)("read by the reader %s", (http_reader) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { http_reader });
  });
  afterAll(() => t.stop());

  const expectUnauthorized = async (path: string, init: RequestInit = {}) => {
    const { status, body, headers } = await t.fetch(path, init);
    expect([path, status, body]).toEqual([
      path,
      401,
      { ok: false, error_code: 401, description: "Unauthorized", trace_id: headers.get("x-trace-id") },
    ]);
  };

  test("every method, also one that this service does not have", async () => {
    const names = BOT_METHODS.flatMap(({ name, aliases = [] }) => [name, ...aliases, name.toLowerCase()]);
    for (const name of [...names, "sendPoll"]) await expectUnauthorized(`/${name}`, { method: "POST", body: "{" });
  });

  test("wherever the method is the last segment, with every verb", async () => {
    const token = t.token("guard_bot");
    for (const path of [
      "/getMe",
      "/GETME/",
      "/getMe?chat_id=1",
      "/get%4De",
      `/${token}/getMe`,
      "/bot/getMe",
      "/bot",
      "/botgetMe",
      `/bot/${token}/getMe`,
      `/v1/bot${token}/getMe`,
      "/assets/sendMessage",
    ]) {
      await expectUnauthorized(path);
      await expectUnauthorized(path, { method: "POST" });
      await expectUnauthorized(path, { method: "DELETE" });
    }
  });

  test("and no other address", async () => {
    const token = t.token("guard_bot");
    for (const path of ["/getNothing", "/getMe/x", "/api/getMe", "/developer/getMe", "/getMe.txt", `/bot${token}/x`])
      expect([path, (await t.fetch(path, { method: "POST" })).status]).toEqual([path, 404]);
    expect((await t.fetch(`/bot${token}/getMe`)).status).toBe(200);
    expect((await t.fetch("/healthz")).status).toBe(200);
  });
});
