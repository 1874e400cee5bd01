/** The second factor: an authenticator app, recovery codes, and who may remove it (behaviour.md §2). */
import fc from "fast-check";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAppSecret, stepOfCode } from "heliogram/app/accounts/authenticator-app.ts";
import { isFreshStep } from "heliogram/domain/second-factor.ts";
import { enginesInTurn, startWorld, WORLD, type Answer, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const PASSWORD = "correct horse";
const PEOPLE = [...WORLD.people, { name: "Erin", username: "erin" }].map((person) => ({
  ...person,
  password: PASSWORD,
}));
const STEP_MS = 30_000;

const codeAt = (secret: string, at_ms: number) => new TOTP({ secret }).generate({ timestamp: at_ms });

test("the codes of RFC 6238, appendix B", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  for (const [at_s, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [20_000_000_000, "353130"],
  ] as const)
    expect(stepOfCode(secret, code, at_s)).toBe(Math.floor(at_s / 30));
});

test("whatever codes are given when, each step counts once, and never after a later one", () => {
  const secret = newAppSecret((length) => Buffer.alloc(length, 7));
  const attempts = fc.array(fc.record({ later_s: fc.nat(40), off: fc.integer({ min: -3, max: 3 }) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(attempts, (given) => {
      let now_s = 1_700_000_000;
      let last_step = 0;
      const accepted: number[] = [];
      for (const { later_s, off } of given) {
        now_s += later_s;
        const wanted = Math.floor(now_s / 30) + off;
        const step = stepOfCode(secret, codeAt(secret, wanted * STEP_MS), now_s);
        expect(step).toBe(Math.abs(off) <= 1 ? wanted : undefined);
        if (step === undefined || !isFreshStep(step, last_step)) continue;
        accepted.push(step);
        last_step = step;
      }
      expect(accepted).toEqual([...new Set(accepted)].sort((one, other) => one - other));
    }),
    { numRuns: 50 },
  );
});

describe.each(enginesInTurn())("the second factor on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE });
  });
  afterAll(() => t.stop());

  const now_ms = () => t.service.deps.clock.now();
  const signIn = async (username: string): Promise<Json> =>
    (await t.post("/api/signIn", { username, password: PASSWORD, device: "phone" })).body.result;
  const second = (challenge: string, code: string): Promise<Answer> =>
    t.post("/api/signInSecondFactor", { challenge, code });
  const reasonOf = ({ body }: Answer) => body.reason;

  /** Sets up an app as people do. The clock is at a step without a used code. */
  async function setUp(username: string): Promise<{ secret: string; codes: string[] }> {
    t.clock.advance(2 * STEP_MS);
    const { secret, setup, address } = await t.as(username, "beginSecondFactor", { password: PASSWORD });
    expect(address).toMatch(/^otpauth:\/\/totp\//);
    const { recovery_codes } = await t.as(username, "setSecondFactor", { setup, code: codeAt(secret, now_ms()) });
    return { secret, codes: recovery_codes };
  }

  test("is asked for after the right password alone, and each code is accepted once", async () => {
    expect(reasonOf(await t.person("bob", "beginSecondFactor", { password: "wrong" }))).toBe("PASSWORD_WRONG");
    expect(await signIn("bob")).toHaveProperty("access_token");
    const { secret } = await setUp("bob");
    expect(reasonOf(await t.post("/api/signIn", { username: "bob", password: "wrong horse" }))).toBe("WRONG_PASSWORD");
    const begun = await signIn("bob");
    expect(begun).not.toHaveProperty("access_token");
    const { challenge } = begun.second_factor;
    // The code that has set it up is used.
    expect(reasonOf(await second(challenge, codeAt(secret, now_ms())))).toBe("SECOND_FACTOR_WRONG");
    t.clock.advance(STEP_MS);
    const code = codeAt(secret, now_ms());
    const [one, other] = await Promise.all([second(challenge, code), second(challenge, code)]);
    expect([one.status, other.status].sort()).toEqual([200, 403]);
    const { access_token } = (one.status === 200 ? one : other).body.result;
    const [newest] = (await t.post("/api/listSessions", {}, { authorization: `Bearer ${access_token}` })).body.result;
    expect(newest).toMatchObject({ label: "phone", way: "password_and_code", current: true });
    expect(reasonOf(await second(challenge, code))).toBe("SECOND_FACTOR_WRONG");
    // Codes of steps further away do not count.
    t.clock.advance(10 * STEP_MS);
    const { second_factor } = await signIn("bob");
    expect(reasonOf(await second(second_factor.challenge, codeAt(secret, now_ms() - 2 * STEP_MS)))).toBe(
      "SECOND_FACTOR_WRONG",
    );
    expect((await second(second_factor.challenge, codeAt(secret, now_ms() - STEP_MS))).status).toBe(200);
  });

  test("recovery codes are accepted once each, are replaced, and are on record", async () => {
    const { codes } = await setUp("carla");
    expect(codes).toHaveLength(10);
    const enter = async (code: string) => second((await signIn("carla")).second_factor.challenge, code);
    expect((await enter(codes[0]!.toUpperCase())).status).toBe(200);
    expect(reasonOf(await enter(codes[0]!))).toBe("SECOND_FACTOR_WRONG");
    expect((await t.as("carla", "getSecondFactor")).recovery_codes_left).toBe(9);
    const { recovery_codes } = await t.as("carla", "makeRecoveryCodes", { password: PASSWORD });
    expect(reasonOf(await enter(codes[1]!))).toBe("SECOND_FACTOR_WRONG");
    expect((await enter(recovery_codes[1])).status).toBe(200);
    const { entries } = await t.as("alice", "listAudit", { action: "recovery_code_used" });
    expect(entries.map(({ actor }: Json) => actor.username)).toEqual(["carla", "carla"]);
    const stored = await t.service.db.read(async (tx) => [
      JSON.stringify(await tx.all(sqlRead("select * from recovery_code"))),
      JSON.stringify(await tx.all(sqlRead("select * from authenticator_app"))),
    ]);
    for (const code of recovery_codes) expect(stored[0]).not.toContain(code.replaceAll("-", ""));
  });

  test("attempts are limited by person, and the limit is in the store", async () => {
    const { secret } = await setUp("dave");
    const { challenge } = (await signIn("dave")).second_factor;
    // At the same time, so that none can be counted late.
    const tried = await Promise.all(Array.from({ length: 40 }, () => second(challenge, "000000")));
    expect(tried.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(30);
    t.clock.advance(STEP_MS);
    const refused = await second(challenge, codeAt(secret, now_ms()));
    expect(refused.status).toBe(429);
    expect(refused.body.parameters.retry_after).toBeGreaterThan(3000);
    const rows: Json[] = await t.service.db.read((tx) => tx.all(sqlRead("select count from second_factor_try")));
    expect(rows).toContainEqual({ count: 10 });
    t.clock.advance(3_600_000);
    expect((await second((await signIn("dave")).second_factor.challenge, codeAt(secret, now_ms()))).status).toBe(200);
  });

  test("a challenge ends after minutes and with the password, and is nobody else's", async () => {
    const { secret } = await setUp("bob");
    const old = (await signIn("bob")).second_factor.challenge;
    t.clock.advance(301_000);
    expect(reasonOf(await second(old, codeAt(secret, now_ms())))).toBe("CHALLENGE_INVALID");
    expect(reasonOf(await second(`${old.slice(0, -1)}A`, "123456"))).toBe("CHALLENGE_INVALID");
    const { challenge } = (await signIn("bob")).second_factor;
    await t.as("bob", "changePassword", { old_password: PASSWORD, new_password: "battery staple" });
    expect(reasonOf(await second(challenge, codeAt(secret, now_ms())))).toBe("CHALLENGE_INVALID");
    await t.as("bob", "changePassword", { old_password: "battery staple", new_password: PASSWORD });
  });

  test("a link for a new password does not replace it", async () => {
    const { secret } = await setUp("bob");
    const { code } = await t.as("alice", "resetPassword", { user_id: t.id("bob") });
    const { body } = await t.post("/api/setPassword", { code, password: PASSWORD });
    expect(body.result).not.toHaveProperty("access_token");
    t.clock.advance(STEP_MS);
    expect((await second(body.result.second_factor.challenge, codeAt(secret, now_ms()))).status).toBe(200);
  });

  test("people are told whether they have a password, of others nothing", async () => {
    expect(await t.as("alice", "getProfile")).toMatchObject({ has_password: true });
    expect(await t.as("alice", "getProfile", { user_id: t.id("carla") })).not.toHaveProperty("has_password");
  });

  test("an owner and the operator take it away from others, on record; oneself needs the password", async () => {
    await setUp("carla");
    const { people } = await t.as("alice", "listPeople", { query: "carla" });
    expect(people[0]).toMatchObject({ has_second_factor: true });
    const answer = await t.as("alice", "removeSecondFactor", { user_id: t.id("carla") });
    expect(answer).not.toHaveProperty("has_second_factor");
    expect(await signIn("carla")).toHaveProperty("access_token");
    await setUp("carla");
    const listed = async () => {
      const people = await t.operate("person list");
      return people.filter((each: Json) => each.has_second_factor).map((each: Json) => each.username);
    };
    expect(await listed()).toContain("carla");
    await t.operate("person remove-second-factor", { username: "carla" });
    expect(await listed()).not.toContain("carla");
    expect(await signIn("carla")).toHaveProperty("access_token");
    const { entries } = await t.as("alice", "listAudit", { action: "second_factor_removed" });
    const subject = { id: t.id("carla") };
    expect(entries).toMatchObject([
      { origin: "operator", subject },
      { origin: "person", actor: { username: "alice" }, subject },
    ]);
    await setUp("alice");
    const own = await t.person("alice", "removeSecondFactor", { user_id: t.id("alice") });
    expect(reasonOf(own)).toBe("SECOND_FACTOR_OWN");
    expect(reasonOf(await t.person("alice", "deleteSecondFactor", { password: "wrong" }))).toBe("PASSWORD_WRONG");
    await t.as("alice", "deleteSecondFactor", { password: PASSWORD });
    expect(await signIn("alice")).toHaveProperty("access_token");
  });

  test("what people do with it is on record", async () => {
    await setUp("carla");
    const { recovery_codes } = await t.as("carla", "makeRecoveryCodes", { password: PASSWORD });
    const { second_factor } = await signIn("carla");
    expect((await second(second_factor.challenge, recovery_codes[0])).status).toBe(200);
    await t.as("carla", "deleteSecondFactor", { password: PASSWORD });
    for (const action of ["second_factor_set", "recovery_codes_made", "recovery_code_used", "second_factor_removed"]) {
      const { entries } = await t.as("alice", "listAudit", { action, actor_id: t.id("carla") });
      expect([action, entries.length > 0]).toEqual([action, true]);
    }
  });

  test("a session from before it, opened with the password alone, changes nothing of how one signs in", async () => {
    const asSession = (access_token: string, method: string, params: object) =>
      t.post(`/api/${method}`, params, { authorization: `Bearer ${access_token}` });
    const makeCodes = (access_token: string) => asSession(access_token, "makeRecoveryCodes", { password: PASSWORD });
    const [earlier, own] = [await signIn("erin"), await signIn("erin")].map(
      ({ access_token }) => access_token as string,
    );
    const begin = async (token: string) =>
      (await asSession(token, "beginSecondFactor", { password: PASSWORD })).body.result;
    const [begun, mine] = [await begin(earlier!), await begin(own!)];
    const confirm = (token: string, { setup, secret }: Json) =>
      asSession(token, "setSecondFactor", { setup, code: codeAt(secret, now_ms()) });
    expect((await confirm(own!, mine)).status).toBe(200);
    expect(reasonOf(await confirm(earlier!, begun))).toBe("SIGN_IN_AGAIN");
    const change = { old_password: PASSWORD, new_password: "battery staple" };
    for (const method of ["beginSecondFactor", "deleteSecondFactor", "makeRecoveryCodes", "changePassword"])
      expect(reasonOf(await asSession(earlier!, method, { password: PASSWORD, ...change })), method).toBe(
        "SIGN_IN_AGAIN",
      );
    expect((await makeCodes(own!)).status).toBe(200);
    t.clock.advance(STEP_MS);
    const { challenge } = (await signIn("erin")).second_factor;
    const { result } = (await second(challenge, codeAt(mine.secret, now_ms()))).body;
    expect((await makeCodes(result.access_token)).status).toBe(200);
  });

  test("erasure removes every row of it", async () => {
    await setUp("dave");
    await t.as("alice", "erasePerson", { user_id: t.id("dave") });
    for (const table of ["authenticator_app", "recovery_code", "second_factor_try"]) {
      const rows: Json[] = await t.service.db.read((tx) => tx.all(sqlRead(`select person_id from ${table}`)));
      expect(rows.map(({ person_id }) => person_id)).not.toContain(t.id("dave"));
    }
  });
});
