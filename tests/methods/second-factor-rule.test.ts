/** The rule that a second factor is required: who is asked, how one is set up at the sign-in, and which sessions end. */
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endUnprotectedSessions } from "heliogram/app/accounts/second-factor-rule.ts";
import { insertPasskey } from "heliogram/store/queries/accounts/passkeys.ts";
import { Authenticator } from "../support/authenticator.ts";
import { engines, startWorld, WORLD, type Answer, type Json, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";
const ORIGIN = "https://chat.example.org";
const PEOPLE = [...WORLD.people, { name: "Erin", username: "erin" }].map((person) => ({
  ...person,
  password: PASSWORD,
}));
const DAY_MS = 86_400_000;

describe.each(engines())("the rule about second factors on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE }, { session_s: 30 * 86_400, public_url: ORIGIN });
  });
  afterAll(() => t.stop());

  const reasonOf = ({ body }: Answer) => body.reason;
  const now_ms = () => t.service.deps.clock.now();
  const codeNow = (secret: string) => new TOTP({ secret }).generate({ timestamp: now_ms() });
  const signIn = async (username: string): Promise<Json> =>
    (await t.post("/api/signIn", { username, password: PASSWORD, device: "phone" })).body.result;
  const begin = (enrolment: string) => t.post("/api/beginEnrolment", { enrolment });
  const confirm = (enrolment: string, { secret, setup }: Json) =>
    t.post("/api/confirmEnrolment", { enrolment, setup, code: codeNow(secret) });
  const demand = (required_of: string, days?: number) =>
    t.person("alice", "setSecondFactorRule", { required_of, ...(days === undefined ? {} : { days }) });
  /** Who is listed as one without a second factor. */
  const without = async (page: Json = {}): Promise<string[]> => {
    const { people } = await t.as("alice", "listPeople", { without_second_factor: true, ...page });
    return people.map(({ user }: Json) => user.username);
  };
  const isOpen = async (access_token: string) =>
    (await t.post("/api/getProfile", {}, { authorization: `Bearer ${access_token}` })).status === 200;
  const maintain = () =>
    endUnprotectedSessions(t.service.db, Math.floor(now_ms() / 1000), new AbortController().signal);

  /** Sets up an app in an open session. */
  async function setUp(username: string): Promise<string> {
    t.clock.advance(60_000);
    const { secret, setup } = await t.as(username, "beginSecondFactor", { password: PASSWORD });
    await t.as(username, "setSecondFactor", { setup, code: codeNow(secret) });
    return secret;
  }

  /** Signs in, and sets up an app where that is asked for. @returns the access token */
  async function enrol(username: string): Promise<string> {
    t.clock.advance(60_000);
    const { enrolment } = await signIn(username);
    const { result } = (await begin(enrolment.token)).body;
    return (await confirm(enrolment.token, result)).body.result.access_token;
  }

  test("is set by owners who have one themselves, and is on record", async () => {
    expect(reasonOf(await demand("owners"))).toBe("OWN_SECOND_FACTOR_NEEDED");
    await setUp("alice");
    expect((await demand("owners", 31)).status).toBe(400);
    const { result } = (await demand("owners")).body;
    const due_at = Math.floor(now_ms() / 1000) + 7 * 86_400;
    expect(result).toEqual({ required_of: "owners", due_at, people_without: PEOPLE.length - 1, owners_without: 0 });
    expect(await t.as("alice", "getSecondFactorRule")).toEqual(result);
    expect(await without()).toEqual(["bob", "carla", "dave", "erin"]);
    expect(await without({ query: "ca" })).toEqual(["carla"]);
    expect(await without({ after: t.id("bob"), limit: 2 })).toEqual(["carla", "dave"]);
    expect(reasonOf(await t.person("bob", "getSecondFactorRule", {}))).toBe("OWNER_RIGHTS_NEEDED");
    const { entries } = await t.as("alice", "listAudit", { action: "second_factor_rule_set" });
    expect(entries).toMatchObject([{ actor: { username: "alice" }, detail: { required_of: "owners" } }]);
    // Bob is no owner.
    expect(await signIn("bob")).toHaveProperty("access_token");
    expect(reasonOf(await t.person("alice", "deleteSecondFactor", { password: PASSWORD }))).toBe(
      "SECOND_FACTOR_REQUIRED",
    );
    expect(await t.as("alice", "getSecondFactor")).toMatchObject({ is_required: true });
  });

  test("who has none sets one up at the sign-in, which can do nothing else, once", async () => {
    await demand("everybody");
    t.clock.advance(60_000);
    const begun = await signIn("bob");
    expect(begun).not.toHaveProperty("access_token");
    const { token } = begun.enrolment;
    const bearer = { authorization: `Bearer ${token}` };
    expect((await t.post("/api/getProfile", {}, bearer)).status).toBe(401);
    expect(reasonOf(await t.post("/api/signInSecondFactor", { challenge: token, code: "123456" }))).toBe(
      "CHALLENGE_INVALID",
    );
    const { result: setup } = (await begin(token)).body;
    const wrong = { enrolment: token, setup: setup.setup, code: "000000" };
    expect(reasonOf(await t.post("/api/confirmEnrolment", wrong))).toBe("SECOND_FACTOR_WRONG");
    const another = (await signIn("carla")).enrolment.token;
    expect(reasonOf(await confirm(another, setup))).toBe("CHALLENGE_INVALID");
    const answers = await Promise.all([confirm(token, setup), confirm(token, setup)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { access_token, recovery_codes } = answers.find(({ status }) => status === 200)!.body.result;
    expect(recovery_codes).toHaveLength(10);
    const [newest] = (await t.post("/api/listSessions", {}, { authorization: `Bearer ${access_token}` })).body.result;
    expect(newest).toMatchObject({ label: "phone", way: "password_and_code", current: true });
    // Used once, also after the factor is gone.
    await t.as("alice", "removeSecondFactor", { user_id: t.id("bob") });
    expect(reasonOf(await confirm(token, setup))).toBe("CHALLENGE_INVALID");
    expect((await signIn("bob")).enrolment).toBeDefined();
    await enrol("bob");
    expect((await signIn("bob")).second_factor).toBeDefined();
  });

  test("a passkey does in place of the app, with recovery codes, once", async () => {
    const device = new Authenticator(ORIGIN);
    const { token } = (await signIn("erin")).enrolment;
    const { setup, passkey } = (await begin(token)).body.result;
    expect(passkey.options.user).toMatchObject({ name: "erin" });
    const give = (made: Json, more: Json = {}) =>
      t.post("/api/confirmEnrolment", { enrolment: token, setup: passkey.setup, passkey: made, ...more });
    const made = device.create(passkey.options);
    expect((await t.post("/api/confirmEnrolment", { enrolment: token, setup })).status).toBe(400);
    expect((await give(made, { code: "123456" })).status).toBe(400);
    expect((await give(made, { name: " " })).status).toBe(400);
    expect(reasonOf(await give(device.create(passkey.options, { origin: "https://evil.example" })))).toBe(
      "PASSKEY_WRONG",
    );
    // Neither the app's setup nor another person's is one for a passkey.
    const others = (await begin((await signIn("carla")).enrolment.token)).body.result;
    for (const wrong of [setup, others.passkey.setup])
      expect(reasonOf(await give(made, { setup: wrong }))).toBe("CHALLENGE_INVALID");
    const answers = await Promise.all([give(made), give(made)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { access_token, recovery_codes, user } = answers.find(({ status }) => status === 200)!.body.result;
    expect(user.username).toBe("erin");
    expect(recovery_codes).toHaveLength(10);
    const own = { authorization: `Bearer ${access_token}` };
    expect((await t.post("/api/listPasskeys", {}, own)).body.result).toMatchObject([{ name: "phone" }]);
    const [newest] = (await t.post("/api/listSessions", {}, own)).body.result;
    expect(newest).toMatchObject({ way: "password_and_passkey", current: true });
    const { entries } = await t.as("alice", "listAudit", { action: "passkey_added" });
    expect(entries).toMatchObject([{ actor: { username: "erin" }, detail: { device: "phone" } }]);
    // It is what the next sign-in asks for, and a recovery code is in place of it.
    const asked = (await signIn("erin")).second_factor;
    const after = { challenge: asked.challenge, passkey: device.get(asked.passkey) };
    expect((await t.post("/api/signInSecondFactor", after)).status).toBe(200);
    const { challenge } = (await signIn("erin")).second_factor;
    expect((await t.post("/api/signInSecondFactor", { challenge, code: recovery_codes[0] })).status).toBe(200);
    // Another person who gives the same passkey does not get in by it.
    const again = (await begin((await signIn("carla")).enrolment.token)).body.result;
    expect(again.passkey.options.excludeCredentials).toEqual([]);
    const enrolment = (await signIn("carla")).enrolment.token;
    const known = { enrolment, setup: again.passkey.setup, passkey: device.create(again.passkey.options) };
    expect(reasonOf(await t.post("/api/confirmEnrolment", known))).toBe("PASSKEY_TAKEN");
    expect((await signIn("carla")).enrolment).toBeDefined();
  });

  test.runIf(engine === "postgres")("an enrolment that one node has begun ends at another, once", async () => {
    const other = await t.join();
    try {
      other.clock.advance(now_ms() - other.clock.now());
      await t.as("alice", "removeSecondFactor", { user_id: t.id("erin") });
      const { token } = (await signIn("erin")).enrolment;
      const { passkey } = (await begin(token)).body.result;
      const made = new Authenticator(ORIGIN).create(passkey.options);
      const given = { enrolment: token, setup: passkey.setup, passkey: made };
      expect((await other.post("/api/confirmEnrolment", given)).body.result.recovery_codes).toHaveLength(10);
      expect(reasonOf(await t.post("/api/confirmEnrolment", given))).toBe("CHALLENGE_INVALID");
    } finally {
      await other.stop();
    }
  });

  test("an enrolment ends after minutes, and with the password", async () => {
    const first = (await signIn("dave")).enrolment.token;
    t.clock.advance(901_000);
    expect(reasonOf(await begin(first))).toBe("CHALLENGE_INVALID");
    expect(reasonOf(await begin(`${first.slice(0, -1)}A`))).toBe("CHALLENGE_INVALID");
    const { token } = (await signIn("dave")).enrolment;
    const { result: setup } = (await begin(token)).body;
    await t.as("dave", "changePassword", { old_password: PASSWORD, new_password: "battery staple" });
    expect(reasonOf(await confirm(token, setup))).toBe("CHALLENGE_INVALID");
    await t.as("dave", "changePassword", { old_password: "battery staple", new_password: PASSWORD });
    const { enrolment } = await signIn("dave");
    for (let i = 0; i < 10; i++)
      await t.post("/api/confirmEnrolment", { enrolment: enrolment.token, setup: "x", code: "1" });
    expect((await confirm(enrolment.token, setup)).status).toBe(429);
  });

  test("a sign-up and a link for a new password lead to it", async () => {
    const { code } = await t.as("alice", "createInvitation", { max_uses: 1 });
    const newcomer = { invitation: code, first_name: "Nina", username: "nina", password: PASSWORD };
    const { result } = (await t.post("/api/signUp", newcomer)).body;
    expect(result).toMatchObject({ user: { username: "nina" }, enrolment: { token: expect.any(String) } });
    expect(result).not.toHaveProperty("access_token");
    expect(await isOpen(await enrol("nina"))).toBe(true);
    const reset = await t.as("alice", "resetPassword", { user_id: t.id("carla") });
    const { body } = await t.post("/api/setPassword", { code: reset.code, password: PASSWORD });
    expect(body.result).not.toHaveProperty("access_token");
    expect(body.result.enrolment).toBeDefined();
  });

  test("sessions that were open stay until the rule is due; those of people with one stay", async () => {
    await t.operate("second-factor nobody");
    await t.as("alice", "removeSecondFactor", { user_id: t.id("bob") });
    const carla = (await signIn("carla")).access_token;
    const bob = (await signIn("bob")).access_token;
    expect(await t.operate("second-factor everybody")).toMatchObject({ required_of: "everybody", owners_without: 0 });
    // The operator has the time of the machine.
    await demand("everybody", 2);
    const mine = { authorization: `Bearer ${carla}` };
    const due_at = Math.floor(now_ms() / 1000) + 2 * 86_400;
    expect((await t.post("/api/getProfile", {}, mine)).body.result.second_factor_due).toBe(due_at);
    expect((await t.post("/api/getSecondFactor", {}, mine)).body.result).toMatchObject({ is_required: true, due_at });
    await maintain();
    expect(await isOpen(carla)).toBe(true);
    const kept = await enrol("bob");
    t.clock.advance(2 * DAY_MS);
    await maintain();
    expect([await isOpen(carla), await isOpen(bob), await isOpen(kept)]).toEqual([false, true, true]);
    // Those of developers and providers were opened without the password.
    expect(await t.as("dave", "getProfile")).toHaveProperty("second_factor_due");
    expect((await t.as("bob", "getProfile")).second_factor_due).toBeUndefined();
  });

  test("a rule for owners is about those who become one, and bots are no people", async () => {
    expect((await demand("owners", 0)).body.result.owners_without).toBe(0);
    const carla = (await signIn("carla")).access_token;
    await maintain();
    expect(await isOpen(carla)).toBe(true);
    await t.as("alice", "makeOwner", { user_id: t.id("carla") });
    await maintain();
    expect(await isOpen(carla)).toBe(false);
    expect((await signIn("carla")).enrolment).toBeDefined();
    expect((await t.bot(WORLD.bots[0]!.username, "getMe")).status).toBe(200);
  });

  test("of an app and a passkey, either is removed, and the last one stays while it is required", async () => {
    const passkey = { credential_id: "c", public_key: "k", rp_id: "localhost", user_handle: "u", name: "Key" };
    const more = { counter: 0, transports: [], is_synced: false, created_at: 1 };
    const own = { id: 1000, person_id: t.id("alice"), ...passkey, ...more };
    await t.service.db.write((tx) => insertPasskey(tx, own));
    await t.as("alice", "deleteSecondFactor", { password: PASSWORD });
    const remove = () => t.person("alice", "removePasskey", { passkey_id: 1000, password: PASSWORD });
    expect(reasonOf(await remove())).toBe("SECOND_FACTOR_REQUIRED");
    expect((await demand("nobody")).status).toBe(200);
    expect((await remove()).body.result).toBe(true);
  });

  test("who is suspended is neither counted nor listed among those without one", async () => {
    const all = await without();
    expect(all).toContain("carla");
    await t.as("alice", "suspendPerson", { user_id: t.id("carla") });
    const left = await without();
    expect(left).toEqual(all.filter((each) => each !== "carla"));
    expect((await t.as("alice", "getSecondFactorRule")).people_without).toBe(left.length);
  });
});
