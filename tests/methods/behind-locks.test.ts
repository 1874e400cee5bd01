/**
 * What a call decides on is read behind its lock: while it waits for the row, another transaction changes what the
 * decision depends on. On PostgreSQL, where transactions run at the same time.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { signOutByProvider } from "heliogram/app/accounts/provider-sign-out.ts";
import { START_S, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const PASSWORD = "correct horse";
const WORLD = {
  people: [
    { name: "Alice", username: "alice", owner: true },
    { name: "Olga", username: "olga", owner: true },
    { name: "Bob", username: "bob", password: PASSWORD },
  ],
  bots: [{ name: "Helper", username: "helper_bot", owner: "alice" }],
  chats: [{ title: "Team", creator: "alice" }],
};

describe.runIf(inject("postgresUrl") !== "")("behind the lock", () => {
  let t: TestService;
  let other: pg.Client;
  let chat_id = 0;
  beforeAll(async () => {
    t = await startWorld("postgres", WORLD);
    other = new pg.Client({ connectionString: t.database });
    await other.connect();
    chat_id = t.id("Team");
  });
  afterAll(async () => {
    await other.end();
    await t.stop();
  });

  /** Locks a row, makes a call that waits for it, runs `change` in the transaction of the lock, and commits. */
  async function whileWaiting<T = Answer>(lock: string, call: () => Promise<T>, change: string): Promise<T> {
    await other.query("begin");
    await other.query(`${lock} for update`);
    const answer = call();
    await untilOneWaits();
    // Who waits for the row holds nothing that the other changes: else both would wait for each other.
    await other.query("set local lock_timeout = 500");
    await other.query(change);
    await other.query("commit");
    return answer;
  }

  /** Resolves when a statement of this database waits for a lock. */
  async function untilOneWaits(): Promise<void> {
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until(async () => (await other.query(waiting)).rows.length, "a statement that waits for a lock");
  }

  const chatRow = () => `select from chat where id = ${chat_id}`;
  const personRow = (username: string) => `select from account where id = ${t.id(username)}`;
  const linkOf = async (options: object = {}): Promise<string> =>
    (await t.as("alice", "createChatInviteLink", { chat_id, ...options })).invite_link;
  const reasonOf = ({ status, body }: Answer) => [status, body.reason];

  test("a link that is revoked meanwhile lets nobody in", async () => {
    const invite_link = await linkOf();
    const revoke = "update invite_link set is_revoked = 1";
    const answer = await whileWaiting(chatRow(), () => t.person("bob", "joinChat", { invite_link }), revoke);
    expect(reasonOf(answer)).toEqual([404, "LINK_NOT_FOUND"]);
  });

  test("a link that is revoked meanwhile takes no join request", async () => {
    const invite_link = await linkOf({ creates_join_request: true });
    const revoke = "update invite_link set is_revoked = 1";
    const answer = await whileWaiting(chatRow(), () => t.person("bob", "askToJoin", { invite_link }), revoke);
    expect(reasonOf(answer)).toEqual([404, "LINK_NOT_FOUND"]);
  });

  test("a chat that becomes private meanwhile is not joined by its user name", async () => {
    await t.as("alice", "setChatUsername", { chat_id, username: "open_team" });
    const hide = `update chat set username = null where id = ${chat_id}; delete from username where owner = ${chat_id}`;
    const join = () => t.person("bob", "joinChat", { username: "open_team" });
    expect(reasonOf(await whileWaiting(chatRow(), join, hide))).toEqual([404, "CHAT_NOT_FOUND"]);
  });

  test("a password that is replaced meanwhile opens no session", async () => {
    const replace = `update person set password_hash = 'other' where account_id = ${t.id("bob")}`;
    const signIn = () => t.post("/api/signIn", { username: "bob", password: PASSWORD });
    expect((await whileWaiting(personRow("bob"), signIn, replace)).status).toBe(401);
  });

  test("a person who is suspended meanwhile gets no session and changes nothing", async () => {
    const suspend = `update account set suspended_at = 1 where id = ${t.id("bob")}`;
    const rename = () => t.person("bob", "editProfile", { first_name: "Other" });
    expect((await whileWaiting(personRow("bob"), rename, suspend)).status).toBe(401);
    await t.as("alice", "restorePerson", { user_id: t.id("bob") });
    const user_id = t.id("bob");
    const reset = () => t.person("alice", "resetPassword", { user_id });
    expect(reasonOf(await whileWaiting(personRow("bob"), reset, suspend))).toEqual([403, "USER_DEACTIVATED"]);
    await t.as("alice", "restorePerson", { user_id });
  });

  test("a session that is opened meanwhile ends with the others of its person, or of its provider", async () => {
    const opened = (id: number) =>
      `insert into session (id, person_id, label, token_hash, created_at, seen_at, expires_at, way)
       values (${id}, ${t.id("bob")}, 'Phone', 'hash ${id}', 0, 0, 4000000000, 'approved')`;
    const byProvider = (id: number) =>
      `insert into provider_session (session_id, issuer, subject, sid, id_token, expires_at)
       values (${id}, 'https://sso.invalid', 'bob', 'one', '', 4000000000)`;
    const labels = async () => (await t.as("bob", "listSessions")).map(({ label }: Json) => label);
    await other.query(`${opened(7001)}; ${byProvider(7001)}`);
    const named = { issuer: "https://sso.invalid", provider_id: "company", subject: undefined, sid: "one" };
    const signOut = () =>
      t.service.db.write((tx) => signOutByProvider(tx, { ...named, hash: "once", expires_at: 4_000_000_000 }, START_S));
    expect(await whileWaiting(personRow("bob"), signOut, `${opened(7002)}; ${byProvider(7002)}`)).toBe(true);
    expect(await labels()).not.toContain("Phone");
    await whileWaiting(personRow("bob"), () => t.person("bob", "endSessions"), opened(7003));
    expect(await labels()).toHaveLength(1);
  });

  test("an owner who loses the right meanwhile uses it no more", async () => {
    const lock = `select from person where account_id = ${t.id("olga")}`;
    const demote = `update person set is_owner = 0 where account_id = ${t.id("olga")}`;
    const answer = await whileWaiting(lock, () => t.person("olga", "createInvitation"), demote);
    expect(reasonOf(answer)).toEqual([403, "OWNER_RIGHTS_NEEDED"]);
  });

  test("a bot that is deleted meanwhile is not added, and sets no webhook", async () => {
    const bot_id = t.id("helper_bot");
    const lock = `select from bot where account_id = ${bot_id}`;
    const remove = `update account set suspended_at = 1 where id = ${bot_id}; update bot set deleted_at = 1 where account_id = ${bot_id}`;
    const add = () => t.person("alice", "addMember", { chat_id, user_id: bot_id });
    expect(reasonOf(await whileWaiting(lock, add, remove))).toEqual([403, "USER_DEACTIVATED"]);
    const restore = `update account set suspended_at = null where id = ${bot_id}; update bot set deleted_at = null where account_id = ${bot_id}`;
    await other.query(restore);
    const set = () => t.bot("helper_bot", "setWebhook", { url: "http://127.0.0.1:9/" });
    expect((await whileWaiting(lock, set, remove)).status).toBe(401);
  });
});
