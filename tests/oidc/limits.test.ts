/** The limits on sign-ins with OpenID providers, which anybody may begin (behaviour.md §7). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { providerOptions } from "../support/oidc.ts";
import { startWorld, WORLD, type TestService } from "../support/service.ts";

const FROM_ONE = 600;
const IN_ALL = 250;
/** Between two calls, so that those of a test stay below the limit on all addresses. */
const PAUSE_MS = 25;

const [TOO_MANY, UNAVAILABLE] = ["too_many", "unavailable"].map((fault) => `/sign-in?refused=${fault}`);

let t: TestService;
beforeAll(async () => {
  const idle = providerOptions({ id: "company", issuer: "https://sso.invalid" });
  t = await startWorld("sqlite", WORLD, { providers: [idle], rate_limits: "default" });
});
afterAll(() => t.stop());

const address = (step: string) => `/api/oidc/company/${step}`;
/** A call that counts and is refused before the provider is asked. */
const count = (from: string) => t.fetch(address("start"), { method: "POST", headers: { "x-forwarded-for": from } });
const logOut = (from: string) => t.fetch(address("logout"), { method: "POST", headers: { "x-forwarded-for": from } });
const start = (from: string) => t.fetch(address("start"), { redirect: "manual", headers: { "x-forwarded-for": from } });

test("one address may make 600 calls in a quarter of an hour, and no other address waits for it", async () => {
  for (let n = 0; n < FROM_ONE; n++) {
    await count("203.0.113.1");
    t.clock.advance(PAUSE_MS);
  }
  const refused = await start("203.0.113.1");
  expect([refused.status, refused.headers.get("location")]).toEqual([303, TOO_MANY]);
  expect((await start("203.0.113.2")).headers.get("location")).toBe(UNAVAILABLE);
  t.clock.advance(900_000);
  expect((await start("203.0.113.1")).headers.get("location")).toBe(UNAVAILABLE);
});

test("all addresses together may make 250 calls in five seconds", async () => {
  t.clock.advance(5000);
  const networks = Array.from({ length: IN_ALL }, (_, n) => `198.51.100.${n}`);
  for (const network of networks) await count(network);
  expect((await start("203.0.113.9")).headers.get("location")).toBe(TOO_MANY);
  // A provider signs people out all the same.
  expect((await logOut("203.0.113.9")).status).toBe(400);
  t.clock.advance(5000);
  expect((await start("203.0.113.9")).headers.get("location")).toBe(UNAVAILABLE);
});

test("a provider may sign a whole company out at once, and logout tokens have limits of their own", async () => {
  t.clock.advance(900_000);
  const { logoutTokens } = t.service.deps;
  for (let n = 0; n < 20_000; n++) {
    if (n % 1000 === 0) t.clock.advance(5000);
    await logoutTokens.take("203.0.113.1");
  }
  const token = await logOut("203.0.113.1");
  expect([token.status, Number(token.headers.get("retry-after")) > 600]).toEqual([429, true]);
  t.clock.advance(5000);
  expect((await logOut("203.0.113.2")).status).toBe(400);
  for (let n = 1; n < 1000; n++) await logoutTokens.take(`network ${n}`);
  expect((await logOut("203.0.113.2")).status).toBe(429);
});
