/** Connected accounts, sign-in by password, sign-out at the provider, several nodes, erasure and export. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archivePerson } from "heliogram/export/person-archive.ts";
import { relyingPartyOf } from "heliogram/app/accounts/relying-party.ts";
import { insertPasskey } from "heliogram/store/queries/accounts/passkeys.ts";
import { findProviderSession } from "heliogram/store/queries/accounts/provider-sessions.ts";
import { findPerson } from "heliogram/store/queries/accounts/people.ts";
import { Browser, LoopbackServer, providerOptions, serveProvider, type Accounts } from "../support/oidc.ts";
import { drawPicture } from "../support/media.ts";
import { enginesInTurn, startWorld, WORLD, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const ID = "company";
const PASSWORD = "correct horse";
const PEOPLE = WORLD.people.map((person) => ({ ...person, password: PASSWORD }));

describe.each(enginesInTurn())("accounts at a provider on %s", (engine) => {
  let t: TestService;
  let server: LoopbackServer;
  let provider: { signs_in: string };
  const accounts: Accounts = {};

  beforeAll(async () => {
    server = await LoopbackServer.open();
    const options = providerOptions({ id: ID, issuer: server.url, accounts: { anyone: true } } as never);
    t = await startWorld(engine, { ...WORLD, people: PEOPLE }, { providers: [options], start_ms: Date.now() });
    provider = serveProvider({ server, accounts, services: [t.url], id: ID });
  });
  afterAll(async () => {
    await t.stop();
    await server.close();
  });

  const isPage = ({ href, pathname }: URL) => href.startsWith(t.url) && !pathname.startsWith("/api/");
  const visit = async (browser: Browser, path: string, name: string) => {
    accounts[name] ??= { given_name: name, preferred_username: name };
    provider.signs_in = name;
    return (await browser.follow(`${t.url}${path}`, isPage)).slice(t.url.length);
  };
  const signIn = (browser: Browser, name: string) => visit(browser, `/api/oidc/${ID}/start`, name);
  const byPassword = async (username: string) => {
    const browser = new Browser();
    await browser.call(t.url, "signIn", { username, password: PASSWORD });
    return browser;
  };
  const connect = async (browser: Browser, name: string) => {
    const { result } = await browser.call(t.url, "connectIdentity", { provider: ID, password: PASSWORD });
    return visit(browser, result.path, name);
  };
  /** Ends the session at the provider, which asks once more. @returns where the provider leads then */
  const endAtProvider = async (browser: Browser, address: string) => {
    const page = await browser.get(address);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!;
    const body = String(new URLSearchParams({ xsrf, logout: "yes" }));
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const { headers } = await browser.post(`${server.url}/session/end/confirm`, body, type);
    return headers.get("location");
  };
  const me = async (browser: Browser) => (await browser.call(t.url, "getProfile")).result?.user.username;
  const reasonOf = async (browser: Browser, method: string, params: object = {}) =>
    (await browser.call(t.url, method, params)).reason;

  test("an account is connected by its own session, and found at the next sign-in", async () => {
    const bob = await byPassword("bob");
    expect((await bob.call(t.url, "listIdentities")).result).toEqual([
      { provider: { id: ID, label: "Company account" } },
    ]);
    expect(await connect(bob, "bob-at-work")).toBe(`/settings/connections?connected=${ID}`);
    expect((await bob.call(t.url, "listIdentities")).result).toMatchObject([
      { identity: { connected_at: expect.any(Number), used_at: expect.any(Number) } },
    ]);
    const elsewhere = new Browser();
    await signIn(elsewhere, "bob-at-work");
    expect(await me(elsewhere)).toBe("bob");
  });

  test("an account at a provider belongs to one person, and a ticket to one session", async () => {
    const carla = await byPassword("carla");
    expect(await connect(carla, "bob-at-work")).toBe("/settings/connections?refused=taken");
    const { result } = await carla.call(t.url, "connectIdentity", { provider: ID, password: PASSWORD });
    const dave = await byPassword("dave");
    expect(await visit(dave, result.path, "carla-at-work")).toBe("/settings/connections?refused=other_session");
    expect(await visit(new Browser(), result.path, "carla-at-work")).toBe(
      "/settings/connections?refused=other_session",
    );
    expect(await visit(carla, result.path.replace("connect=", "connect=x"), "carla-at-work")).toBe(
      "/settings/connections?refused=expired",
    );
    t.clock.advance(61_000);
    expect(await visit(carla, result.path, "carla-at-work")).toBe("/settings/connections?refused=expired");
    expect((await carla.call(t.url, "listIdentities")).result[0].identity).toBeUndefined();
  });

  test("a session alone connects nothing: it needs the password", async () => {
    const dave = await byPassword("dave");
    for (const given of [{}, { password: "wrong horse" }])
      expect(await reasonOf(dave, "connectIdentity", { provider: ID, ...given })).toBe("PASSWORD_WRONG");
  });

  test("an account is disconnected unless it is the only way to sign in", async () => {
    const bob = await byPassword("bob");
    expect(await reasonOf(bob, "disconnectIdentity", { provider: ID, password: PASSWORD })).toBeUndefined();
    expect(await reasonOf(bob, "disconnectIdentity", { provider: ID, password: PASSWORD })).toBe("IDENTITY_NOT_FOUND");
    const newcomer = new Browser();
    await signIn(newcomer, "newcomer");
    expect(await reasonOf(newcomer, "disconnectIdentity", { provider: ID, password: PASSWORD })).toBe("ONLY_SIGN_IN");
    const { entries } = await t.as("alice", "listAudit", { action: "identity_disconnected" });
    expect(entries).toMatchObject([{ actor: { username: "bob" }, detail: { provider: ID } }]);
  });

  test("a passkey of the domain is a way in beside the account at a provider, and the last of both stays", async () => {
    const { db, deps } = t.service;
    const own = new Browser();
    await signIn(own, "keyholder");
    const { user } = (await own.call(t.url, "getProfile")).result;
    const made = {
      person_id: user.id,
      public_key: "k",
      user_handle: "u",
      counter: 0,
      transports: [],
      is_synced: false,
    };
    const add = (id: number, rp_id: string) =>
      db.write((tx) => insertPasskey(tx, { ...made, id, credential_id: `c${id}`, rp_id, name: "Key", created_at: 1 }));
    const { rp_id } = relyingPartyOf(deps.addresses)!;
    await add(9001, "old.example.org");
    expect(await reasonOf(own, "disconnectIdentity", { provider: ID })).toBe("ONLY_SIGN_IN");
    await add(9002, rp_id);
    expect(await reasonOf(own, "removePasskey", { passkey_id: 9002 })).toBeUndefined();
    expect(await reasonOf(own, "disconnectIdentity", { provider: ID })).toBe("ONLY_SIGN_IN");
    await add(9003, rp_id);
    expect(await reasonOf(own, "disconnectIdentity", { provider: ID })).toBeUndefined();
    expect(await reasonOf(own, "removePasskey", { passkey_id: 9003 })).toBe("ONLY_SIGN_IN");
  });

  test("owners turn sign-in by password off, once they have another way in", async () => {
    const alice = await byPassword("alice");
    expect(await reasonOf(alice, "setPasswordSignIn", { on: false })).toBe("NO_OTHER_SIGN_IN");
    await connect(alice, "alice-at-work");
    expect((await alice.call(t.url, "setPasswordSignIn", { on: false })).result).toEqual({ on: false });
    const stranger = new Browser();
    expect((await stranger.call(t.url, "getSignInOptions")).result.password).toBe(false);
    for (const username of ["alice", "bob", "nobody_at_all"])
      expect(await reasonOf(stranger, "signIn", { username, password: PASSWORD })).toBe("PASSWORD_SIGN_IN_OFF");
    const { code } = await t.operate("person reset-password", { username: "bob" });
    expect(await reasonOf(stranger, "setPassword", { code, password: PASSWORD })).toBe("PASSWORD_SIGN_IN_OFF");
    const form = { first_name: "New", username: "newest", password: PASSWORD };
    expect(await reasonOf(stranger, "signUp", form)).toBe("PASSWORD_SIGN_IN_OFF");
    expect(await reasonOf(alice, "disconnectIdentity", { provider: ID, password: PASSWORD })).toBe("ONLY_SIGN_IN");
    await signIn(stranger, "alice-at-work");
    expect(await me(stranger)).toBe("alice");
    expect(await t.operate("password-sign-in on")).toEqual({ on: true });
    expect(await t.operate("password-sign-in show")).toEqual({ on: true });
    expect(await me(await byPassword("bob"))).toBe("bob");
    const { entries } = await t.as("alice", "listAudit", { action: "password_sign_in_on" });
    expect(entries).toMatchObject([{ origin: "operator" }]);
  });

  test("a sign-out ends the session at the provider, whose token ends the others", async () => {
    const [desk, phone] = [new Browser(), new Browser()];
    await signIn(desk, "traveller");
    // The same session of the provider, on the same machine.
    for (const [name, value] of desk.cookies) if (!name.startsWith("heliogram")) phone.cookies.set(name, value);
    await signIn(phone, "traveller");
    const { result } = await desk.call(t.url, "getSignOutAddress");
    const url = new URL(result.url);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${t.url}/sign-in`);
    await desk.call(t.url, "signOut");
    expect(await endAtProvider(desk, result.url)).toContain(`${t.url}/sign-in`);
    await until(async () => (await phone.call(t.url, "getProfile")).error_code === 401, "the end of the other session");
    const bob = await byPassword("bob");
    expect((await bob.call(t.url, "getSignOutAddress")).result).toEqual({});
  });

  test("the photo is fetched after the first sign-in, and only a picture becomes one", async () => {
    const pictures = await LoopbackServer.open();
    const picture = await drawPicture(64, 64, "red");
    pictures.handle = (req, res) => res.writeHead(200).end(req.url === "/photo" ? picture : "no picture");
    const photoOf = async (name: string, path: string) => {
      accounts[name] = { given_name: name, preferred_username: name, picture: `${pictures.url}${path}` };
      const browser = new Browser();
      await signIn(browser, name);
      const { id } = (await browser.call(t.url, "getProfile")).result.user;
      return async () => (await t.service.db.read((tx) => findPerson(tx, id)))!.photo;
    };
    const unseen = await photoOf("unseen", "/text");
    const photographed = await photoOf("photographed", "/photo");
    await until(async () => (await photographed()) !== null, "the photo of a provider");
    expect(await unseen()).toBeNull();
    await pictures.close();
  });

  test("an archive has a person's accounts at providers, and an erasure leaves what recognises them", async () => {
    const browser = new Browser();
    await signIn(browser, "leaver");
    const { id } = (await browser.call(t.url, "getProfile")).result.user;
    const { db, blobs } = t.service;
    const person = (await db.read((tx) => findPerson(tx, id)))!;
    const archived = async () => {
      const parts: Uint8Array[] = [];
      for await (const part of archivePerson({ db, blobs, writeDate: String }, person, 1)) parts.push(part);
      return Buffer.concat(parts).toString();
    };
    expect(await archived()).toContain('"subject": "leaver"');
    await t.as("alice", "erasePerson", { user_id: id });
    expect(await signIn(new Browser(), "leaver")).toBe("/sign-in?refused=erased");
    expect(await archived()).not.toContain('"subject": "leaver"');
    const kept = await db.read(async (tx) => Promise.all([1, 2, 3].map((each) => findProviderSession(tx, each))));
    expect(kept.filter((each) => each?.subject === "leaver")).toEqual([]);
  });

  test.runIf(engine === "postgres")("a sign-in that one node has begun, and a session, end at another", async () => {
    // Both are at one address, as behind a balancer.
    const other = await t.join({ public_url: t.url });
    try {
      const browser = new Browser();
      provider.signs_in = "newcomer";
      const isCallback = ({ pathname }: URL) => pathname.endsWith("/callback");
      const callback = await browser.follow(`${t.url}/api/oidc/${ID}/start`, isCallback);
      const cookies = new Map(browser.cookies);
      const response = await browser.get(callback.replace(t.url, other.url));
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      expect((await browser.get(callback)).headers.get("location")).toBe("/sign-in?refused=used");
      expect(response.headers.get("location")).toBe("/");
      const isIn = async () => (await browser.call(other.url, "getProfile")).ok;
      expect(await isIn()).toBe(true);
      const { result } = await browser.call(other.url, "getSignOutAddress");
      // The logout token goes to the first node.
      await endAtProvider(browser, result.url);
      await until(async () => !(await isIn()), "the end of the session at the other node");
    } finally {
      await other.stop();
    }
  });

  // The clock then differs from that of the provider.
  test("who has no password proves by a sign-in of the last minutes what stays when the session ends", async () => {
    const fresh = new Browser();
    await signIn(fresh, "without-password");
    expect(await reasonOf(fresh, "connectIdentity", { provider: ID })).toBeUndefined();
    t.clock.advance(900_000);
    for (const method of ["beginSecondFactor", "deleteSecondFactor", "makeRecoveryCodes", "deleteAccount"])
      expect(await reasonOf(fresh, method), method).toBe("SIGN_IN_AGAIN");
    expect(await reasonOf(fresh, "connectIdentity", { provider: ID })).toBe("SIGN_IN_AGAIN");
    expect(await reasonOf(fresh, "changePassword", { new_password: "battery staple" })).toBe("SIGN_IN_AGAIN");
  });
});
