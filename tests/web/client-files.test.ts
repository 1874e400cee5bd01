/** The web client's files: paths with its page, caching, and the content security policy. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type TestService } from "../support/service.ts";

/** The Accept header of browsers that open a page. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const PAGE = "<!doctype html><title>Heliogram</title>";

describe("a built client", () => {
  let t: TestService;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "heliogram-client-"));
    mkdirSync(join(dir, "assets"));
    writeFileSync(join(dir, "index.html"), PAGE);
    writeFileSync(join(dir, "icon.svg"), "<svg/>");
    writeFileSync(join(dir, "assets", "main-1a2b.js"), "export {};");
    t = await startWorld("memory", undefined, { web_dir: dir });
  });
  afterAll(async () => {
    await t.stop();
    rmSync(dir, { recursive: true });
  });

  test.each([
    "/",
    "/?a=b",
    "/sign-in",
    "/sign-up",
    "/chat/-1000000000001",
    "/invite/2Zq0",
    "/join/abc",
    "/settings/sessions",
    "/owner",
    "/owner/audit",
    "/reset/9fXw",
    "/@bob",
  ])("%s shows the page, to be asked for anew", async (path) => {
    const answer = await t.fetch(path);
    expect([answer.status, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
  });

  test("hashed files are cached for ever, others revalidated", async () => {
    const hashed = await t.fetch("/assets/main-1a2b.js");
    expect(hashed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers.get("content-type")).toMatch(/^text\/javascript/);
    const icon = await t.fetch("/icon.svg");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    const again = await fetch(`${t.url}/icon.svg`, { headers: { "if-none-match": icon.headers.get("etag")! } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("no file outside the folder is served, and no page for an unknown address", async () => {
    for (const path of ["/assets/main-0000.js", "/nowhere", "/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/%2e%2e/x"]) {
      const answer = await t.fetch(path);
      expect([path, answer.status, answer.body.ok]).toEqual([path, 404, false]);
    }
    expect((await t.fetch("/", { method: "POST" })).status).toBe(404);
  });

  test.each(["/nowhere", "/settingsx", "/assets/main-0000.js", "/..%2f..%2fetc%2fpasswd", "/%ff"])(
    "%s shows a browser the page, as something that is not there",
    async (path) => {
      const answer = await t.fetch(path, { headers: { accept: BROWSER } });
      expect([answer.status, answer.body]).toEqual([404, PAGE]);
      expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
      const head = await t.fetch(path, { method: "HEAD", headers: { accept: BROWSER } });
      expect([head.status, head.headers.get("content-length")]).toEqual([404, String(PAGE.length)]);
    },
  );

  test("a client that does not accept HTML gets the JSON envelope", async () => {
    for (const accept of ["*/*", "application/json", "text/*", "text/htmlx", "application/json;x=text/html"]) {
      const answer = await t.fetch("/nowhere", { headers: { accept } });
      expect([accept, answer.status, answer.body.ok]).toEqual([accept, 404, false]);
    }
    const posted = await t.fetch("/nowhere", { method: "POST", headers: { accept: BROWSER } });
    expect([posted.status, posted.body.ok]).toEqual([404, false]);
  });

  test.each([
    "/api/listChats",
    "/api/nothing",
    `/bot1:x/getMe`,
    "/botched",
    "/file/bot1:x/a",
    "/metrics",
    "/reference",
    "/openapi.json",
    "/healthz",
  ])("%s keeps its own answer, for browsers too", async (path) => {
    expect((await t.fetch(path)).body).not.toBe(PAGE);
    expect((await t.fetch(path, { headers: { accept: BROWSER } })).body).not.toBe(PAGE);
  });

  test("a page runs only the client's scripts, and cannot be framed", async () => {
    const { headers } = await t.fetch("/");
    const policy = headers.get("content-security-policy")!.split("; ");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});

test("without a build, the response explains how to build the client", async () => {
  const t = await startWorld("memory");
  const answer = await t.fetch("/");
  expect([answer.status, answer.body]).toEqual([503, expect.stringContaining("npm run build")]);
  expect((await t.fetch("/nowhere")).status).toBe(404);
  await t.stop();
});
