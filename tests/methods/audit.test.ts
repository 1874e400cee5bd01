/** The audit log: entries are recorded in the transaction of their action, expire, and never contain a credential. */
import { AUDIT_ACTIONS } from "@heliogram/shared/audit.ts";
import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExport } from "heliogram/cli/admin/export.ts";
import { suspendPerson } from "heliogram/app/accounts/person-administration.ts";
import { findPerson } from "heliogram/store/queries/accounts/people.ts";
import { FAILURES_ON_RECORD } from "heliogram/methods/rate-limits/attempt-limits.ts";
import { PERMISSIONS } from "heliogram/domain/members/permissions.ts";
import { advanceHours } from "../support/maintenance.ts";
import { engines, enginesInTurn, START_S, startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

const PASSWORDS = ["correct horse", "battery staple", "wrong horse", "a third horse"] as const;
const DAY_S = 86_400;

describe.each(enginesInTurn())("the audit log on %s", (engine) => {
  let t: TestService;
  /** Everything that no entry may contain. */
  const secrets: string[] = [...PASSWORDS];
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const operate = async (command: string, options: object = {}): Promise<Json> =>
    keep(await t.operate(command, options));
  const post = async (method: string, params: object, access_token?: string): Promise<Json> => {
    const auth: Record<string, string> = access_token ? { authorization: `Bearer ${access_token}` } : {};
    return keep((await t.post(`/api/${method}`, params, auth)).body);
  };
  const alice = async (method: string, params: object = {}): Promise<Json> => keep(await t.as("alice", method, params));

  /** Records the credentials of a response. */
  function keep(answer: Json): Json {
    for (const [name, value] of Object.entries<Json>(answer?.result ?? answer))
      if (["code", "token", "access_token", "link"].includes(name)) secrets.push(value);
    return answer;
  }

  /** Does in chats whatever is recorded of them. */
  async function everyActionInAChat(): Promise<void> {
    const { id: chat_id } = (await t.as("bob", "createChat", { title: "Recorded" })).chat;
    const carla = { chat_id, user_id: t.id("carla") };
    await t.as("bob", "addMember", carla);
    await t.as("bob", "setChatDescription", { chat_id, description: "All of it" });
    await t.as("bob", "promoteChatMember", { ...carla, can_change_info: true });
    await t.as("bob", "promoteChatMember", { ...carla, can_pin_messages: true });
    await t.as("bob", "promoteChatMember", carla);
    await t.as("bob", "restrictChatMember", { ...carla, permissions: { can_send_messages: false } });
    const permissions = Object.fromEntries(Object.keys(PERMISSIONS).map((name) => [name, true]));
    await t.as("bob", "restrictChatMember", { ...carla, permissions });
    await t.as("bob", "banChatMember", carla);
    await t.as("bob", "unbanChatMember", carla);
    await t.as("bob", "addMember", carla);
    await t.ok("guard_bot", "unbanChatMember", { chat_id: t.id("Team"), user_id: t.id("carla") });
    await t.as("bob", "transferOwnership", carla);
    await t.as("carla", "leaveChat", { chat_id });
    await t.as("alice", "takeOverChat", { chat_id });
    await t.as("alice", "deleteChat", { chat_id });
  }

  /** Entries after `after`, the oldest first, in short form. */
  const since = async (after: number): Promise<Json[]> => {
    const { entries } = await t.as("alice", "listAudit", { limit: 200 });
    return entries
      .filter((each: Json) => each.id > after)
      .reverse()
      .map((each: Json) => [
        each.actor?.username ?? each.origin,
        each.action,
        each.subject?.user?.username ?? each.subject?.kind,
        each.detail,
      ]);
  };
  const newest = async (): Promise<number> => (await t.as("alice", "listAudit", { limit: 1 })).entries[0]?.id ?? 0;

  test("the developer console is recorded when it is turned on and off", async () => {
    const before = await newest();
    for (const on of [true, true, false, false]) await alice("setDeveloperConsole", { on });
    expect(await since(before)).toEqual([
      ["alice", "developer_console_on", undefined, {}],
      ["alice", "developer_console_off", undefined, {}],
    ]);
  });

  test("pushes are recorded: devices that are told, and whether owners let names and texts be told", async () => {
    const before = await newest();
    const keys = createECDH("prime256v1").generateKeys("base64url");
    const device = { endpoint: "https://push.example/1", p256dh: keys, auth: Buffer.alloc(16).toString("base64url") };
    const { subscription_id } = await alice("addPushSubscription", { ...device, label: "phone" });
    await alice("removePushSubscription", { subscription_id });
    for (const allowed of [true, false, false, true]) await alice("setPushContents", { allowed });
    expect(await since(before)).toEqual([
      ["alice", "push_enabled", undefined, { device: "phone" }],
      ["alice", "push_disabled", undefined, {}],
      ["alice", "push_contents_withheld", undefined, {}],
      ["alice", "push_contents_allowed", undefined, {}],
    ]);
  });

  test("actions of people and operators are recorded with actor and target", async () => {
    const before = await newest();
    const { code: invitation } = await alice("createInvitation");
    const form = { invitation, first_name: "Eve", username: "eve", password: PASSWORDS[0] };
    const { result: eve } = await post("signUp", form);
    const signIn = (password: string) => post("signIn", { username: "eve", password, device: "phone" });
    await signIn(PASSWORDS[2]);
    const { result: phone } = await signIn(PASSWORDS[0]);
    const change = { old_password: PASSWORDS[0], new_password: PASSWORDS[1] };
    await post("changePassword", change, phone.access_token);
    const { result: made } = await post("createBot", { name: "Eve's", username: "eve_bot" }, phone.access_token);
    const bot_id = made.bot.user.id;
    await post("editBot", { bot_id, description: "Mine", privacy: false }, phone.access_token);
    await post("editBot", { bot_id }, phone.access_token);
    await post("regenerateBotToken", { bot_id }, phone.access_token);
    await alice("suspendBot", { bot_id });
    await alice("restoreBot", { bot_id });
    await post("deleteBot", { bot_id }, phone.access_token);
    const user_id = eve.user.id;
    const { code } = await alice("resetPassword", { user_id });
    await post("setPassword", { code, password: PASSWORDS[3] });
    for (const method of ["makeOwner", "unmakeOwner", "suspendPerson"]) await alice(method, { user_id });
    // An action that changes nothing is not recorded.
    for (const method of ["suspendPerson", "unmakeOwner"]) await alice(method, { user_id });
    await signIn(PASSWORDS[3]);
    await alice("restorePerson", { user_id });
    await alice("createInvitation");
    const { invitations } = await t.as("alice", "listInvitations", { limit: 1 });
    await alice("revokeInvitation", { invitation_id: invitations[0].id });
    await alice("setSignUp", { open: true });
    await post("signUp", { first_name: "Finn", username: "finn", password: PASSWORDS[0] });
    await alice("setSignUp", { open: false });
    expect(await since(before)).toEqual([
      ["alice", "invitation_made", "invitation", { makes_owner: false }],
      ["eve", "invitation_used", "invitation", { makes_owner: false }],
      ["stranger", "sign_in_failed", "eve", { reason: "wrong password" }],
      ["eve", "signed_in", "eve", { device: "phone" }],
      ["eve", "password_changed", "eve", {}],
      ["eve", "bot_created", "eve_bot", { username: "eve_bot" }],
      ["eve", "bot_edited", "eve_bot", { changed: ["description", "privacy"] }],
      ["eve", "bot_token_regenerated", "eve_bot", {}],
      ["alice", "bot_suspended", "eve_bot", {}],
      ["alice", "bot_restored", "eve_bot", {}],
      ["eve", "bot_deleted", "eve_bot", { username: "eve_bot" }],
      ["alice", "password_reset_made", "eve", {}],
      ["eve", "password_reset_used", "eve", {}],
      ["alice", "owner_made", "eve", {}],
      ["alice", "owner_unmade", "eve", {}],
      ["alice", "person_suspended", "eve", {}],
      ["stranger", "sign_in_failed", "eve", { reason: "suspended" }],
      ["alice", "person_restored", "eve", {}],
      ["alice", "invitation_made", "invitation", { makes_owner: false }],
      ["alice", "invitation_revoked", "invitation", {}],
      ["alice", "sign_up_opened", undefined, {}],
      ["finn", "signed_up", "finn", {}],
      ["alice", "sign_up_closed", undefined, {}],
    ]);
  });

  test("operators' commands are recorded as theirs", async () => {
    const before = await newest();
    await operate("person create", { username: "olga", password: PASSWORDS[0], is_owner: true });
    await operate("bot create", { username: "ops_bot" });
    await operate("bot edit", { username: "ops_bot", name: "Ops" });
    await operate("bot token", { username: "ops_bot" });
    await operate("bot suspend", { username: "ops_bot" });
    await operate("bot restore", { username: "ops_bot" });
    await operate("bot delete", { username: "ops_bot" });
    for (const action of ["reset-password", "unmake-owner", "make-owner", "suspend", "restore"])
      await operate(`person ${action}`, { username: "olga" });
    expect(await since(before)).toEqual([
      ["operator", "person_created", "olga", { username: "olga", makes_owner: true }],
      ["operator", "bot_created", "ops_bot", { username: "ops_bot" }],
      ["operator", "bot_edited", "ops_bot", { changed: ["first_name"] }],
      ["operator", "bot_token_regenerated", "ops_bot", {}],
      ["operator", "bot_suspended", "ops_bot", {}],
      ["operator", "bot_restored", "ops_bot", {}],
      ["operator", "bot_deleted", "ops_bot", { username: "ops_bot" }],
      ["operator", "password_reset_made", "olga", {}],
      ["operator", "owner_unmade", "olga", {}],
      ["operator", "owner_made", "olga", {}],
      ["operator", "person_suspended", "olga", {}],
      ["operator", "person_restored", "olga", {}],
    ]);
  });

  test("refused and rolled-back actions leave no entry", async () => {
    const before = await newest();
    for (const method of ["suspendPerson", "unmakeOwner"])
      expect((await t.person("bob", method, { user_id: t.id("alice") })).status).toBe(403);
    expect((await t.person("alice", "suspendPerson", { user_id: t.id("alice") })).status).toBe(400);
    expect((await t.person("bob", "createBot", { name: "X", username: "echo_bot" })).status).toBe(400);
    await post("setPassword", { code: "x".repeat(43), password: PASSWORDS[0] });
    await expect(operate("bot create", { username: "echo_bot" })).rejects.toThrow("taken");
    await expect(
      t.service.db.write(async (tx) => {
        await suspendPerson(tx, "operator", (await findPerson(tx, t.id("bob")))!, START_S);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await since(before)).toEqual([]);
    expect((await t.person("bob", "listChats")).status).toBe(200);
  });

  test("entries are listed by page, person, origin and action", async () => {
    const list = async (params: object): Promise<Json[]> => (await t.as("alice", "listAudit", params)).entries;
    await everyActionInAChat();
    await t.as("alice", "setRetention", { chat_min_days: 1 });
    await t.as("alice", "setChatRetention", { chat_id: t.id("Team"), messages_days: 2 });
    await t.as("alice", "setHold", { chat_id: t.id("Team") });
    await t.as("alice", "liftHold", { chat_id: t.id("Team") });
    const source = { db: t.service.db, blobs: t.service.blobs, writeDate: String };
    await openExport(source, { command: "export chat", chat: "team" });
    await openExport(source, { command: "export person", person: "bob" });
    await t.as("alice", "erasePerson", { user_id: t.id("dave") });
    const all = await list({ limit: 200 });
    expect(all.map((each) => each.id)).toEqual(all.map((each) => each.id).sort((a, b) => b - a));
    const pages = [...(await list({ limit: 5 })), ...(await list({ limit: 200, before: all[4].id }))];
    expect(pages).toEqual(all);
    const eve = all.find((each) => each.actor?.username === "eve").actor.id;
    for (const [params, fits] of [
      [{ actor_id: eve }, (each: Json) => each.actor?.id === eve],
      [{ origin: "operator" }, (each: Json) => each.origin === "operator"],
      [{ action: "sign_in_failed" }, (each: Json) => each.action === "sign_in_failed"],
      [{ actor_id: t.id("alice"), action: "owner_made" }, (each: Json) => each.subject?.user?.username === "eve"],
    ] as const) {
      const found = await list({ ...params, limit: 200 });
      expect(found.length).toBeGreaterThan(0);
      expect(found.every(fits)).toBe(true);
    }
    expect(await list({ actor_id: eve, limit: 200 })).toEqual(all.filter((each) => each.actor?.id === eve));
    expect((await t.person("alice", "listAudit", { action: "nothing" })).status).toBe(400);
    const actions = new Set(all.map((each) => each.action));
    // Those of sign-ins with a provider are recorded in tests/oidc, those of mail in tests/mail, and those of
    // second factors in second-factor.test.ts and passkeys.test.ts, those of devices in
    // device-codes.test.ts.
    const elsewhere =
      /^(?:device|identity|provider|password_sign_in|mail_address|mail_digest|password_reset_asked|second_factor|recovery_codes?|passkey)(?:_|$)/;
    expect(AUDIT_ACTIONS.filter((action) => !actions.has(action) && !elsewhere.test(action))).toEqual([]);
  });

  test("no entry has a credential, even one typed as a user name", async () => {
    const before = await newest();
    await post("signIn", { username: PASSWORDS[1], password: "eve" });
    expect(await since(before)).toEqual([["stranger", "sign_in_failed", undefined, { reason: "unknown name" }]]);
    const text = await t.service.db.read(async (tx) => JSON.stringify(await tx.all(sqlRead("select * from audit"))));
    expect(secrets.length).toBeGreaterThan(15);
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(t.service.hashes.of(secret));
    }
  });
});

describe.each(engines())("client addresses on %s", (engine) => {
  test("entries and sessions have them, and the operator has none", async () => {
    const t = await startWorld(engine);
    const from = (address: string) => ({ "x-forwarded-for": address });
    const signIn = (password: string, address: string) =>
      t.post("/api/signIn", { username: "gina", password, device: "phone" }, from(address));
    const newcomer = { username: "gina", first_name: "Gina", password: PASSWORDS[2] };
    const { code } = await t.as("alice", "createInvitation");
    await t.post("/api/signUp", { ...newcomer, invitation: code }, from("203.0.113.1"));
    await signIn("a wrong password", "2001:db8:1:2::5");
    const { access_token } = (await signIn(PASSWORDS[2]!, "203.0.113.2")).body.result;
    const chat_id = t.id("Team");
    const unban = { chat_id, user_id: t.id("carla") };
    await t.post(`/bot${t.token("guard_bot")}/unbanChatMember`, unban, from("203.0.113.3"));
    await t.operate("person suspend", { username: "bob" });
    const { entries } = await t.as("alice", "listAudit");
    const address = (action: string) => entries.find((each: Json) => each.action === action).client_address;
    expect(address("invitation_used")).toBe("203.0.113.1");
    expect(address("sign_in_failed")).toBe("2001:db8:1:2::5");
    expect(address("signed_in")).toBe("203.0.113.2");
    expect(address("member_removed")).toBe("203.0.113.3");
    expect(entries.find((each: Json) => each.action === "person_suspended")).not.toHaveProperty("client_address");

    const sessions = async (address: string) => {
      const headers = { authorization: `Bearer ${access_token}`, ...from(address) };
      const listed: Json[] = (await t.post("/api/listSessions", {}, headers)).body.result;
      return listed.map(({ label, client_address }) => [label, client_address]);
    };
    // No more often than the time of the last use, so that reads are no writes.
    const before = [
      ["phone", "203.0.113.2"],
      ["", "203.0.113.1"],
    ];
    expect(await sessions("203.0.113.4")).toEqual(before);
    t.clock.advance(301_000);
    expect(await sessions("203.0.113.4")).toEqual([
      ["phone", "203.0.113.4"],
      ["", "203.0.113.1"],
    ]);
    // The addresses of expired sessions go with them.
    const addresses = async () =>
      JSON.stringify(await t.service.db.read((tx) => tx.all(sqlRead("select client_address from session"))));
    expect(await addresses()).toContain("203.0.113.4");
    await advanceHours(t, 25);
    expect(await addresses()).not.toContain("203.0.113");
    await t.stop();
  });
});

test("anonymous clients cannot fill the audit log", async () => {
  const t = await startWorld("memory");
  const failures = async () => (await t.as("alice", "listAudit", { action: "sign_in_failed" })).entries.length;
  const fail = (i: number) => t.post("/api/signIn", { username: `nobody${i}`, password: PASSWORDS[2] });
  // Counts attempts without making them, because each one takes as long as hashing a password.
  for (let i = 0; i < FAILURES_ON_RECORD.attempts - 3; i++) await t.service.deps.failuresOnRecord.take("sign-in");
  for (let i = 0; i < 5; i++) expect((await fail(i)).status).toBe(401);
  expect(await failures()).toBe(3);
  t.clock.advance(FAILURES_ON_RECORD.window_ms);
  await fail(5);
  expect(await failures()).toBe(4);
  await t.stop();
});

describe.each(enginesInTurn())("expired entries on %s", (engine) => {
  test("are removed, and no others", async () => {
    const t = await startWorld(engine, undefined, { audit_days: 30 });
    const { db } = t.service;
    const operate = (command: string) => t.operate(command, { username: "bob" });
    const at = async (): Promise<number[]> =>
      (await t.as("alice", "listAudit", { origin: "operator" })).entries.map(
        (each: Json) => (each.at - START_S) / DAY_S,
      );
    // The operator's commands use the machine's clock, so their entries are moved to the test's time.
    for (const day of [0, 1, 20]) {
      await operate(day % 2 === 0 ? "person suspend" : "person restore");
      await db.write((tx) =>
        tx.run(sqlWrite("update audit set at = ? where at > ?"), START_S + day * DAY_S, START_S + 20 * DAY_S),
      );
    }
    expect(await at()).toEqual([20, 1, 0]);
    t.clock.advance(30.5 * DAY_S * 1000);
    const untilLeft = (count: number) =>
      until(async () => {
        t.clock.advance(600_000);
        return (await at()).length <= count;
      }, `${count} entries that are left`);
    await untilLeft(2);
    expect(await at()).toEqual([20, 1]);
    t.clock.advance(DAY_S * 1000);
    await untilLeft(1);
    expect(await at()).toEqual([20]);
    await t.stop();
  });
});
