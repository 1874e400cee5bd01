/** Passkeys: added, used in place of the password and after it, refused, removed (behaviour.md §2). */
import fc from "fast-check";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relyingPartyOf } from "heliogram/app/accounts/relying-party.ts";
import { isFreshCounter } from "heliogram/domain/passkeys.ts";
import { Authenticator, type Deviation } from "../support/authenticator.ts";
import { engines, startWorld, WORLD, type Answer, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const PASSWORD = "correct horse";
const ORIGIN = "https://chat.example.org";
const PEOPLE = WORLD.people.map((person) => (person.username === "dave" ? person : { ...person, password: PASSWORD }));

test("an authenticator counts up, or not at all", () => {
  const counter = fc.nat({ max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(fc.array(counter), (given) => {
      let newest = 0;
      for (const each of given) {
        const isFresh = isFreshCounter(each, newest);
        expect(isFresh).toBe(newest === 0 ? true : each > newest);
        if (isFresh) newest = each;
      }
    }),
  );
});

test.each([
  ["https://chat.example.org", { rp_id: "chat.example.org", origin: "https://chat.example.org" }],
  ["https://chat.example.org:8443", { rp_id: "chat.example.org", origin: "https://chat.example.org:8443" }],
  ["http://localhost:8080", { rp_id: "localhost", origin: "http://localhost:8080" }],
  ["http://dev.localhost:8080", { rp_id: "dev.localhost", origin: "http://dev.localhost:8080" }],
  ["http://chat.example.org", undefined],
  ["https://192.0.2.7", undefined],
  ["http://127.0.0.1:8080", undefined],
  ["https://[2001:db8::7]:8443", undefined],
])("the relying party at %s", (url, party) => {
  expect(relyingPartyOf({ configured_url: url, public_url: url })).toEqual(party);
});

test("without a public URL, passkeys work at localhost", () => {
  const party = relyingPartyOf({ configured_url: undefined, public_url: "http://127.0.0.1:8080" });
  expect(party).toEqual({ rp_id: "localhost", origin: "http://localhost:8080" });
});

describe.each(engines())("passkeys on %s", (engine) => {
  let t: TestService;
  let daves: Authenticator;
  beforeAll(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE }, { public_url: ORIGIN });
    ({ device: daves } = await add("dave"));
  });
  afterAll(() => t.stop());

  const reasonOf = ({ body }: Answer) => body.reason;
  const listed = (username: string): Promise<Json[]> => t.as(username, "listPasskeys");

  async function begin(username: string): Promise<Json> {
    return t.as(username, "beginPasskey", { password: PASSWORD });
  }

  /** Adds a passkey as people do. */
  async function add(username: string, name = "Laptop", device = new Authenticator(ORIGIN)) {
    const { options, setup } = await begin(username);
    const added = await t.as(username, "addPasskey", { setup, name, credential: device.create(options) });
    return { device, passkey: added.passkey as Json, codes: added.recovery_codes as string[] | undefined };
  }

  async function signIn(device: Authenticator, deviation: Deviation = {}, begun?: Json): Promise<Answer> {
    const { challenge, options } = begun ?? (await t.post("/api/beginPasskeySignIn", {})).body.result;
    return t.post("/api/signInPasskey", { challenge, credential: device.get(options, deviation), device: "phone" });
  }

  const password = async (username: string): Promise<Json> =>
    (await t.post("/api/signIn", { username, password: PASSWORD })).body.result;

  test("a passkey signs in in place of the password, and is listed, renamed and removed", async () => {
    expect(reasonOf(await t.person("bob", "beginPasskey", { password: "wrong" }))).toBe("PASSWORD_WRONG");
    const { device, passkey, codes } = await add("bob");
    expect(codes).toHaveLength(10);
    expect(passkey).toMatchObject({ name: "Laptop", synced: false });
    const { body } = await signIn(device, { is_synced: true });
    expect(body.result.user.username).toBe("bob");
    const authorization = `Bearer ${body.result.access_token}`;
    const [newest] = (await t.post("/api/listSessions", {}, { authorization })).body.result;
    expect(newest).toMatchObject({ label: "phone", way: "passkey", current: true });
    const { passkey_id, name } = { passkey_id: passkey.id, name: "Old laptop" };
    await t.as("bob", "renamePasskey", { passkey_id, name });
    expect(await listed("bob")).toEqual([{ ...passkey, name, synced: true, used_at: expect.any(Number) }]);
    // The second one comes without codes, and the device that has one is asked for no other.
    const { options } = await begin("bob");
    expect(options.excludeCredentials.map(({ id }: Json) => id)).toEqual([device.id]);
    const other = await add("bob", "Key");
    expect(other.codes).toBeUndefined();
    for (const [who, id] of [
      ["carla", passkey_id],
      ["bob", 999_999],
    ] as const)
      for (const method of ["renamePasskey", "removePasskey"])
        expect(reasonOf(await t.person(who, method, { passkey_id: id, name, password: PASSWORD }))).toBe(
          "PASSKEY_NOT_FOUND",
        );
    await t.as("bob", "removePasskey", { passkey_id, password: PASSWORD });
    expect(reasonOf(await signIn(device))).toBe("PASSKEY_WRONG");
    expect((await signIn(other.device)).status).toBe(200);
    await t.as("bob", "removePasskey", { passkey_id: other.passkey.id, password: PASSWORD });
    // With the last second factor, its recovery codes have gone.
    expect(await t.as("bob", "getSecondFactor")).toEqual({ passkeys: 0, recovery_codes_left: 0 });
    expect(await password("bob")).toHaveProperty("access_token");
  });

  test("after the password, a passkey or a recovery code is asked for", async () => {
    const { device, passkey, codes } = await add("bob");
    const stranger = (await add("carla")).device;
    const { second_factor } = await password("bob");
    expect(second_factor).not.toHaveProperty("app");
    const asked = second_factor.passkey;
    expect(asked).toMatchObject({ rpId: "chat.example.org", userVerification: "required" });
    expect(asked.allowCredentials).toEqual([{ id: device.id, type: "public-key", transports: ["internal"] }]);
    const { challenge } = second_factor;
    const give = (given: Json) => t.post("/api/signInSecondFactor", { challenge, ...given });
    expect((await give({})).status).toBe(400);
    expect(reasonOf(await give({ code: "123456" }))).toBe("SECOND_FACTOR_WRONG");
    expect(reasonOf(await give({ passkey: stranger.get(asked) }))).toBe("PASSKEY_WRONG");
    // Some browsers leave out whose it is, as it is known.
    const passkeyGiven = device.get(asked, { user_handle: undefined });
    const { status, body } = await give({ passkey: passkeyGiven });
    expect(status).toBe(200);
    const authorization = `Bearer ${body.result.access_token}`;
    const [newest] = (await t.post("/api/listSessions", {}, { authorization })).body.result;
    expect(newest.way).toBe("password_and_passkey");
    expect(reasonOf(await give({ passkey: passkeyGiven }))).toBe("CHALLENGE_INVALID");
    // What was asked for after a password does not replace one.
    const begun = (await t.post("/api/beginPasskeySignIn", {})).body.result;
    expect(reasonOf(await signIn(device, {}, { ...begun, options: asked }))).toBe("PASSKEY_WRONG");
    const code = codes![0]!;
    const again = (await password("bob")).second_factor.challenge;
    expect((await t.post("/api/signInSecondFactor", { challenge: again, code })).status).toBe(200);
    expect(await t.as("bob", "getSecondFactor")).toEqual({ passkeys: 1, recovery_codes_left: 9 });
    await t.as("bob", "removePasskey", { passkey_id: passkey.id, password: PASSWORD });
    await t.as("alice", "removeSecondFactor", { user_id: t.id("carla") });
  });

  test("what does not fit is refused, and is on record", async () => {
    const { device, passkey } = await add("bob");
    const wrong: Deviation[] = [
      { origin: "https://chat.example.org.evil.example" },
      { origin: "http://chat.example.org" },
      { rp_id: "example.org" },
      { challenge: "c29tZXRoaW5nIGVsc2U" },
      { type: "webauthn.create" },
      { is_verified: false },
      { cross_origin: true },
      { user_handle: "c29tZWJvZHkgZWxzZQ" },
      { user_handle: undefined },
    ];
    for (const deviation of wrong)
      expect([deviation, reasonOf(await signIn(device, deviation))]).toEqual([deviation, "PASSKEY_WRONG"]);
    expect(reasonOf(await signIn(new Authenticator(ORIGIN), { rp_id: "chat.example.org" }))).toBe("PASSKEY_WRONG");
    const { entries } = await t.as("alice", "listAudit", { action: "sign_in_failed", limit: 10 });
    expect(entries[0]).toMatchObject({ detail: { reason: "unknown passkey" } });
    expect(entries[1]).toMatchObject({ detail: { reason: "wrong passkey" }, subject: { id: t.id("bob") } });
    // A signature of another key, over the right data.
    const begun = (await t.post("/api/beginPasskeySignIn", {})).body.result;
    const credential = device.get(begun.options);
    credential.response.signature = new Authenticator(ORIGIN).get(begun.options, {
      rp_id: "chat.example.org",
    }).response.signature;
    expect(reasonOf(await t.post("/api/signInPasskey", { challenge: begun.challenge, credential }))).toBe(
      "PASSKEY_WRONG",
    );
    for (const broken of [{}, { id: "x", response: { clientDataJSON: "not base64url!" } }, [], "no JSON"])
      expect((await t.post("/api/signInPasskey", { challenge: begun.challenge, credential: broken })).status).toBe(400);
    const garbage = {
      id: device.id,
      response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
    };
    expect(reasonOf(await t.post("/api/signInPasskey", { challenge: begun.challenge, credential: garbage }))).toBe(
      "PASSKEY_WRONG",
    );
    await t.as("bob", "removePasskey", { passkey_id: passkey.id, password: PASSWORD });
  });

  test("a challenge counts once and for minutes, and a counter never goes back", async () => {
    const { device, passkey } = await add("bob");
    const begun = (await t.post("/api/beginPasskeySignIn", {})).body.result;
    device.counter = 7;
    const twice = await Promise.all([signIn(device, {}, begun), signIn(device, { counter: 8 }, begun)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(reasonOf(await signIn(device, { counter: 9 }, begun))).toBe("CHALLENGE_INVALID");
    for (const counter of [7, 3, 0]) expect(reasonOf(await signIn(device, { counter }))).toBe("PASSKEY_WRONG");
    const { entries } = await t.as("alice", "listAudit", { action: "sign_in_failed", limit: 1 });
    expect(entries[0]).toMatchObject({ detail: { reason: "passkey counter" }, subject: { id: t.id("bob") } });
    expect((await signIn(device, { counter: 10 })).status).toBe(200);
    const late = (await t.post("/api/beginPasskeySignIn", {})).body.result;
    t.clock.advance(601_000);
    expect(reasonOf(await signIn(device, { counter: 11 }, late))).toBe("CHALLENGE_INVALID");
    const forged = { ...late, challenge: `${late.challenge.slice(0, -1)}A` };
    expect(reasonOf(await signIn(device, { counter: 12 }, forged))).toBe("CHALLENGE_INVALID");
    await t.as("bob", "removePasskey", { passkey_id: passkey.id, password: PASSWORD });
  });

  test("what is added was made for this setup, here, and with user verification", async () => {
    const { setup, options } = await begin("bob");
    const device = new Authenticator(ORIGIN);
    const attempt = (who: string, credential: Json, name = "Laptop") =>
      t.person(who, "addPasskey", { setup, name, credential });
    for (const deviation of [
      { origin: "https://evil.example" },
      { rp_id: "evil.example" },
      { challenge: "c29tZXRoaW5nIGVsc2U" },
      { type: "webauthn.get" },
      { is_verified: false },
      { cross_origin: true },
      { format: "tpm" },
    ])
      expect(reasonOf(await attempt("bob", device.create(options, deviation)))).toBe("PASSKEY_WRONG");
    const credential = device.create(options);
    expect(reasonOf(await attempt("carla", credential))).toBe("CHALLENGE_INVALID");
    expect((await attempt("bob", credential, "  ")).status).toBe(400);
    expect((await attempt("bob", credential)).status).toBe(200);
    expect(reasonOf(await attempt("bob", credential))).toBe("PASSKEY_TAKEN");
    const late = await begin("carla");
    // Somebody else's credential is taken, too.
    const stolen = { setup: late.setup, name: "Stolen", credential: device.create(late.options) };
    expect(reasonOf(await t.person("carla", "addPasskey", stolen))).toBe("PASSKEY_TAKEN");
    expect(await listed("carla")).toEqual([]);
    t.clock.advance(601_000);
    const expired = { setup: late.setup, name: "Late", credential: new Authenticator(ORIGIN).create(late.options) };
    expect(reasonOf(await t.person("carla", "addPasskey", expired))).toBe("CHALLENGE_INVALID");
    for (let n = 1; n < 20; n += 1) await add("bob", `Key ${n}`);
    const more = await begin("bob");
    const extra = { setup: more.setup, name: "More", credential: new Authenticator(ORIGIN).create(more.options) };
    expect(reasonOf(await t.person("bob", "addPasskey", extra))).toBe("TOO_MANY_PASSKEYS");
    await t.as("alice", "removeSecondFactor", { user_id: t.id("bob") });
    expect(await listed("bob")).toEqual([]);
  });

  test("without a password, a sign-in of the last minutes proves who it is", async () => {
    const old = await t.person("dave", "beginPasskey", {});
    expect(reasonOf(old)).toBe("SIGN_IN_AGAIN");
    const { access_token } = (await signIn(daves)).body.result;
    const fresh = (method: string, params: Json): Promise<Answer> =>
      t.post(`/api/${method}`, params, { authorization: `Bearer ${access_token}` });
    const { setup, options } = (await fresh("beginPasskey", {})).body.result;
    const credential = new Authenticator(ORIGIN).create(options);
    const { passkey } = (await fresh("addPasskey", { setup, name: "Second", credential })).body.result;
    const [{ id: first }] = await listed("dave");
    t.clock.advance(901_000);
    expect(reasonOf(await fresh("removePasskey", { passkey_id: first }))).toBe("SIGN_IN_AGAIN");
    const again = (await signIn(daves)).body.result.access_token;
    const authorization = `Bearer ${again}`;
    const remove = async (passkey_id: number) => t.post("/api/removePasskey", { passkey_id }, { authorization });
    expect((await remove(passkey.id)).status).toBe(200);
    expect(reasonOf(await remove(first))).toBe("ONLY_SIGN_IN");
  });

  test("while sign-in by password is off, a passkey is a way in, and the last one stays", async () => {
    const off = () => t.person("alice", "setPasswordSignIn", { on: false });
    expect(reasonOf(await off())).toBe("NO_OTHER_SIGN_IN");
    const { device, passkey } = await add("alice");
    expect((await off()).status).toBe(200);
    const removed = { passkey_id: passkey.id, password: PASSWORD };
    expect(reasonOf(await t.person("alice", "removePasskey", removed))).toBe("ONLY_SIGN_IN");
    expect((await signIn(device)).status).toBe(200);
    await t.as("alice", "setPasswordSignIn", { on: true });
    await t.as("alice", "removePasskey", removed);
  });

  test("what people do with them is on record, and owners and the operator remove them from others", async () => {
    const { device } = await add("carla", "Phone");
    const { people } = await t.as("alice", "listPeople", { query: "carla" });
    expect(people[0]).toMatchObject({ has_second_factor: true });
    await t.operate("person remove-second-factor", { username: "carla" });
    expect(reasonOf(await signIn(device))).toBe("PASSKEY_WRONG");
    expect(await password("carla")).toHaveProperty("access_token");
    const again = await add("carla", "Phone");
    await t.as("carla", "removePasskey", { passkey_id: again.passkey.id, password: PASSWORD });
    for (const action of ["passkey_added", "passkey_removed"]) {
      const { entries } = await t.as("alice", "listAudit", { action, actor_id: t.id("carla") });
      expect(entries[0]).toMatchObject({ detail: { device: "Phone" } });
    }
  });

  test("an app and a passkey are second factors side by side", async () => {
    const { secret, setup } = await t.as("carla", "beginSecondFactor", { password: PASSWORD });
    const code = new TOTP({ secret }).generate({ timestamp: t.service.deps.clock.now() });
    await t.as("carla", "setSecondFactor", { setup, code });
    const { device, passkey, codes } = await add("carla");
    expect(codes).toBeUndefined();
    const { second_factor } = await password("carla");
    expect(second_factor).toMatchObject({ app: true, passkey: { allowCredentials: [{ id: device.id }] } });
    await t.as("carla", "deleteSecondFactor", { password: PASSWORD });
    expect(await t.as("carla", "getSecondFactor")).toEqual({ passkeys: 1, recovery_codes_left: 10 });
    await t.as("carla", "removePasskey", { passkey_id: passkey.id, password: PASSWORD });
    expect(await password("carla")).toHaveProperty("access_token");
  });

  test.runIf(engine === "postgres")("a sign-in that one node has begun ends at another, once", async () => {
    const { device, passkey } = await add("bob");
    const other = await t.join();
    try {
      const { challenge, options } = (await t.post("/api/beginPasskeySignIn", {})).body.result;
      const given = { challenge, credential: device.get(options) };
      expect((await other.post("/api/signInPasskey", given)).status).toBe(200);
      expect(reasonOf(await t.post("/api/signInPasskey", given))).toBe("CHALLENGE_INVALID");
    } finally {
      await other.stop();
    }
    await t.as("bob", "removePasskey", { passkey_id: passkey.id, password: PASSWORD });
  });

  test("suspension keeps a passkey out, erasure removes every row of it", async () => {
    const { device } = await add("carla");
    await t.as("alice", "suspendPerson", { user_id: t.id("carla") });
    expect(reasonOf(await signIn(device))).toBe("USER_DEACTIVATED");
    await t.as("alice", "erasePerson", { user_id: t.id("carla") });
    expect(reasonOf(await signIn(device))).toBe("PASSKEY_WRONG");
    const rows: Json[] = await t.service.db.read((tx) => tx.all(sqlRead("select person_id from passkey")));
    expect(rows.map(({ person_id }) => person_id)).not.toContain(t.id("carla"));
  });
});
