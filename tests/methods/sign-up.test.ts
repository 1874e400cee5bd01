/** Opening and closing sign-up: who may do it, and what it allows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invite } from "heliogram/app/accounts/invitations.ts";
import { SIGN_UPS_FROM_ONE, SIGN_UPS_IN_ALL } from "heliogram/methods/rate-limits/attempt-limits.ts";
import { enginesInTurn, START_S, startWorld, type Answer, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";

describe.each(enginesInTurn())("signing up without an invitation on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const signUp = (username: string, more: object = {}): Promise<Answer> =>
    t.post("/api/signUp", { first_name: "New", username, password: PASSWORD, ...more });
  const isOpen = async (params: object = {}) => (await t.post("/api/getSignUp", params)).body.result;
  const turn = (open: boolean) => t.as("alice", "setSignUp", { open });

  test("sign-up is refused until an owner opens it", async () => {
    expect(await isOpen()).toEqual({ open: false });
    for (const more of [{}, { invitation: "" }]) {
      const { status, body } = await signUp("early", more);
      expect([status, body]).toEqual([
        403,
        {
          ok: false,
          error_code: 403,
          description: "Forbidden: People sign up here by invitation only.",
          reason: "INVITATION_NEEDED",
          trace_id: expect.any(String),
        },
      ]);
    }
    // The refusal does not reveal whether a user name is taken.
    expect((await signUp("alice")).body.reason).toBe("INVITATION_NEEDED");
  });

  test("only owners can open and close sign-up; no change is recorded where there is none", async () => {
    expect((await t.person("bob", "setSignUp", { open: true })).body.reason).toBe("OWNER_RIGHTS_NEEDED");
    expect((await t.post("/api/setSignUp", { open: true })).status).toBe(401);
    expect((await t.person("alice", "setSignUp", {})).status).toBe(400);
    expect(await isOpen()).toEqual({ open: false });
    const before = (await t.as("alice", "listAudit", { limit: 1 })).entries[0]?.id ?? 0;
    for (const open of [false, true, true, false, true]) expect(await turn(open)).toEqual({ open });
    const { entries } = await t.as("alice", "listAudit", { limit: 10 });
    expect(entries.filter((each: { id: number }) => each.id > before)).toMatchObject([
      { action: "sign_up_opened", origin: "person", actor: { username: "alice" }, detail: {} },
      { action: "sign_up_closed" },
      { action: "sign_up_opened" },
    ]);
  });

  test("while it is open, anybody can sign up", async () => {
    expect(await isOpen()).toEqual({ open: true });
    const { status, body } = await signUp("newcomer", { last_name: "Person", device: "phone" });
    expect(status).toBe(200);
    expect(body.result).toEqual({
      access_token: expect.any(String),
      user: expect.objectContaining({ first_name: "New", last_name: "Person", username: "newcomer" }),
    });
    const auth = { authorization: `Bearer ${body.result.access_token}` };
    const me = await t.post("/api/getProfile", {}, auth);
    expect(me.body.result.is_owner).not.toBe(true);
    expect((await t.post("/api/setSignUp", { open: false }, auth)).status).toBe(403);
    expect((await t.post("/api/joinChat", { username: "team" }, auth)).status).toBe(200);
    const { entries } = await t.as("alice", "listAudit", { action: "signed_up" });
    expect(entries).toMatchObject([{ actor: { username: "newcomer" }, subject: { kind: "person" } }]);
    expect((await t.post("/api/signIn", { username: "newcomer", password: PASSWORD })).status).toBe(200);
  });

  test("the rules are those of invitations", async () => {
    expect((await signUp("alice")).body.reason).toBe("USERNAME_TAKEN");
    expect((await signUp("ECHO_bot")).body.reason).toBe("USERNAME_TAKEN");
    expect((await signUp("no name")).status).toBe(400);
    expect((await signUp("shorty", { password: "short" })).status).toBe(400);
    expect((await signUp("nameless", { first_name: " " })).status).toBe(400);
    const both = await Promise.all([signUp("twins"), signUp("Twins")]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 400]);
  });

  test("invitations work whether sign-up is open or closed, and invalid ones never", async () => {
    const { code } = await t.as("alice", "createInvitation");
    expect(await isOpen({ invitation: code })).toEqual({ open: true, invited_by: "Alice" });
    expect(await isOpen({ invitation: "x".repeat(43) })).toEqual({ open: false });
    expect((await signUp("guest", { invitation: "x".repeat(43) })).body.reason).toBe("INVITATION_INVALID");
    await turn(false);
    expect(await isOpen({ invitation: code })).toEqual({ open: true, invited_by: "Alice" });
    expect((await signUp("guest", { invitation: code })).status).toBe(200);
    expect(await isOpen({ invitation: code })).toEqual({ open: false });
  });

  test("it closes at once, and keeps its state over a restart", async () => {
    await turn(true);
    await t.restart();
    expect(await isOpen()).toEqual({ open: true });
    await turn(false);
    expect((await signUp("late")).body.reason).toBe("INVITATION_NEEDED");
    await t.restart();
    expect(await isOpen()).toEqual({ open: false });
  });

  test("no sign-up succeeds after it was closed", async () => {
    await turn(true);
    const names = Array.from({ length: 8 }, (_, i) => `runner${i}`);
    const running = names.map((name) => signUp(name));
    await turn(false);
    const count = async () => (await t.as("alice", "listPeople", { query: "@runner" })).people.length;
    const then = await count();
    await Promise.all(running);
    expect(await count()).toBe(then);
  });

  test("operators can open and close it", async () => {
    expect(await t.operate("sign-up show")).toEqual({ open: false });
    expect(await t.operate("sign-up open")).toEqual({ open: true });
    expect(await t.operate("sign-up show")).toEqual(await isOpen());
    expect(await t.operate("sign-up close")).toEqual({ open: false });
    const { entries } = await t.as("alice", "listAudit", { origin: "operator" });
    expect(entries.map((each: { action: string }) => each.action)).toEqual(["sign_up_closed", "sign_up_opened"]);
  });
});

describe.each(enginesInTurn())("a store without an owner on %s", (engine) => {
  test("cannot be opened for sign-up, and no visitor becomes its owner", async () => {
    const t = await startWorld(engine, {});
    const form = { first_name: "First", username: "first", password: PASSWORD };
    await expect(t.operate("sign-up open")).rejects.toThrow("no owner yet");
    expect((await t.post("/api/getSignUp", {})).body.result).toEqual({ open: false });
    expect((await t.post("/api/signUp", form)).body.reason).toBe("INVITATION_NEEDED");
    await t.operate("person create", { username: "bob", password: PASSWORD });
    await expect(t.operate("sign-up open")).rejects.toThrow("no owner yet");
    await t.operate("person make-owner", { username: "bob" });
    await t.operate("sign-up open");
    expect((await t.post("/api/signUp", form)).status).toBe(200);
    const { db, hashes, deps } = t.service;
    const options = { created_by: null, makes_owner: true, lasts_s: 60 };
    const code = await db.write((tx) => invite(tx, hashes, deps.random.bytes, options, START_S));
    const asked = await t.post("/api/getSignUp", { invitation: code });
    expect(asked.body.result).toEqual({ open: true, makes_owner: true });
    const people = await t.operate("person list");
    expect(people).toMatchObject([
      { username: "bob", is_owner: true },
      { username: "first", is_owner: false },
    ]);
    await t.stop();
  });
});

describe("many sign-ups", () => {
  const form = { first_name: "Many", username: "alice", password: PASSWORD };

  async function open(): Promise<TestService> {
    const t = await startWorld("memory", undefined, { rate_limits: "default" });
    await t.as("alice", "setSignUp", { open: true });
    return t;
  }
  const from = (t: TestService, address: string, more: object = {}) =>
    t.post("/api/signUp", { ...form, ...more }, { "x-forwarded-for": address });

  test("from one address are limited, without limiting others", async () => {
    const t = await open();
    for (let i = 0; i < SIGN_UPS_FROM_ONE.attempts; i++) await t.service.deps.signUps.fromOne.take("198.51.100.1");
    const answer = await from(t, "198.51.100.1");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBe(SIGN_UPS_FROM_ONE.window_ms / 1000);
    expect((await from(t, "198.51.100.2")).body.reason).toBe("USERNAME_TAKEN");
    const { code } = await t.as("alice", "createInvitation");
    expect((await from(t, "198.51.100.1", { invitation: code })).body.reason).toBe("USERNAME_TAKEN");
    t.clock.advance(SIGN_UPS_FROM_ONE.window_ms);
    expect((await from(t, "198.51.100.1")).body.reason).toBe("USERNAME_TAKEN");
    await t.stop();
  });

  test("from all addresses together are limited", async () => {
    const t = await open();
    for (let i = 0; i < SIGN_UPS_IN_ALL.attempts - 1; i++) await t.service.deps.signUps.inAll.take("all");
    expect((await from(t, "198.51.100.1")).body.reason).toBe("USERNAME_TAKEN");
    expect((await from(t, "198.51.100.2")).status).toBe(429);
    const { code } = await t.as("alice", "createInvitation");
    expect((await from(t, "198.51.100.2", { invitation: code })).body.reason).toBe("USERNAME_TAKEN");
    t.clock.advance(SIGN_UPS_IN_ALL.window_ms);
    expect((await from(t, "198.51.100.2")).body.reason).toBe("USERNAME_TAKEN");
    await t.stop();
  });
});
