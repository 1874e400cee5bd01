/** The security headers of every response, whatever writes it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type TestService } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";

/** The head of a response as it was received. */
interface Head {
  readonly status: number;
  readonly headers: Map<string, string>;
}

async function ask(url: string, request: string): Promise<Head> {
  const wire = new Wire(url);
  wire.send(request);
  await wire.hears("\r\n\r\n");
  wire.leave();
  const [first = "", ...lines] = wire.said.split("\r\n\r\n", 1)[0]!.split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    expect([request, name, headers.has(name)]).toEqual([request, name, false]);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return { status: Number(first.split(" ")[1]), headers };
}

const get = (path: string, ...lines: string[]) =>
  `${[`GET ${path} HTTP/1.1`, "Host: x", ...lines].join("\r\n")}\r\n\r\n`;
const verb = (name: string, path: string) => get(path).replace("GET", name);
const upgrade = (...lines: string[]) =>
  get(
    "/api/stream",
    ...[
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ],
    ...lines,
  );

describe.each(["own", "node"] as const)("responses of a service with the reader %s", (http_reader) => {
  let t: TestService;
  let bare: TestService;
  let dir: string;
  let bot: string;
  let file: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "heliogram-headers-"));
    mkdirSync(join(dir, "assets"));
    writeFileSync(join(dir, "index.html"), "<!doctype html>");
    writeFileSync(join(dir, "assets", "main-1a2b.js"), "export {};");
    t = await startWorld("memory", undefined, {
      http_reader,
      web_dir: dir,
      deadlines: { headers_ms: 400, check_ms: 50 },
    });
    bare = await startWorld("memory", undefined, { http_reader });
    bot = `/bot${t.token("guard_bot")}`;
    const form = new FormData();
    form.append("chat_id", String(t.id("Team")));
    form.append("document", new Blob(["hello"]), "a.txt");
    const { document } = await t.ok("guard_bot", "sendDocument", form);
    file = `/file${bot}/${(await t.ok("guard_bot", "getFile", { file_id: document.file_id })).file_path}`;
  });
  afterAll(async () => {
    await t.stop();
    await bare.stop();
    rmSync(dir, { recursive: true });
  });

  /** Requests with their expected status: every way in which a response is written. */
  const requests = (): readonly (readonly [number, string])[] => {
    const bearer = `Authorization: Bearer ${t.accessToken("alice")}`;
    return [
      [200, get(`${bot}/getMe`)],
      [200, get(`${bot}/getMe`, "Expect: something")],
      [400, get(`${bot}/sendMessage`)],
      [401, get("/bot1:wrong/getMe")],
      [404, get(`${bot}/nothing`)],
      [405, verb("PUT", `${bot}/getMe`)],
      [405, verb("OPTIONS", `${bot}/getMe`)],
      [204, get(`${bot}/getMe`, "Access-Control-Request-Method: POST").replace("GET", "OPTIONS")],
      [405, verb("TRACE", `${bot}/getMe`)],
      [405, verb("HEAD", `${bot}/getMe`)],
      [400, get("/healthz").replace("Host: x\r\n", "")],
      [401, verb("POST", "/api/listChats")],
      [
        403,
        get(
          "/api/listChats",
          `Cookie: heliogram-${new URL(t.url).port}=abcdefghijklmnopqrst`,
          "Sec-Fetch-Site: cross-site",
        ).replace("GET", "POST"),
      ],
      [404, get("/api/nothing")],
      [405, get("/api/listChats", bearer)],
      [200, verb("POST", "/api/getSignUp")],
      [200, get("/openapi.json")],
      [200, get("/reference")],
      [200, get("/healthz")],
      [200, get("/readyz")],
      [200, get("/metrics")],
      [200, get(file)],
      [206, get(file, "Range: bytes=1-2")],
      [416, get(file, "Range: bytes=9-")],
      [405, verb("DELETE", file)],
      [401, get("/file/bot1:wrong/a")],
      [404, get(`/file${bot}/a`)],
      [401, get("/api/file/a")],
      [200, get("/")],
      [200, verb("HEAD", "/")],
      [200, get("/assets/main-1a2b.js")],
      [416, get("/assets/main-1a2b.js", "Range: bytes=99-")],
      [404, get("/nowhere", "Accept: text/html")],
      [404, get("/nowhere")],
      [404, verb("POST", "/")],
      [400, "nonsense\r\n\r\n"],
      [400, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"],
      [400, "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"],
      [408, ""],
      [431, get("/", `X: ${"x".repeat(300 * 1024)}`)],
      [401, upgrade()],
      [400, upgrade(bearer).replace("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 1")],
    ];
  };

  const expectAll = (request: string, { headers }: Head) => {
    const line = request.slice(0, 60);
    expect([line, headers.get("x-content-type-options")]).toEqual([line, "nosniff"]);
    expect([line, headers.get("referrer-policy")]).toEqual([line, "no-referrer"]);
    expect([line, headers.get("cross-origin-resource-policy")]).toEqual([line, "same-origin"]);
    expect([line, headers.get("content-security-policy")]).toEqual([
      line,
      expect.stringMatching(/frame-ancestors 'none'/),
    ]);
    expect([line, headers.get("cache-control")]).toEqual([line, expect.any(String)]);
    if (headers.get("content-type")?.startsWith("application/json")) {
      expect([line, headers.get("cache-control")]).toEqual([line, "no-store"]);
      expect([line, headers.get("content-security-policy")]).toEqual([
        line,
        expect.stringMatching(/default-src 'none'/),
      ]);
    }
  };

  test("all have the same security headers", async () => {
    for (const [status, request] of requests()) {
      const head = await ask(t.url, request);
      expect([request.slice(0, 60), head.status]).toEqual([request.slice(0, 60), status]);
      expectAll(request, head);
    }
  });

  test("a missing build and a 304 have them too", async () => {
    const head = await ask(bare.url, get("/"));
    expect(head.status).toBe(503);
    expectAll("/", head);
    const { headers } = await ask(t.url, get("/assets/main-1a2b.js"));
    const same = await ask(t.url, get("/assets/main-1a2b.js", `If-None-Match: ${headers.get("etag")}`));
    expect(same.status).toBe(304);
    expectAll("a file that has not changed", same);
  });

  test.each(["/", "/assets/main-1a2b.js"])("%s has the same headers with 304", async (path) => {
    const { headers } = await ask(t.url, get(path));
    const same = await ask(t.url, get(path, `If-None-Match: ${headers.get("etag")}`));
    expect(same.status).toBe(304);
    // A browser replaces its stored headers by these. With others the page would no longer run.
    for (const name of ["content-security-policy", "cache-control", "permissions-policy"])
      expect([name, same.headers.get(name)]).toEqual([name, headers.get(name)]);
  });
});
