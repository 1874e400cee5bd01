/** Sign-in with a real OpenID provider: accounts by rule, names, the owner role, groups, and how attempts are refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Browser, LoopbackServer, providerOptions, serveProvider, type Accounts } from "../support/oidc.ts";
import { enginesInTurn, startWorld, WORLD, type TestService } from "../support/service.ts";

const ID = "company";
const mail = (name: string, more: object = {}) => ({
  email: `${name}@example.org`,
  email_verified: true,
  given_name: name[0]!.toUpperCase() + name.slice(1),
  family_name: "Miller",
  preferred_username: name,
  ...more,
});

describe.each(enginesInTurn())("sign-in with a provider on %s", (engine) => {
  let t: TestService;
  let server: LoopbackServer;
  let provider: { signs_in: string };
  let browser: Browser;
  const accounts: Accounts = {};

  beforeAll(async () => {
    server = await LoopbackServer.open();
    const options = {
      id: ID,
      issuer: server.url,
      accounts: { domains: ["example.org"] },
      update: ["name"],
      owner: { claim: "roles", value: "chat-owner" },
      chats: { engineering: ["@team"], staff: "@lobby", ghosts: ["@nowhere", "@bob", -4_000_000_000_000] },
    };
    const idle = providerOptions({ id: "other", issuer: "https://sso.invalid" });
    const chats = [...WORLD.chats, { title: "Lobby", username: "lobby", creator: "alice" }];
    t = await startWorld(
      engine,
      { ...WORLD, chats },
      { providers: [providerOptions(options), idle], start_ms: Date.now() },
    );
    provider = serveProvider({ server, accounts, services: [t.url], id: ID });
  });
  afterAll(async () => {
    await t.stop();
    await server.close();
  });
  beforeEach(() => {
    browser = new Browser();
  });

  const start = (more = "") => `${t.url}/api/oidc/${ID}/start${more}`;
  /** Signs in, and stops at the page of the service. @returns its path */
  const signIn = async (name: string, claims?: Record<string, unknown>, more = ""): Promise<string> => {
    if (claims) accounts[name] = claims;
    provider.signs_in = name;
    const page = await browser.follow(
      start(more),
      ({ href, pathname }) => href.startsWith(t.url) && !pathname.startsWith("/api/"),
    );
    return page.slice(t.url.length);
  };
  /** Goes to the provider and back, and stops before the callback. @returns its address */
  const upToCallback = (name: string): Promise<string> => {
    provider.signs_in = name;
    return browser.follow(start(), ({ pathname }) => pathname.endsWith("/callback"));
  };
  const pathOf = (response: { headers: Headers }) => response.headers.get("location");
  const profile = async () => (await browser.call(t.url, "getProfile")).result;
  const isMember = async (title: string, id: number) => {
    const { status } = await t.as("alice", "getChatMember", { chat_id: t.id(title), user_id: id });
    return status === "member";
  };

  test("the page of the sign-in can list the providers", async () => {
    const { result } = await browser.call(t.url, "getSignInOptions");
    expect(result).toMatchObject({
      password: true,
      mails_resets: false,
      providers: [
        { id: ID, label: "Company account" },
        { id: "other", label: "Company account" },
      ],
    });
  });

  test("the first sign-in makes an account by the rule, and the second finds it", async () => {
    const page = await signIn("wendy", mail("wendy", { groups: ["engineering"] }), "?return_to=/settings%3Fa%3D1");
    expect(page).toBe("/settings?a=1");
    const first = await profile();
    expect(first).toMatchObject({ user: { first_name: "Wendy", last_name: "Miller", username: "wendy" } });
    expect(await isMember("Team", first.user.id)).toBe(true);
    expect(await isMember("Lobby", first.user.id)).toBe(false);
    const { entries } = await t.as("alice", "listAudit", { limit: 2 });
    expect(entries).toMatchObject([
      { action: "signed_in", actor: { username: "wendy" }, detail: { provider: ID }, client_address: "127.0.0.1" },
      { action: "signed_up", detail: { provider: ID } },
    ]);
    browser = new Browser();
    await signIn("wendy", mail("wendy", { given_name: "Gwendolyn", groups: ["staff"] }));
    const second = await profile();
    expect(second.user).toMatchObject({ id: first.user.id, first_name: "Gwendolyn", username: "wendy" });
    expect(await isMember("Team", first.user.id)).toBe(false);
    expect(await isMember("Lobby", first.user.id)).toBe(true);
  });

  test("a user name that is taken gets a number, and memberships from elsewhere stay", async () => {
    await signIn("bob", mail("bob", { groups: [] }));
    const { user } = await profile();
    expect(user.username).toBe("bob2");
    await t.as("alice", "addMember", { chat_id: t.id("Team"), user_id: user.id });
    await signIn("bob", mail("bob", { groups: ["engineering"] }));
    await signIn("bob", mail("bob", { groups: [] }));
    expect(await isMember("Team", user.id)).toBe(true);
  });

  test("chats that are not there are in the log, and nobody joins a person", async () => {
    expect(await signIn("gus", mail("gus", { groups: ["ghosts", "engineering"] }))).toBe("/");
    expect(await isMember("Team", (await profile()).user.id)).toBe(true);
    expect(t.log.join("")).toContain('"chats":["@nowhere","@bob",-4000000000000]');
  });

  test("who is banned from a chat does not come back by a group", async () => {
    await signIn("banned", mail("banned", { groups: [] }));
    const { user } = await profile();
    await t.as("alice", "banChatMember", { chat_id: t.id("Team"), user_id: user.id });
    await signIn("banned", mail("banned", { groups: ["engineering"] }));
    expect(await isMember("Team", user.id)).toBe(false);
  });

  test("whoever owns a chat by now stays in it without the group", async () => {
    await signIn("cora", mail("cora", { groups: ["staff"] }));
    const { user } = await profile();
    await t.as("alice", "transferOwnership", { chat_id: t.id("Lobby"), user_id: user.id });
    await signIn("cora", mail("cora", { groups: [] }));
    const { status } = await t.as("alice", "getChatMember", { chat_id: t.id("Lobby"), user_id: user.id });
    expect(status).toBe("creator");
  });

  test("the owner role is given and taken, but never from the last owner", async () => {
    await signIn("olga", mail("olga", { roles: ["chat-owner"] }));
    const { user } = await profile();
    expect((await profile()).is_owner).toBe(true);
    await signIn("olga", mail("olga", { roles: [] }));
    expect((await profile()).is_owner).not.toBe(true);
    await signIn("olga", mail("olga", { roles: "chat-owner" }));
    await browser.call(t.url, "unmakeOwner", { user_id: t.id("alice") });
    await signIn("olga", mail("olga"));
    expect((await profile()).is_owner).toBe(true);
    await browser.call(t.url, "makeOwner", { user_id: t.id("alice") });
    expect(user.username).toBe("olga");
  });

  test.each([
    ["no_email", { email: undefined }],
    ["unverified_email", { email_verified: false }],
    ["unverified_email", { email_verified: undefined }],
    ["domain", { email: "eve@example.com" }],
    ["no_email", { email: "eve@example.com@example.org" }],
  ])("nobody gets an account against the rule: %s", async (fault, claims) => {
    expect(await signIn("eve", mail("eve", claims))).toBe(`/sign-in?refused=${fault}`);
    expect((await browser.call(t.url, "getProfile")).error_code).toBe(401);
    const { entries } = await t.as("alice", "listAudit", { limit: 1 });
    expect(entries).toMatchObject([{ action: "sign_in_failed", origin: "stranger", detail: { provider: ID } }]);
  });

  test("who was refused can choose another account at the provider", async () => {
    expect(await signIn("eve", mail("eve", { email: "eve@example.com" }))).toBe("/sign-in?refused=domain");
    // The provider has a session with the account, and asks nobody.
    provider.signs_in = "nobody";
    const asks = async (more: string) => {
      const page = await browser.follow(start(more), ({ pathname }) => /^\/interaction|^\/sign-in/.test(pathname));
      return page.startsWith(server.url);
    };
    expect(await asks("")).toBe(false);
    expect(await asks("?another=1")).toBe(true);
    const metrics = String((await t.fetch("/metrics")).body);
    expect(metrics).toMatch(/heliogram_provider_sign_ins_total\{outcome="domain"\} [2-9]/);
  });

  test("suspended and erased people are refused", async () => {
    await signIn("sue", mail("sue"));
    const { user } = await profile();
    await t.as("alice", "suspendPerson", { user_id: user.id });
    expect(await signIn("sue")).toBe("/sign-in?refused=suspended");
    await t.as("alice", "erasePerson", { user_id: user.id });
    expect(await signIn("sue")).toBe("/sign-in?refused=erased");
  });

  test("an answer of the provider is used once, by the browser that asked, in ten minutes", async () => {
    accounts.rita = mail("rita");
    const callback = await upToCallback("rita");
    expect(pathOf(await new Browser().get(callback))).toBe("/sign-in?refused=expired");
    const cookies = new Map(browser.cookies);
    expect(pathOf(await browser.get(callback))).toBe("/");
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(pathOf(await browser.get(callback))).toBe("/sign-in?refused=used");
    const late = await upToCallback("rita");
    t.clock.advance(601_000);
    expect(pathOf(await browser.get(late))).toBe("/sign-in?refused=expired");
  });

  test("answers are not mixed up between attempts and providers", async () => {
    const callback = await upToCallback("rita");
    const other = (change: (url: URL) => void) => {
      const url = new URL(callback);
      change(url);
      return browser.get(url.href);
    };
    const cookies = new Map(browser.cookies);
    const again = () => {
      for (const [name, value] of cookies) browser.cookies.set(name, value);
    };
    expect(pathOf(await other((url) => url.searchParams.set("state", "other")))).toBe("/sign-in?refused=expired");
    again();
    expect(pathOf(await other((url) => (url.pathname = "/api/oidc/other/callback")))).toBe("/sign-in?refused=mixed_up");
    again();
    expect(pathOf(await other((url) => url.searchParams.set("iss", "https://evil.example")))).toBe(
      "/sign-in?refused=mixed_up",
    );
    const second = await upToCallback("rita");
    expect(pathOf(await browser.get(second.replace(/iss=[^&]*/, "")))).toBe("/sign-in?refused=mixed_up");
    const third = await upToCallback("rita");
    expect(pathOf(await browser.get(third.replace(/code=[^&]*/, "code=guessed")))).toBe(
      "/sign-in?refused=provider_error",
    );
  });

  test("a provider that says no, and one that does not answer, are refused in a word", async () => {
    expect(await signIn("")).toBe("/sign-in?refused=denied");
    expect(pathOf(await browser.get(`${t.url}/api/oidc/other/start`))).toBe("/sign-in?refused=unavailable");
    expect((await browser.get(`${t.url}/api/oidc/nobody/start`)).status).toBe(404);
    expect((await browser.post(start(), "")).status).toBe(405);
  });

  test.each([
    ...["https://evil.example", "//evil.example", "/\\evil.example", "/.//evil.example", "/x/..//evil.example"],
    ...["/%2e/\\evil.example", "/\t/evil.example", "javascript:alert(1)", "/api/signOut", "/./api/signOut", "x"],
  ])("no other site is opened afterwards: %j", async (return_to) => {
    expect(await signIn("wendy", undefined, `?return_to=${encodeURIComponent(return_to)}`)).toBe("/");
  });
});
