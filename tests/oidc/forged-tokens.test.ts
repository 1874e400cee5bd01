/** Tokens that a provider should not send, or that somebody else sends in its name: each is refused in a word. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Browser, CLIENT_ID, CLIENT_SECRET, ForgingProvider, providerOptions } from "../support/oidc.ts";
import { engineIndependent, startWorld, WORLD, type TestService } from "../support/service.ts";

const LOGOUT = "http://schemas.openid.net/event/backchannel-logout";
const now_s = () => Math.floor(Date.now() / 1000);

describe.each(engineIndependent())("tokens on %s", (engine) => {
  let t: TestService;
  let provider: ForgingProvider;
  beforeAll(async () => {
    provider = await ForgingProvider.open();
    const options = providerOptions({ id: "forger", issuer: provider.issuer, accounts: { anyone: true } } as never);
    t = await startWorld(engine, WORLD, { providers: [options], start_ms: Date.now() });
  });
  afterAll(async () => {
    await t.stop();
    await provider.close();
  });
  beforeEach(() => {
    provider.claims = {};
    provider.answer = undefined;
    provider.signs = "own key";
  });

  const signIn = async (browser = new Browser()) => {
    const { headers } = await browser.get(`${t.url}/api/oidc/forger/start`);
    const response = await browser.get(provider.callback(headers.get("location")!));
    return response.headers.get("location");
  };

  test("a token with all that is needed is accepted, and a clock that differs a little", async () => {
    expect(await signIn()).toBe("/");
    provider.claims = { iat: now_s() + 50, exp: now_s() + 350, nbf: now_s() + 50 };
    expect(await signIn()).toBe("/");
    provider.claims = { iat: now_s() - 350, exp: now_s() - 50 };
    expect(await signIn()).toBe("/");
  });

  test.each<[string, string, () => Record<string, unknown>]>([
    ["of another issuer", "bad_answer", () => ({ iss: "https://evil.example" })],
    ["for another client", "bad_answer", () => ({ aud: "another" })],
    ["for several clients", "bad_answer", () => ({ aud: [CLIENT_ID, "another"], azp: "another" })],
    ["with another nonce", "bad_answer", () => ({ nonce: "replayed" })],
    ["without a nonce", "bad_answer", () => ({ nonce: undefined })],
    ["about nobody", "bad_answer", () => ({ sub: undefined })],
    ["about no text", "bad_answer", () => ({ sub: 7 })],
    ["about a long text", "bad_answer", () => ({ sub: "x".repeat(256) })],
    ["about a text that no database stores", "bad_answer", () => ({ sub: "a\u0000b" })],
    ["of a session that is no text", "bad_answer", () => ({ sid: 7 })],
    ["of a session with a long name", "bad_answer", () => ({ sid: "x".repeat(256) })],
    ["without an end", "bad_answer", () => ({ exp: undefined })],
    ["that has ended", "clock", () => ({ iat: now_s() - 400, exp: now_s() - 100 })],
    ["that has not begun", "clock", () => ({ nbf: now_s() + 100 })],
    ["from the future", "clock", () => ({ iat: now_s() + 100, exp: now_s() + 400 })],
  ])("a token %s is refused", async (_what, fault, claims) => {
    provider.claims = claims();
    expect(await signIn()).toBe(`/sign-in?refused=${fault}`);
    expect(t.log.at(-1)).toContain(fault);
  });

  test("a new key of the provider is known at once", async () => {
    expect(await signIn()).toBe("/");
    provider.rotateKeys();
    expect(await signIn()).toBe("/");
  });

  test("a token that another key has signed, or none, is refused", async () => {
    provider.signs = "other key";
    expect(await signIn()).toBe("/sign-in?refused=bad_answer");
    provider.signs = "nothing";
    expect(await signIn()).toBe("/sign-in?refused=bad_answer");
  });

  test.each<[string, number, string, string]>([
    ["provider_error", 400, '{"error":"invalid_grant","error_description":"secret words"}', ": invalid_grant"],
    ["provider_error", 400, '{"error":"secret words"}', ": status 400"],
    ["bad_answer", 200, '{"access_token":"opaque","token_type":"bearer"}', "id_token"],
    ["unavailable", 502, "<html>Bad gateway</html>", ": status 502"],
    ["bad_answer", 200, "secret words", "parsing"],
    ["unavailable", 200, `"${"x".repeat(1024 * 1024)}"`, "too long"],
  ])("an answer that is no token is refused: %s", async (fault, status, body, reason) => {
    provider.answer = { status, body };
    expect(await signIn()).toBe(`/sign-in?refused=${fault}`);
    expect(t.log.at(-1)).toContain(reason);
    expect(t.log.at(-1)).not.toContain("secret words");
  });

  test("odd claims become an account within the limits", async () => {
    provider.claims = {
      sub: "odd",
      given_name: `\u0000${"x".repeat(1000)}`,
      family_name: ["no text"],
      preferred_username: "Ödön von Horváth!",
      email: "not an address",
      groups: { no: "list" },
      picture: "javascript:alert(1)",
    };
    const browser = new Browser();
    expect(await signIn(browser)).toBe("/");
    const { user } = (await browser.call(t.url, "getProfile")).result;
    expect(user).toMatchObject({ first_name: "x".repeat(64), username: "Odon_von_Horvath" });
    expect(user.last_name).toBeUndefined();
  });

  describe("logout tokens", () => {
    const claims = (more: Record<string, unknown> = {}) => ({
      iss: provider.issuer,
      aud: CLIENT_ID,
      sub: "leaver",
      iat: now_s(),
      exp: now_s() + 120,
      jti: String(Math.random()),
      events: { [LOGOUT]: {} },
      ...more,
    });
    const send = (token: string) =>
      t.fetch("/api/oidc/forger/logout", {
        method: "POST",
        body: String(new URLSearchParams({ logout_token: token })),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const isIn = async (browser: Browser) => (await browser.call(t.url, "getProfile")).ok;
    const opened = async (sid?: string) => {
      provider.claims = { sub: "leaver", ...(sid === undefined ? {} : { sid }) };
      const browser = new Browser();
      await signIn(browser);
      return browser;
    };

    test("a session of the provider ends its own, a person all", async () => {
      const [phone, laptop] = [await opened("phone"), await opened("laptop")];
      expect((await send(provider.token(claims({ sub: undefined, sid: "phone" })))).status).toBe(200);
      expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true]);
      const tablet = await opened();
      expect((await send(provider.token(claims(), { typ: "logout+jwt" }))).status).toBe(200);
      expect([await isIn(laptop), await isIn(tablet)]).toEqual([false, false]);
      const { entries } = await t.as("alice", "listAudit", { action: "provider_sign_out" });
      expect(entries).toMatchObject([{ detail: { provider: "forger" } }, {}]);
    });

    test("a person's sessions by other ways, and those of others, stay", async () => {
      const leaver = await opened("one");
      expect((await send(provider.token(claims({ sub: "somebody else", sid: "one" })))).status).toBe(200);
      expect(await isIn(leaver)).toBe(true);
      expect((await t.person("alice", "getProfile")).status).toBe(200);
    });

    test("a token is used once, on every node, and forgotten when it has expired", async () => {
      const token = provider.token(claims());
      expect((await send(token)).status).toBe(200);
      expect(await send(token)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    });

    test.each<[string, () => Record<string, unknown>, Record<string, unknown>?]>([
      ["of another issuer", () => ({ iss: "https://evil.example" })],
      ["for another client", () => ({ aud: "another" })],
      ["with a nonce, as an ID token has", () => ({ nonce: "n" })],
      ["without an event", () => ({ events: undefined })],
      ["about another event", () => ({ events: { "http://other": {} } })],
      ["about nobody", () => ({ sub: undefined })],
      ["about no text", () => ({ sub: 7 })],
      ["about sessions without a name", () => ({ sub: undefined, sid: "" })],
      ["without an id", () => ({ jti: undefined })],
      ["without a time", () => ({ iat: undefined })],
      ["that is old", () => ({ iat: now_s() - 1000, exp: undefined })],
      ["that has ended", () => ({ exp: now_s() - 100 })],
      ["from the future", () => ({ iat: now_s() + 1000, exp: now_s() + 2000 })],
      ["of another type", () => ({}), { typ: "at+jwt" }],
    ])("a token %s is refused", async (_what, more, header) => {
      const leaver = await opened();
      expect((await send(provider.token(claims(more()), header))).status).toBe(400);
      expect(await isIn(leaver)).toBe(true);
    });

    test("a token that nobody has signed, none, and what is no token are refused", async () => {
      provider.signs = "other key";
      expect((await send(provider.token(claims()))).status).toBe(400);
      provider.signs = "nothing";
      expect((await send(provider.token(claims()))).status).toBe(400);
      // By what the service knows too, and by a key that the token itself brings or names.
      const input = provider.token(claims(), { alg: "HS256" }).split(".", 2).join(".");
      const mac = createHmac("sha256", CLIENT_SECRET).update(input).digest("base64url");
      expect((await send(`${input}.${mac}`)).status).toBe(400);
      const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
      for (const key of [{ jwk: own.publicKey.export({ format: "jwk" }) }, { jku: `${provider.issuer}/own-keys` }]) {
        const named = provider
          .token(claims(), { kid: "own", ...key })
          .split(".", 2)
          .join(".");
        const signature = sign("sha256", Buffer.from(named), own.privateKey).toString("base64url");
        expect((await send(`${named}.${signature}`)).status).toBe(400);
      }
      expect((await send("")).status).toBe(400);
      expect((await t.fetch("/api/oidc/forger/logout", { method: "POST" })).status).toBe(400);
      expect((await t.fetch("/api/oidc/forger/logout")).status).toBe(405);
    });
  });
});
