/**
 * Limits on guessing passwords: whom they slow down, whom they do not affect, and the cost for others (behaviour.md
 * §7).
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import {
  CODE_TRIES,
  PASSWORD_CHANGES,
  SIGN_INS,
  SIGN_INS_FROM_ONE,
  SIGN_INS_IN_ALL,
  SIGN_INS_OF_ONE,
} from "heliogram/methods/rate-limits/attempt-limits.ts";
import type { SignInAttempt } from "heliogram/methods/rate-limits/sign-in-limits.ts";
import { engineIndependent, startWorld, WORLD, type Answer, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const PASSWORD = "correct horse";
const PEOPLE = WORLD.people.map((person) => ({ ...person, password: PASSWORD }));

describe.each(engineIndependent())("guessing passwords on %s", (engine) => {
  let t: TestService;
  beforeEach(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE }, { rate_limits: "default" });
  });
  afterEach(() => t.stop());

  /** The tests connect through a trusted proxy on this machine. */
  const signIn = (from: string, username: string, password = "incorrect horse"): Promise<Answer> =>
    t.post("/api/signIn", { username, password }, { "x-forwarded-for": from });
  const guess = async (from: string, username: string, times: number): Promise<number[]> => {
    const answers: number[] = [];
    for (let i = 0; i < times; i++) answers.push((await signIn(from, username)).status);
    return answers;
  };
  /** Counts attempts of anonymous clients without hashing. */
  const countTries = async (count: number, nth: (i: number) => Omit<SignInAttempt, "isKnownPlace">) => {
    for (let i = 0; i < count; i++) {
      expect(await t.service.deps.signIns.take({ ...nth(i), isKnownPlace: false })).toBe(0);
      if (i % SIGN_INS_IN_ALL.attempts === SIGN_INS_IN_ALL.attempts - 2) t.clock.advance(SIGN_INS_IN_ALL.window_ms);
    }
    t.clock.advance(SIGN_INS_IN_ALL.window_ms);
  };
  const wrong = (times: number) => Array.from({ length: times }, () => 401);

  test("failed attempts from one address lock nobody out at another", async () => {
    expect(await guess("10.1.1.1", "bob", SIGN_INS.attempts + 2)).toEqual([...wrong(SIGN_INS.attempts), 429, 429]);
    expect((await signIn("10.1.1.1", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.2.2.2", "bob", PASSWORD)).status).toBe(200);
    t.clock.advance(SIGN_INS.window_ms);
    expect((await signIn("10.1.1.1", "bob", PASSWORD)).status).toBe(200);
  });

  test("a person can sign in from a known address whatever others attempt", async () => {
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    await countTries(SIGN_INS_OF_ONE.attempts - 1, (i) => ({ username: "bob", client_address: `10.3.0.${i}` }));
    // The limit on all unknown addresses is reached, so a new address has to wait.
    const refused = await signIn("10.4.4.4", "bob", PASSWORD);
    expect([refused.status, refused.body.parameters]).toEqual([429, { retry_after: expect.any(Number) }]);
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    // Known addresses are stored, counts are not.
    await t.restart();
    await countTries(SIGN_INS_OF_ONE.attempts, (i) => ({ username: "bob", client_address: `10.5.0.${i}` }));
    expect((await signIn("10.4.4.4", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    // After a new password, only the address where it was set is known.
    const bearer = { authorization: `Bearer ${t.accessToken("bob")}`, "x-forwarded-for": "10.8.8.8" };
    const change = { old_password: PASSWORD, new_password: "battery staple" };
    expect((await t.post("/api/changePassword", change, bearer)).status).toBe(200);
    expect((await signIn("10.9.9.9", "bob", "battery staple")).status).toBe(429);
    expect((await signIn("10.8.8.8", "bob", "battery staple")).status).toBe(200);
  });

  test("an address is known once a session was used there", async () => {
    const bearer = { authorization: `Bearer ${t.accessToken("bob")}`, "x-forwarded-for": "10.6.6.6" };
    t.clock.advance(600_000);
    await t.post("/api/listChats", {}, bearer);
    await countTries(SIGN_INS_OF_ONE.attempts, (i) => ({ username: "bob", client_address: `10.3.1.${i}` }));
    expect((await signIn("10.7.7.7", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.6.6.6", "bob", PASSWORD)).status).toBe(200);
  });

  test("the attempts of one address are limited, whatever the user name", async () => {
    expect((await signIn("10.1.1.1", "carla", PASSWORD)).status).toBe(200);
    // The successful attempt counts as well.
    await countTries(SIGN_INS_FROM_ONE.attempts - 2, (i) => ({ username: `nobody${i}`, client_address: "10.1.1.1" }));
    expect(await guess("10.1.1.1", "dave", 2)).toEqual([401, 429]);
    expect((await signIn("10.1.1.1", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.1.1.1", "carla", PASSWORD)).status).toBe(200);
    expect((await signIn("10.2.2.2", "bob", PASSWORD)).status).toBe(200);
  });

  test("an IPv6 customer is one address", async () => {
    for (let i = 0; i < SIGN_INS.attempts; i++) expect((await signIn(`2001:db8:1:2::${i}`, "bob")).status).toBe(401);
    expect((await signIn("2001:db8:1:2::ffff", "bob")).status).toBe(429);
    expect((await signIn("2001:db8:1:3::1", "bob", PASSWORD)).status).toBe(200);
  });

  test("the attempts from unknown addresses are limited in all", async () => {
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    t.clock.advance(SIGN_INS_IN_ALL.window_ms);
    for (let i = 1; i < SIGN_INS_IN_ALL.attempts; i++) {
      await t.service.deps.signIns.take({ username: `nobody${i}`, client_address: `10.1.2.${i}`, isKnownPlace: false });
    }
    expect((await signIn("10.1.2.0", "nobody")).status).toBe(401);
    expect((await signIn("10.1.2.0", "nobody")).status).toBe(429);
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    expect((await signIn("10.9.9.8", "carla", PASSWORD)).body.parameters).toEqual({
      retry_after: SIGN_INS_IN_ALL.window_ms / 1000,
    });
    t.clock.advance(SIGN_INS_IN_ALL.window_ms);
    expect((await signIn("10.9.9.8", "carla", PASSWORD)).status).toBe(200);
  });

  test("changePassword limits guesses of the old password", async () => {
    const change = (username: string, old_password: string) =>
      t.person(username, "changePassword", { old_password, new_password: "battery staple" });
    for (let i = 0; i < PASSWORD_CHANGES.attempts; i++) {
      expect((await change("bob", `incorrect ${i}`)).body.reason).toBe("OLD_PASSWORD_WRONG");
    }
    expect((await change("bob", PASSWORD)).status).toBe(429);
    expect((await change("carla", PASSWORD)).status).toBe(200);
  });

  // It makes some hundred password hashes.
  test.runIf(LONG_RUN)("the password hashes of one invitation are limited", async () => {
    const { code: invitation } = await t.as("alice", "createInvitation");
    const signUp = () =>
      t.post("/api/signUp", { invitation, first_name: "New", username: "alice", password: PASSWORD });
    for (let i = 0; i <= CODE_TRIES.attempts; i++) expect((await signUp()).body.reason).toBe("USERNAME_TAKEN");
    expect((await signUp()).status).toBe(429);
  });

  test("an invitation lets as many people in from one address as it is for, besides failed attempts", async () => {
    const { code } = await t.as("alice", "createInvitation", { max_uses: 100 });
    const from = "198.51.100.7";
    const signUp = (invitation: string, username: string) =>
      t.post(
        "/api/signUp",
        { invitation, first_name: "New", username, password: PASSWORD },
        { "x-forwarded-for": from },
      );
    /** Counts attempts without hashing. */
    const count = async (times: number) => {
      for (let i = 0; i < times; i++)
        await t.service.deps.codeTries.take(`${t.service.hashes.of(code)} ${from}`, CODE_TRIES.attempts + 100);
    };
    await count(CODE_TRIES.attempts + 99);
    expect((await signUp(code, "the_hundredth")).status).toBe(200);
    expect((await signUp(code, "one_more")).status).toBe(429);
    const { code: other } = await t.as("alice", "createInvitation");
    expect((await signUp(other, "one_more")).status).toBe(200);
  });
});

describe("the cost of passwords of anonymous clients", () => {
  let t: TestService;
  beforeEach(async () => {
    t = await startWorld("sqlite", { ...WORLD, people: PEOPLE }, { password_cost: undefined, rate_limits: "default" });
  });
  afterEach(() => t.stop());

  // It makes some hundred password hashes.
  test.runIf(LONG_RUN)(
    "messages and password changes of signed-in people wait for at most two hashes of anonymous clients",
    async () => {
      let hashed = 0;
      let over = false;
      let n = 0;
      const guess = async () => {
        while (!over) {
          const address = n++;
          const from = { "x-forwarded-for": `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}` };
          const body = { username: `nobody${address}`, password: "incorrect horse" };
          const { status } = await t.post("/api/signIn", body, from);
          if (status === 401) hashed++;
          else t.clock.advance(SIGN_INS_IN_ALL.window_ms);
        }
      };
      const guesses = Array.from({ length: 32 }, guess);
      await until(() => hashed >= 4, "four hashes");
      /** The median number of hashes for anonymous clients during a call. */
      const meanwhile = async (ask: () => Promise<unknown>) => {
        const counts: number[] = [];
        for (let i = 0; i < 7; i++) {
          const before = hashed;
          await ask();
          counts.push(hashed - before);
        }
        return counts.toSorted((a, b) => a - b)[3];
      };
      const sent = await meanwhile(() => t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "hello" }));
      const change = { old_password: PASSWORD, new_password: PASSWORD };
      const changed = await meanwhile(() => t.as("carla", "changePassword", change));
      over = true;
      await Promise.all(guesses);
      expect(sent).toBeLessThanOrEqual(1);
      // Carla's call hashes twice. Before each hash, one for an anonymous client may be running and one waiting.
      expect(changed).toBeLessThanOrEqual(4);
    },
  );
});
