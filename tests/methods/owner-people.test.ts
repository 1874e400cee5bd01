/** Administration of people by owners: listing, suspension, password resets, ownership of the service. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restorePerson, suspendPerson } from "heliogram/app/accounts/person-administration.ts";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { findPerson } from "heliogram/store/queries/accounts/people.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, START_S, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const DAY_S = 86_400;

describe.each(enginesInTurn())("administration of people on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const bearer = (access_token: string) => ({ authorization: `Bearer ${access_token}` });
  const signIn = (username: string, password: string): Promise<Answer> => t.post("/api/signIn", { username, password });
  const invited = async (username: string, password: string): Promise<{ id: number; access_token: string }> => {
    const { code } = await t.as("alice", "createInvitation");
    const { body } = await t.post("/api/signUp", { invitation: code, first_name: username, username, password });
    return { id: body.result.user.id, access_token: body.result.access_token };
  };
  const operate = (command: string, options: object = {}): Promise<Json> => t.operate(command, options);

  test("people are listed in pages, and found by name", async () => {
    const names = async (params: object) =>
      (await t.as("alice", "listPeople", params)).people.map((each: Json) => each.user.username);
    expect(await names({})).toEqual(["alice", "bob", "carla", "dave"]);
    expect(await names({ limit: 2 })).toEqual(["alice", "bob"]);
    expect(await names({ limit: 2, after: t.id("bob") })).toEqual(["carla", "dave"]);
    expect(await names({ query: "AR" })).toEqual(["carla"]);
    expect(await names({ query: "@bo" })).toEqual(["bob"]);
    expect(await names({ query: "%" })).toEqual([]);
    const { people } = await t.as("alice", "listPeople", { limit: 1 });
    expect(people).toEqual([
      {
        user: { id: t.id("alice"), is_bot: false, first_name: "Alice", username: "alice" },
        is_owner: true,
        created_at: START_S,
        seen_at: START_S,
        session_count: 1,
      },
    ]);
    for (const method of ["listPeople", "listAllBots", "listAudit", "getStorageUse"])
      expect((await t.person("bob", method)).body).toMatchObject({ error_code: 403, reason: "OWNER_RIGHTS_NEEDED" });
  });

  test("seen_at is accurate to minutes, and outlasts the session", async () => {
    const seen = async (): Promise<[number, number]> => {
      const { people } = await t.as("alice", "listPeople", { query: "dave" });
      return [people[0].seen_at - START_S, people[0].session_count];
    };
    t.clock.advance(200_000);
    await t.as("dave", "listChats");
    expect(await seen()).toEqual([0, 1]);
    t.clock.advance(200_000);
    await t.as("dave", "listChats");
    expect(await seen()).toEqual([400, 1]);
    expect((await t.as("dave", "listSessions"))[0].seen_at).toBe(START_S + 400);
    await t.as("dave", "signOut");
    expect(await seen()).toEqual([400, 0]);
  });

  test("a suspended person is signed out everywhere at once, and their messages stay", async () => {
    const { id, access_token } = await invited("sally", "correct horse");
    const auth = bearer(access_token);
    await t.as("alice", "addMember", { chat_id: t.id("Team"), user_id: id });
    const { body } = await t.post("/api/sendMessage", { chat_id: t.id("Team"), text: "still here" }, auth);
    const { code } = await t.as("alice", "resetPassword", { user_id: id });
    const sockets = [1, 2].map(() => new StreamSocket(t, "sally", access_token));
    await Promise.all(sockets.map((socket) => socket.until((frame) => frame.type === "hello")));
    const closed = Promise.all(sockets.map((socket) => socket.closed()));
    const shown = await t.as("alice", "suspendPerson", { user_id: id });
    expect(shown).toMatchObject({ user: { id }, suspended_at: expect.any(Number), session_count: 0 });
    expect(await closed).toEqual([4001, 4001]);
    expect((await t.post("/api/listChats", {}, auth)).status).toBe(401);
    expect((await signIn("sally", "correct horse")).body).toMatchObject({
      error_code: 403,
      reason: "USER_DEACTIVATED",
    });
    expect((await signIn("sally", "wrong horse")).status).toBe(401);
    expect((await t.post("/api/setPassword", { code, password: "battery staple" })).body.reason).toBe("RESET_INVALID");
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 1 });
    expect(messages[0]).toMatchObject({ message_id: body.result.message_id, text: "still here", from: { id } });
    await t.as("bob", "openChat", { user_id: id });
    expect((await t.person("bob", "sendMessage", { chat_id: id, text: "x" })).body.reason).toBe("USER_DEACTIVATED");
    const restored = await t.as("alice", "restorePerson", { user_id: id });
    expect(restored.suspended_at).toBeUndefined();
    expect((await t.post("/api/listChats", {}, auth)).status).toBe(401);
    expect((await signIn("sally", "correct horse")).status).toBe(200);
  });

  test("a socket that is opened during the suspension is closed", async () => {
    const { db, hashes, deps } = t.service;
    const { id } = await invited("racer", "correct horse");
    const session = { person_id: id, label: "", lasts_s: DAY_S, way: "password" } as const;
    for (let i = 0; i < 60; i++) {
      const opened = await db.write((tx) => openSession(tx, hashes, deps.random.bytes, session, START_S + DAY_S));
      const socket = new StreamSocket(t, "racer", opened.access_token);
      const over = socket.over();
      for (let j = 0; j < i; j++) await new Promise((turn) => setImmediate(turn));
      await db.write(async (tx) => suspendPerson(tx, "operator", (await findPerson(tx, id))!, START_S));
      await expect(over).resolves.toBeUndefined();
      await db.write(async (tx) => restorePerson(tx, "operator", (await findPerson(tx, id))!, START_S));
    }
  });

  test("a reset sets a new password once, within a day, and ends all sessions", async () => {
    const { id, access_token } = await invited("ruth", "correct horse");
    const older = await t.as("alice", "resetPassword", { user_id: id });
    const reset = await t.as("alice", "resetPassword", { user_id: id });
    expect(reset).toEqual({
      code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      link: `${t.url}/reset/${reset.code}`,
      expires_at: Math.floor(t.clock.now() / 1000) + DAY_S,
    });
    const set = (code: string, password = "battery staple") => t.post("/api/setPassword", { code, password });
    const whose = (code: string) => t.post("/api/getReset", { code });
    expect((await whose(reset.code)).body.result).toEqual({ user: expect.objectContaining({ id, username: "ruth" }) });
    expect((await whose(older.code)).body.reason).toBe("RESET_INVALID");
    expect((await set(older.code)).body).toMatchObject({ error_code: 403, reason: "RESET_INVALID" });
    expect((await set(reset.code, "short")).status).toBe(400);
    expect((await t.post("/api/listChats", {}, bearer(access_token))).status).toBe(200);
    const answers = await Promise.all([set(reset.code), set(reset.code)]);
    expect(answers.map((each) => each.status).sort()).toEqual([200, 403]);
    const { result } = answers.find((each) => each.status === 200)!.body;
    expect(result.user.username).toBe("ruth");
    expect((await t.post("/api/listChats", {}, bearer(result.access_token))).status).toBe(200);
    expect((await t.post("/api/listChats", {}, bearer(access_token))).status).toBe(401);
    expect((await signIn("ruth", "correct horse")).status).toBe(401);
    expect((await signIn("ruth", "battery staple")).status).toBe(200);
    const late = await t.as("alice", "resetPassword", { user_id: id });
    t.clock.advance(DAY_S * 1000);
    expect((await set(late.code)).body.reason).toBe("RESET_INVALID");
  });

  test("changing the password invalidates an open reset", async () => {
    const { id, access_token } = await invited("rosa", "correct horse");
    const { code } = await t.as("alice", "resetPassword", { user_id: id });
    const change = { old_password: "correct horse", new_password: "battery staple" };
    expect((await t.post("/api/changePassword", change, bearer(access_token))).status).toBe(200);
    expect((await t.post("/api/setPassword", { code, password: "another horse" })).body.reason).toBe("RESET_INVALID");
  });

  test("the last active owner cannot be removed", async () => {
    const [alice, bob] = [t.id("alice"), t.id("bob")];
    const reason = async (who: string, method: string, user_id: number) =>
      (await t.person(who, method, { user_id })).body.reason;
    expect(await reason("alice", "suspendPerson", alice)).toBe("CANT_SUSPEND_SELF");
    expect(await reason("alice", "unmakeOwner", alice)).toBe("LAST_OWNER");
    const socket = new StreamSocket(t, "bob");
    await socket.until((frame) => frame.type === "hello");
    expect(await t.as("alice", "makeOwner", { user_id: bob })).toMatchObject({ is_owner: true });
    await socket.until((frame) => frame.type === "account" && frame.kind === "profile");
    socket.close();
    expect(await t.as("bob", "getProfile")).toMatchObject({ is_owner: true });
    const both = await Promise.all([
      t.person("alice", "unmakeOwner", { user_id: bob }),
      t.person("bob", "unmakeOwner", { user_id: alice }),
    ]);
    expect(both.filter((each) => each.status === 200)).toHaveLength(1);
    const owners = (await operate("person list")).filter((each: Json) => each.is_owner);
    expect(owners).toHaveLength(1);
    await operate("person make-owner", { username: "alice" });
    await operate("person make-owner", { username: "bob" });
    await operate("person suspend", { username: "bob" });
    expect(await reason("alice", "unmakeOwner", alice)).toBe("LAST_OWNER");
    await operate("person restore", { username: "bob" });
    await t.as("alice", "unmakeOwner", { user_id: bob });
  });

  test("operators can do the same, by user name or id", async () => {
    await operate("person create", { username: "olga", password: "correct horse" });
    const { body } = await signIn("olga", "correct horse");
    const auth = bearer(body.result.access_token);
    const socket = new StreamSocket(t, "olga", body.result.access_token);
    await socket.until((frame) => frame.type === "hello");
    const closed = socket.closed();
    expect(await operate("person suspend", { username: "olga" })).toMatchObject({ username: "olga", suspended: true });
    expect(await closed).toBe(4001);
    expect((await t.post("/api/listChats", {}, auth)).status).toBe(401);
    await expect(operate("person reset-password", { username: "olga" })).rejects.toThrow("suspended");
    await operate("person restore", { username: String(body.result.user.id) });
    const reset = await operate("person reset-password", { username: "olga" });
    expect(reset.link).toBe(`${t.url}/reset/${reset.code}`);
    expect((await t.post("/api/setPassword", { code: reset.code, password: "battery staple" })).status).toBe(200);
    for (const command of ["person suspend", "person unmake-owner"])
      await expect(operate(command, { username: "alice" })).rejects.toThrow("only owner");
    await expect(operate("person suspend", { username: "echo_bot" })).rejects.toThrow("nobody is called @echo_bot");
    await expect(operate("person suspend")).rejects.toThrow("nobody is called");
  });
});
