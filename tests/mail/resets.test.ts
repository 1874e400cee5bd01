/** Passwords that people reset by mail: who gets a link, how often, and what a stranger learns or can do (behaviour.md §2). */
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAppSecret } from "heliogram/app/accounts/authenticator-app.ts";
import { mailReset } from "heliogram/app/accounts/mailed-resets.ts";
import { switchPasswordSignIn } from "heliogram/app/accounts/password-sign-in.ts";
import { setUpApp } from "heliogram/app/accounts/second-factor.ts";
import { MAILS_PER_HOUR } from "heliogram/domain/mail.ts";
import { RESETS_FROM_ONE } from "heliogram/methods/rate-limits/attempt-limits.ts";
import type { Tx } from "heliogram/store/db.ts";
import type { Statement } from "heliogram/store/statement.ts";
import { insertIdentity } from "heliogram/store/queries/accounts/identities.ts";
import { codeIn, type MailServer } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import { maintenanceRounds } from "../support/maintenance.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";
import { until } from "../support/until.ts";

const COUNT_RESETS = sqlRead<{ n: number }>("select count(*) as n from mailed_reset");
const PASSWORD = "correct horse";
const NEW = "battery staple";
const HOUR_MS = 3_600_000;
const WORLD = {
  people: [
    ...["alice", "bob", "carla", "dave", "erin", "sam", "pat", "nora"].map((username) => ({
      ...{ name: username, username, ...(username === "pat" ? {} : { password: PASSWORD }) },
    })),
    { name: "Owner", username: "owner", owner: true },
  ],
  bots: [{ name: "Bot", username: "some_bot" }],
  chats: [],
};

describe.each(engines())("resets by mail on %s", (engine) => {
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  beforeAll(async () => {
    mailed = await MailedService.start((mail) => startWorld(engine, WORLD, mail));
    ({ t, server } = mailed);
    for (const who of ["alice", "bob", "carla", "dave", "erin", "sam", "pat"]) await mailed.confirm(who);
    const identity = { issuer: "https://sso.invalid", subject: "pat", person_id: t.id("pat"), email: "" };
    await t.service.db.write((tx) => insertIdentity(tx, identity, 0));
    await t.as("owner", "suspendPerson", { user_id: t.id("sam") });
  });
  afterAll(() => mailed.stop());

  const ask = (name: string, from = "203.0.113.1") =>
    t.post("/api/requestPasswordReset", { name }, { "x-forwarded-for": from });
  /** Mails of resets; accounts are told of new passwords by others. */
  const resetMails = () => server.mails.filter(({ parsed }) => parsed.subject?.startsWith("New password"));
  const mailsOf = (who: string) => resetMails().filter(({ to }) => to.includes(`${who}@example.org`));
  const mailsTo = (who: string) => mailsOf(who).length;
  /** Asks, and returns the code of the mail. */
  const codeFor = async (who: string, name = who, from?: string): Promise<string> => {
    const before = mailsTo(who);
    expect((await ask(name, from)).body).toEqual({ ok: true, result: true });
    await until(() => mailsTo(who) > before, `a mail to ${who}`);
    return codeIn(mailsOf(who).at(-1)!);
  };
  const use = (code: string) => t.post("/api/setPassword", { code, password: NEW });
  const signIn = async (username: string, password: string): Promise<Json> =>
    (await t.post("/api/signIn", { username, password })).body;

  test("the link sets a password once, ends the sessions, and the sign-in page says that there is such a way", async () => {
    expect((await t.post("/api/getSignInOptions", {})).body.result.mails_resets).toBe(true);
    const earlier = (await signIn("alice", PASSWORD)).result.access_token;
    const code = await codeFor("alice", "@Alice");
    const { parsed } = mailsOf("alice").at(-1)!;
    expect(parsed.subject).toBe("New password for chat.example.org");
    expect(parsed.text).toContain("the account @alice at chat.example.org");
    expect((await t.post("/api/getReset", { code })).body.result.user.username).toBe("alice");
    expect((await use(code)).body.result.user.username).toBe("alice");
    expect((await use(code)).body.reason).toBe("RESET_INVALID");
    expect((await signIn("alice", PASSWORD)).reason).toBe("WRONG_PASSWORD");
    expect((await t.post("/api/getProfile", {}, { authorization: `Bearer ${earlier}` })).status).toBe(401);
    const { entries } = await t.as("owner", "listAudit", { limit: 10 });
    const made = entries.map(({ action, subject }: Json) => `${action} ${subject?.user?.username}`);
    expect(made).toEqual(expect.arrayContaining(["password_reset_asked alice", "password_reset_used alice"]));
    expect(JSON.stringify(entries)).not.toContain("example.org");
  });

  test("neither an owner's link nor an earlier mail is replaced; all end with the new password and with the address", async () => {
    const { code: owners } = await t.as("owner", "resetPassword", { user_id: t.id("bob") });
    const first = await codeFor("bob", "BOB@example.ORG");
    const second = await codeFor("bob");
    for (const code of [owners, first, second])
      expect((await t.post("/api/getReset", { code })).body.result.user.username).toBe("bob");
    await use(first);
    for (const code of [owners, second]) expect((await use(code)).body.reason).toBe("RESET_INVALID");
    const session = (await signIn("bob", NEW)).result.access_token;
    const third = await codeFor("bob");
    await t.post("/api/removeMailAddress", { password: NEW }, { authorization: `Bearer ${session}` });
    expect((await use(third)).body.reason).toBe("RESET_INVALID");
  });

  test("a second factor stays, and is asked for after the new password", async () => {
    const { db, deps } = t.service;
    const secret = newAppSecret(deps.random.bytes);
    const now_s = Math.floor(t.clock.now() / 1000);
    await db.write((tx) => setUpApp(tx, deps, t.id("carla"), { secret, step: 0 }, now_s));
    const { result } = (await use(await codeFor("carla"))).body;
    expect(result.access_token).toBeUndefined();
    const { challenge } = result.second_factor;
    const code = new TOTP({ secret }).generate({ timestamp: t.clock.now() });
    expect((await t.post("/api/signInSecondFactor", { challenge, code })).body.ok).toBe(true);
  });

  test("who asks learns nothing: the same answer, the same statements, and no mail to others", async () => {
    const before = resetMails().length;
    const statements = async (name: string) => {
      const seen: Statement[] = [];
      const request = { name, from: "203.0.113.77", isRecorded: true };
      const { hashes, deps } = t.service;
      await t.service.db.write((tx) =>
        mailReset(watched(tx, seen), { hashes, bytes: deps.random.bytes }, request, Math.floor(t.clock.now() / 1000)),
      );
      return seen;
    };
    const known = await statements("erin");
    expect(known.length).toBeGreaterThan(8);
    for (const name of ["nobody_at_all", "nora", "sam", "some_bot", "nobody@example.org", "", "@", "a b@c"])
      expect(await statements(name), name).toEqual(known);
    // More than one person may cause.
    for (let i = 0; i < MAILS_PER_HOUR.password_reset; i++) await statements("nobody_at_all");
    expect(await statements("nobody_at_all")).toEqual(known);
    for (const name of ["nobody_at_all", "nora", "sam", "some_bot", "nobody@example.org"])
      expect((await ask(name)).body).toEqual({ ok: true, result: true });
    await mailed.sentAll();
    expect(resetMails().length - before).toBe(1);
  });

  test("strangers cannot fill a mailbox, and leave the person mails of their own", async () => {
    t.clock.advance(25 * HOUR_MS);
    // A sign-in makes its network a place of the person.
    await t.post("/api/signIn", { username: "dave", password: PASSWORD }, { "x-forwarded-for": "198.51.100.7" });
    const before = mailsTo("dave");
    const askAll = async (from: (i: number) => string) => {
      for (let i = 0; i < 8; i++) await ask("dave", from(i));
      await mailed.sentAll();
      return mailsTo("dave") - before;
    };
    expect(await askAll((i) => `203.0.113.${i}`)).toBe(3);
    t.clock.advance(HOUR_MS + 1000);
    expect(await askAll((i) => `203.0.113.${i}`)).toBe(6);
    t.clock.advance(HOUR_MS + 1000);
    expect(await askAll((i) => `203.0.113.${i}`)).toBe(6);
    expect(await askAll(() => "198.51.100.7")).toBe(9);
    t.clock.advance(24 * HOUR_MS);
    await codeFor("dave", "dave", "203.0.113.1");
    await maintenanceRounds(t, 2);
    const rows = await t.service.db.read((tx) => tx.all(COUNT_RESETS));
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("a link is of no use after an hour", async () => {
    const code = await codeFor("erin");
    t.clock.advance(HOUR_MS);
    expect((await use(code)).body.reason).toBe("RESET_INVALID");
  });

  test("who signs in by a provider alone is told so; while nobody signs in by password, others get nothing", async () => {
    await ask("pat");
    const { parsed } = await server.mailTo("pat@example.org");
    expect(parsed.text).toContain("This account needs no password");
    expect(parsed.text).not.toContain("/reset/");
    await t.service.db.write((tx) => switchPasswordSignIn(tx, "operator", false, 0));
    const before = mailsTo("erin");
    expect((await ask("erin")).body).toEqual({ ok: true, result: true });
    await mailed.sentAll();
    expect(mailsTo("erin")).toBe(before);
    expect((await t.post("/api/getSignInOptions", {})).body.result.mails_resets).toBe(false);
  });
});

test("clients have a limit of their own, and a service without mail or passwords has no such way", async () => {
  const mailed = await MailedService.start((mail) => startWorld("memory", WORLD, { ...mail, rate_limits: "default" }));
  const { t } = mailed;
  const ask = (from: string) => t.post("/api/requestPasswordReset", { name: "nobody" }, { "x-forwarded-for": from });
  for (let i = 0; i < RESETS_FROM_ONE.attempts; i++) {
    expect((await ask("203.0.113.9")).status).toBe(200);
    t.clock.advance(1000);
  }
  expect((await ask("203.0.113.9")).status).toBe(429);
  expect((await ask("203.0.113.10")).status).toBe(200);
  await mailed.stop();
  const without = await startWorld("memory", WORLD);
  expect((await without.post("/api/getSignInOptions", {})).body.result.mails_resets).toBe(false);
  expect((await without.post("/api/requestPasswordReset", { name: "alice" })).body.reason).toBe("NO_MAIL");
  await without.stop();
});

/** The transaction, which notes its statements. */
function watched(tx: Tx, seen: Statement[]): Tx {
  return new Proxy(tx, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      if (typeof method !== "function") return method;
      if (!["all", "get", "run"].includes(String(name))) return method.bind(target) as unknown;
      return (statement: Statement, ...values: unknown[]) => {
        seen.push(statement);
        return method.call(target, statement, ...values);
      };
    },
  });
}
