/** Pages of other origins: they may call the bot API and download bots' files, and nothing else. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, WORLD, type TestService } from "../support/service.ts";

const ORIGIN = { origin: "https://elsewhere.example" };

describe.each(["own", "node"] as const)("a service with the reader %s", (http_reader) => {
  let t: TestService;
  let bot: string;
  let file: string;
  beforeAll(async () => {
    t = await startWorld("memory", WORLD, { http_reader, developer: true });
    bot = `/bot${t.token("guard_bot")}`;
    const form = new FormData();
    form.append("chat_id", String(t.id("Team")));
    form.append("document", new Blob(["hello"]), "a.txt");
    const { document } = await t.ok("guard_bot", "sendDocument", form);
    file = `/file${bot}/${(await t.ok("guard_bot", "getFile", { file_id: document.file_id })).file_path}`;
  });
  afterAll(() => t.stop());

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(t.url + path, { ...init, headers: { ...ORIGIN, ...(init.headers as object) } });
    await response.arrayBuffer();
    return response;
  };
  const preflight = (path: string) =>
    ask(path, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "POST", "access-control-request-headers": "content-type,x-own" },
    });

  test("every answer of the bot API and of its files is for all origins", async () => {
    const json = { "content-type": "application/json" };
    const answers: readonly (readonly [number, string, RequestInit?])[] = [
      [200, `${bot}/getMe`],
      [200, `${bot}/getMe`, { method: "POST", headers: json, body: "{}" }],
      // Read by `node:http` in either case.
      [200, `${bot}/getMe`, { method: "POST", body: new URLSearchParams({ a: "b".repeat(70_000) }) }],
      [400, `${bot}/sendMessage`],
      [400, `${bot}/sendMessage`, { method: "POST", headers: json, body: "{" }],
      [401, "/bot1:wrong/getMe"],
      [401, "/bot"],
      [404, `${bot}/nothing`],
      [405, `${bot}/getMe`, { method: "PUT" }],
      [405, `${bot}/getMe`, { method: "OPTIONS" }],
      [413, `${bot}/sendMessage`, { method: "POST", headers: json, body: " ".repeat(3 * 1024 * 1024) }],
      [200, file],
      [200, file.replaceAll("/", "%2F").replace("%2F", "/")],
      [200, file, { method: "HEAD" }],
      [206, file, { headers: { range: "bytes=1-2" } }],
      [416, file, { headers: { range: "bytes=9-" } }],
      [405, file, { method: "DELETE" }],
      [401, "/file/bot1:wrong/a"],
      [404, `/file${bot}/a`],
    ];
    for (const [status, path, init] of answers) {
      const answer = await ask(path, init);
      const shown = `${init?.method ?? "GET"} ${path}`;
      expect([shown, answer.status]).toEqual([shown, status]);
      expect([shown, answer.headers.get("access-control-allow-origin")]).toEqual([shown, "*"]);
      expect(answer.headers.get("access-control-expose-headers")).toMatch(/X-Trace-Id, Retry-After/);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("a preflight is answered before the token is looked at", async () => {
    for (const path of [`${bot}/sendMessage`, "/bot1:wrong/getMe", bot, file, "/file/bot1:wrong/a"]) {
      const { status, headers } = await preflight(path);
      expect([path, status]).toEqual([path, 204]);
      expect(Object.fromEntries(headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, OPTIONS",
        "access-control-allow-headers": "*",
        "access-control-max-age": "86400",
        "x-trace-id": expect.stringMatching(/./),
      });
      expect(headers.get("content-length")).toBeNull();
    }
  });

  test("everything else stays closed", async () => {
    for (const path of [
      "/api/listChats",
      "/api/file/a",
      "/developer/listCalls",
      "/getMe",
      "/healthz",
      "/nowhere",
      "/",
    ]) {
      for (const answer of [await ask(path), await ask(path, { method: "POST" }), await preflight(path)]) {
        expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, null]);
        expect([path, answer.headers.get("access-control-allow-methods")]).toEqual([path, null]);
      }
    }
  });
});
