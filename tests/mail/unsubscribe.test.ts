/** The page that ends digests: its languages, its answers to strangers, and the limit of its uses. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepLanguage } from "heliogram/app/accounts/profile.ts";
import { digestEndPath } from "heliogram/app/mail/mail-digests.ts";
import { UNSUBSCRIBES_FROM_ONE } from "heliogram/methods/rate-limits/attempt-limits.ts";
import { startWorld, type TestService } from "../support/service.ts";

const WORLD = { people: [{ name: "Alice", username: "alice" }], bots: [], chats: [] };

let t: TestService;
beforeAll(async () => {
  t = await startWorld("memory", WORLD, { rate_limits: "default" });
});
afterAll(() => t.stop());

const fetchPage = async (path: string, from: string, more: RequestInit = {}, language = "en") => {
  const headers = { "x-forwarded-for": from, "accept-language": language };
  const response = await fetch(t.url + path, { ...more, headers });
  return { response, html: await response.text() };
};

test("it speaks the language of the person, and of the browser where the link leads to nobody", async () => {
  await t.service.db.write((tx) => keepLanguage(tx, t.id("alice"), "ar"));
  const path = digestEndPath(t.service.deps.seal, t.id("alice"));
  const { response, html } = await fetchPage(path, "203.0.113.1");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).not.toContain("alice");
  const broken = await fetchPage("/unsubscribe/broken", "203.0.113.1", {}, "ar-EG,ar;q=0.9,en;q=0.8");
  expect([broken.response.status, broken.html]).toEqual([404, expect.stringContaining('<html lang="ar" dir="rtl">')]);
  const head = await fetchPage(path, "203.0.113.1", { method: "HEAD" });
  expect([head.response.status, head.html]).toEqual([200, ""]);
});

test("a network that uses such links too often gets a page that says so, and others are served", async () => {
  const path = "/unsubscribe/broken";
  for (let i = 0; i < UNSUBSCRIBES_FROM_ONE.attempts; i++) {
    expect((await fetchPage(path, "203.0.113.2")).response.status).toBe(404);
    t.clock.advance(100);
  }
  const { response, html } = await fetchPage(path, "203.0.113.2");
  expect([response.status, html]).toEqual([429, expect.stringContaining("Try again in some minutes.")]);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await fetchPage(path, "203.0.113.3")).response.status).toBe(404);
});
