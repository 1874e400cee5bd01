/** Guessing passwords: whom it slows down, whom it does not concern, and what it costs the others (behaviour.md §7). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CODE_TRIES,
  PASSWORD_CHANGES,
  SIGN_INS,
  SIGN_INS_FROM_ONE,
  SIGN_INS_IN_ALL,
  SIGN_INS_OF_ONE,
} from "heliogram/methods/attempts.ts";
import type { SignInTry } from "heliogram/methods/sign-in-limits.ts";
import { engines, startWorld, WORLD, type Answer, type TestService } from "../kit/service.ts";

const PASSWORD = "correct horse";
const PEOPLE = WORLD.people.map((person) => ({ ...person, password: PASSWORD }));

describe.each(engines())("guessing passwords on %s", (engine) => {
  let t: TestService;
  beforeEach(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE });
  });
  afterEach(() => t.stop());

  /** The tests come through a proxy on this machine, which is believed. */
  const signIn = (from: string, username: string, password = "incorrect horse"): Promise<Answer> =>
    t.post("/api/signIn", { username, password }, { "x-forwarded-for": from });
  const guess = async (from: string, username: string, times: number): Promise<number[]> => {
    const answers: number[] = [];
    for (let i = 0; i < times; i++) answers.push((await signIn(from, username)).status);
    return answers;
  };
  /** Tries as strangers made them, without the time that hashing takes. */
  const countTries = (count: number, nth: (i: number) => Omit<SignInTry, "isKnownPlace">) => {
    for (let i = 0; i < count; i++) {
      expect(t.service.deps.signIns.take({ ...nth(i), isKnownPlace: false })).toBe(0);
      if (i % SIGN_INS_IN_ALL.tries === SIGN_INS_IN_ALL.tries - 2) t.clock.advance(SIGN_INS_IN_ALL.window_ms);
    }
    t.clock.advance(SIGN_INS_IN_ALL.window_ms);
  };
  const wrong = (times: number) => Array.from({ length: times }, () => 401);

  test("a stranger locks nobody out who comes from elsewhere", async () => {
    expect(await guess("10.1.1.1", "bob", SIGN_INS.tries + 2)).toEqual([...wrong(SIGN_INS.tries), 429, 429]);
    expect((await signIn("10.1.1.1", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.2.2.2", "bob", PASSWORD)).status).toBe(200);
    t.clock.advance(SIGN_INS.window_ms);
    expect((await signIn("10.1.1.1", "bob", PASSWORD)).status).toBe(200);
  });

  test("where a person was before, they get in whatever strangers do", async () => {
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    countTries(SIGN_INS_OF_ONE.tries - 1, (i) => ({ username: "bob", from: `10.3.0.${i}` }));
    // Guessed too often altogether: whoever comes from a new place has to wait.
    const refused = await signIn("10.4.4.4", "bob", PASSWORD);
    expect([refused.status, refused.body.parameters]).toEqual([429, { retry_after: expect.any(Number) }]);
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    // The places are kept; the counts are not.
    await t.restart();
    countTries(SIGN_INS_OF_ONE.tries, (i) => ({ username: "bob", from: `10.5.0.${i}` }));
    expect((await signIn("10.4.4.4", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    // A new password makes all places new but the one it was set at.
    const bearer = { authorization: `Bearer ${t.accessToken("bob")}`, "x-forwarded-for": "10.8.8.8" };
    const change = { old_password: PASSWORD, new_password: "battery staple" };
    expect((await t.post("/api/changePassword", change, bearer)).status).toBe(200);
    expect((await signIn("10.9.9.9", "bob", "battery staple")).status).toBe(429);
    expect((await signIn("10.8.8.8", "bob", "battery staple")).status).toBe(200);
  });

  test("a place is known from a session that is used there", async () => {
    const bearer = { authorization: `Bearer ${t.accessToken("bob")}`, "x-forwarded-for": "10.6.6.6" };
    t.clock.advance(600_000);
    await t.post("/api/listChats", {}, bearer);
    countTries(SIGN_INS_OF_ONE.tries, (i) => ({ username: "bob", from: `10.3.1.${i}` }));
    expect((await signIn("10.7.7.7", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.6.6.6", "bob", PASSWORD)).status).toBe(200);
  });

  test("one address has so many tries, whatever the name", async () => {
    expect((await signIn("10.1.1.1", "carla", PASSWORD)).status).toBe(200);
    // The one that got in counts as well.
    countTries(SIGN_INS_FROM_ONE.tries - 2, (i) => ({ username: `nobody${i}`, from: "10.1.1.1" }));
    expect(await guess("10.1.1.1", "dave", 2)).toEqual([401, 429]);
    expect((await signIn("10.1.1.1", "bob", PASSWORD)).status).toBe(429);
    expect((await signIn("10.1.1.1", "carla", PASSWORD)).status).toBe(200);
    expect((await signIn("10.2.2.2", "bob", PASSWORD)).status).toBe(200);
  });

  test("an IPv6 customer is one address", async () => {
    for (let i = 0; i < SIGN_INS.tries; i++) expect((await signIn(`2001:db8:1:2::${i}`, "bob")).status).toBe(401);
    expect((await signIn("2001:db8:1:2::ffff", "bob")).status).toBe(429);
    expect((await signIn("2001:db8:1:3::1", "bob", PASSWORD)).status).toBe(200);
  });

  test("all strangers together have so many tries in a while", async () => {
    expect((await signIn("10.9.9.9", "bob", PASSWORD)).status).toBe(200);
    t.clock.advance(SIGN_INS_IN_ALL.window_ms);
    for (let i = 1; i < SIGN_INS_IN_ALL.tries; i++) {
      t.service.deps.signIns.take({ username: `nobody${i}`, from: `10.1.2.${i}`, isKnownPlace: false });
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

  test("whoever has a session cannot guess the old password for ever", async () => {
    const change = (username: string, old_password: string) =>
      t.person(username, "changePassword", { old_password, new_password: "battery staple" });
    for (let i = 0; i < PASSWORD_CHANGES.tries; i++) {
      expect((await change("bob", `incorrect ${i}`)).body.reason).toBe("OLD_PASSWORD_WRONG");
    }
    expect((await change("bob", PASSWORD)).status).toBe(429);
    expect((await change("carla", PASSWORD)).status).toBe(200);
  });

  test("an invitation orders so many hashes, however often it is shown", async () => {
    const { code: invitation } = await t.as("alice", "createInvitation");
    const signUp = () =>
      t.post("/api/signUp", { invitation, first_name: "New", username: "alice", password: PASSWORD });
    for (let i = 0; i < CODE_TRIES.tries; i++) expect((await signUp()).body.reason).toBe("USERNAME_TAKEN");
    expect((await signUp()).status).toBe(429);
  });
});

describe("what strangers' passwords cost the others", () => {
  let t: TestService;
  beforeEach(async () => {
    t = await startWorld("sqlite", { ...WORLD, people: PEOPLE });
  });
  afterEach(() => t.stop());

  test("neither a message nor a password of somebody signed in waits for more than a hash or two of theirs", async () => {
    let hashed = 0;
    let over = false;
    let n = 0;
    const stranger = async () => {
      while (!over) {
        const address = n++;
        const from = { "x-forwarded-for": `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}` };
        const body = { username: `nobody${address}`, password: "incorrect horse" };
        const { status } = await t.post("/api/signIn", body, from);
        if (status === 401) hashed++;
        else t.clock.advance(SIGN_INS_IN_ALL.window_ms);
      }
    };
    const strangers = Array.from({ length: 32 }, stranger);
    while (hashed < 4) await t.fetch("/healthz");
    /** How many tries of strangers were hashed meanwhile, in the middle of a few times. */
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
    await Promise.all(strangers);
    expect(sent).toBeLessThanOrEqual(1);
    // Two hashes of Carla's, before each of which one of a stranger may have begun and one have its turn.
    expect(changed).toBeLessThanOrEqual(4);
  }, 60_000);
});
