/** What a person proves who they are with before their session lets a device in, and what passes on (behaviour.md §2). */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signOutByProvider } from "heliogram/app/accounts/provider-sign-out.ts";
import { endUnprotectedSessions } from "heliogram/app/accounts/second-factor-rule.ts";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { findSignedIn } from "heliogram/store/queries/accounts/people.ts";
import { insertProviderSession } from "heliogram/store/queries/accounts/provider-sessions.ts";
import { Authenticator } from "../support/authenticator.ts";
import { engines, startWorld, WORLD, type Answer, type Json, type TestService } from "../support/service.ts";
import { reasonOf } from "./device-code-model.ts";

const PASSWORD = "correct horse";
const ORIGIN = "https://chat.example.org";
const RECENT_MS = 900_000;
const ISSUER = "https://sso.example.org";
const PEOPLE = WORLD.people.map((person) => (person.username === "dave" ? person : { ...person, password: PASSWORD }));

describe.each(engines())("the proof before a device is let in on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE }, { session_s: 90 * 86_400, public_url: ORIGIN });
  });
  afterAll(() => t.stop());

  const now_s = () => Math.floor(t.clock.now() / 1000);
  const codeNow = (secret: string) => new TOTP({ secret }).generate({ timestamp: t.clock.now() });

  /** Calls methods in a session. */
  const inSession =
    (token: string) =>
    (method: string, params: object = {}): Promise<Answer> =>
      t.post(`/api/${method}`, params, { authorization: `Bearer ${token}` });
  type Session = ReturnType<typeof inSession>;

  async function tokenOf(username: string, way: SignInWay = "password"): Promise<string> {
    const { db, hashes, deps } = t.service;
    const options = { person_id: t.id(username), label: "laptop", lasts_s: 90 * 86_400, way };
    return (await db.write((tx) => openSession(tx, hashes, deps.random.bytes, options, now_s()))).access_token;
  }
  const session = async (username: string, way?: SignInWay) => inSession(await tokenOf(username, way));

  /** A device that waits for the answer of a session. */
  async function waiting(open: Session): Promise<{ claim: string; number: string }> {
    const { code } = (await open("showDeviceCode")).body.result;
    return (await t.post("/api/claimDeviceCode", { code, device: "phone" })).body.result;
  }
  const proofOf = async (open: Session): Promise<Json> => (await open("getDeviceCode")).body.result.device.proof;
  const signIn = async (claim: string) =>
    inSession((await t.post("/api/signInDevice", { claim })).body.result.access_token);
  const isOpen = async (open: Session) => (await open("getProfile")).status === 200;

  /** Lets a device in. @returns its session */
  async function letIn(open: Session, proof: object = {}): Promise<Session> {
    const { claim, number } = await waiting(open);
    expect(reasonOf(await open("confirmDevice", { number, ...proof }))).toBe("ok");
    return signIn(claim);
  }

  async function setUpApp(username: string): Promise<{ secret: string; codes: string[] }> {
    const { secret, setup } = await t.as(username, "beginSecondFactor", { password: PASSWORD });
    const { recovery_codes } = await t.as(username, "setSecondFactor", { setup, code: codeNow(secret) });
    t.clock.advance(60_000);
    return { secret, codes: recovery_codes };
  }

  test("a second factor is asked for whenever there is one, also after a sign-in with it, and each code counts once", async () => {
    const { secret, codes } = await setUpApp("carla");
    const open = await session("carla", "password_and_code");
    const { claim, number } = await waiting(open);
    expect(await proofOf(open)).toEqual({ second_factor: { challenge: expect.any(String), app: true } });
    const confirm = (proof: object) => open("confirmDevice", { number, ...proof });
    // The password is none, and what is missing is no attempt.
    for (let n = 0; n < 12; n += 1) expect(reasonOf(await confirm({ password: PASSWORD }))).toBe("SECOND_FACTOR_WRONG");
    expect(reasonOf(await confirm({ code: "000000" }))).toBe("SECOND_FACTOR_WRONG");
    const { entries } = await t.as("alice", "listAudit", { action: "sign_in_failed", limit: 1 });
    expect(entries[0]).toMatchObject({ detail: { reason: "wrong second factor" }, subject: { id: t.id("carla") } });
    const code = codeNow(secret);
    expect(reasonOf(await confirm({ code }))).toBe("ok");
    const device = await signIn(claim);
    const [newest] = (await device("listSessions")).body.result;
    expect(newest).toMatchObject({ way: "approved", current: true });
    // The session that was let in lets others in by the same rule. So does one that was opened before there was an app.
    const next = await waiting(device);
    expect(reasonOf(await device("confirmDevice", { number: next.number, code }))).toBe("SECOND_FACTOR_WRONG");
    expect(reasonOf(await device("confirmDevice", { number: next.number, code: codes[0] }))).toBe("ok");
    t.clock.advance(60_000);
    await letIn(await session("carla"), { code: codeNow(secret) });
    expect(await t.as("carla", "getSecondFactor")).toMatchObject({ recovery_codes_left: 9 });
  });

  test("attempts are those of the sign-in, and are not counted where no device waits", async () => {
    const open = await session("carla");
    for (let n = 0; n < 12; n += 1)
      expect(reasonOf(await open("confirmDevice", { number: "none", code: "000000" }))).toBe("DEVICE_NOT_WAITING");
    const { number } = await waiting(open);
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await open("confirmDevice", { number, code: "000000" })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    const { challenge } = (await t.post("/api/signIn", { username: "carla", password: PASSWORD })).body.result
      .second_factor;
    expect((await t.post("/api/signInSecondFactor", { challenge, code: "000000" })).status).toBe(429);
    await t.as("alice", "removeSecondFactor", { user_id: t.id("carla") });
  });

  test("a passkey confirms the device that it was asked about, once", async () => {
    const key = new Authenticator(ORIGIN);
    const { options, setup } = await t.as("carla", "beginPasskey", { password: PASSWORD });
    await t.as("carla", "addPasskey", { setup, name: "Laptop", credential: key.create(options) });
    const [open, other] = [await session("carla"), await session("carla")];
    const [{ number, claim }, elsewhere] = [await waiting(open), await waiting(other)];
    const { challenge, passkey } = (await proofOf(open)).second_factor;
    expect(passkey.allowCredentials.map(({ id }: Json) => id)).toEqual([key.id]);
    const given = { challenge, passkey: key.get(passkey) };
    const confirm = (proof: object) => open("confirmDevice", { number, ...proof });
    expect((await confirm({ ...given, code: "000000" })).status).toBe(400);
    expect(reasonOf(await confirm({ passkey: given.passkey }))).toBe("CHALLENGE_INVALID");
    expect(reasonOf(await other("confirmDevice", { number: elsewhere.number, ...given }))).toBe("CHALLENGE_INVALID");
    const evil = key.get(passkey, { origin: "https://evil.example" });
    expect(reasonOf(await confirm({ challenge, passkey: evil }))).toBe("PASSKEY_WRONG");
    const stranger = new Authenticator(ORIGIN).get(passkey, { rp_id: passkey.rpId });
    expect(reasonOf(await confirm({ challenge, passkey: stranger }))).toBe("PASSKEY_WRONG");
    const answers = await Promise.all([confirm(given), confirm(given)]);
    expect(answers.map(reasonOf).sort()).toEqual(["DEVICE_NOT_WAITING", "ok"]);
    expect(await isOpen(await signIn(claim))).toBe(true);
    // What a sign-in asks a passkey for confirms nothing.
    const begun = (await t.post("/api/beginPasskeySignIn", {})).body.result;
    const late = { challenge: begun.challenge, passkey: key.get(begun.options) };
    expect(reasonOf(await other("confirmDevice", { number: elsewhere.number, ...late }))).toBe("CHALLENGE_INVALID");
    await t.as("alice", "removeSecondFactor", { user_id: t.id("carla") });
  });

  test("without one, the password is asked for unless the sign-in is recent", async () => {
    const open = await session("bob");
    const { number } = await waiting(open);
    expect((await open("getDeviceCode")).body.result.device).not.toHaveProperty("proof");
    expect(reasonOf(await open("confirmDevice", { number }))).toBe("ok");
    t.clock.advance(RECENT_MS);
    const later = await waiting(open);
    expect(await proofOf(open)).toEqual({ password: true });
    const confirm = (proof: object) => open("confirmDevice", { number: later.number, ...proof });
    for (const wrong of [{}, { password: "wrong" }, { code: "000000" }])
      expect(reasonOf(await confirm(wrong))).toBe("PASSWORD_WRONG");
    expect(reasonOf(await confirm({ password: PASSWORD }))).toBe("ok");
    // The password was given a moment ago, in the session of the device as well.
    await letIn(await signIn(later.claim));
  });

  test("without a password, an old sign-in shows no code, and its age passes on", async () => {
    const open = await session("dave", "passkey");
    t.clock.advance(RECENT_MS - 60_000);
    const device = await letIn(open);
    const { number } = await waiting(open);
    t.clock.advance(60_000);
    expect(reasonOf(await open("confirmDevice", { number }))).toBe("SIGN_IN_AGAIN");
    expect(reasonOf(await device("showDeviceCode"))).toBe("SIGN_IN_AGAIN");
    expect(reasonOf(await device("beginPasskey"))).toBe("SIGN_IN_AGAIN");
  });

  test("who must have a second factor and has none lets nobody in, unless a provider has opened the session", async () => {
    const [open, provided] = [await session("bob"), await session("bob", "provider")];
    const { number } = await waiting(open);
    await t.operate("second-factor everybody");
    expect(reasonOf(await open("confirmDevice", { number }))).toBe("SECOND_FACTOR_MISSING");
    await open("refuseDevice", { number });
    expect(reasonOf(await open("showDeviceCode"))).toBe("SECOND_FACTOR_MISSING");
    await letIn(await letIn(provided));
    await t.operate("second-factor nobody");
  });

  test("when the rule is due, a session that was let in counts as the one that has confirmed it", async () => {
    const maintain = () => endUnprotectedSessions(t.service.db, now_s(), new AbortController().signal);
    const { secret } = await setUpApp("alice");
    const of = { password: await session("bob"), provider: await session("bob", "provider") };
    const let_in = { password: await letIn(of.password), provider: await letIn(await letIn(of.provider)) };
    const alices = await letIn(await session("alice"), { code: codeNow(secret) });
    await t.as("alice", "setSecondFactorRule", { required_of: "everybody", days: 0 });
    await maintain();
    expect([await isOpen(of.password), await isOpen(let_in.password)]).toEqual([false, false]);
    expect([await isOpen(of.provider), await isOpen(let_in.provider), await isOpen(alices)]).toEqual([
      true,
      true,
      true,
    ]);
    // One that a second factor has let in needs the factor to be there, as any other.
    await t.operate("person remove-second-factor", { username: "alice" });
    await maintain();
    expect(await isOpen(alices)).toBe(false);
    await t.operate("second-factor nobody");
  });

  test("a session that a provider's session has let in ends when the provider says so", async () => {
    const { db, hashes } = t.service;
    const token = await tokenOf("bob", "provider");
    await db.write(async (tx) => {
      const { session_id } = (await findSignedIn(tx, hashes.of(token), now_s()))!;
      const named = { issuer: ISSUER, subject: "bob", sid: "s1", id_token: "" };
      await insertProviderSession(tx, { session_id, ...named, expires_at: now_s() + 90 * 86_400 });
    });
    const device = await letIn(await letIn(inSession(token)));
    const own = await letIn(await session("bob"));
    // Its browser is not led to the provider, where it has no session.
    expect((await device("getSignOutAddress")).body.result).toEqual({});
    const sign_out = { issuer: ISSUER, provider_id: "company", subject: undefined, sid: "s1" };
    await db.write((tx) => signOutByProvider(tx, { ...sign_out, hash: "h", expires_at: now_s() + 60 }, now_s()));
    expect([await isOpen(inSession(token)), await isOpen(device), await isOpen(own)]).toEqual([false, false, true]);
  });

  test.runIf(engine === "postgres")("what one node asks for is given at another, once", async () => {
    const other = await t.join();
    try {
      const key = new Authenticator(ORIGIN);
      const { options, setup } = await t.as("carla", "beginPasskey", { password: PASSWORD });
      await t.as("carla", "addPasskey", { setup, name: "Laptop", credential: key.create(options) });
      const token = await tokenOf("carla");
      const { claim, number } = await waiting(inSession(token));
      const { challenge, passkey } = (await proofOf(inSession(token))).second_factor;
      const params = { number, challenge, passkey: key.get(passkey) };
      const authorization = `Bearer ${token}`;
      const confirm = (node: Pick<TestService, "post">) => node.post("/api/confirmDevice", params, { authorization });
      expect(reasonOf(await confirm(other))).toBe("ok");
      expect(reasonOf(await confirm(t))).toBe("DEVICE_NOT_WAITING");
      expect((await other.post("/api/signInDevice", { claim })).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});
