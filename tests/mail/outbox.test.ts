/** The queue of mails: what a mail server may do, and what becomes of the mails. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queueMail } from "heliogram/app/mail/queue-mail.ts";
import { MAILS_PER_HOUR } from "heliogram/domain/mail.ts";
import { Outbox } from "heliogram/mail/outbox.ts";
import { Smtp } from "heliogram/mail/smtp.ts";
import { ONLY_PROCESS, type Lease } from "heliogram/store/lease.ts";
import { engines, startWorld, type TestService } from "../support/service.ts";
import { MailServer, silentPort } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import { until } from "../support/until.ts";
import { maintenanceRounds } from "../support/maintenance.ts";

const WORLD = {
  people: ["alice", "bob"].map((username) => ({ name: username, username, owner: username === "alice" })),
  bots: [],
  chats: [],
};

describe.each(engines())("the queue of mails on %s", (engine) => {
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  beforeEach(async () => {
    mailed = await MailedService.start((mail) => startWorld(engine, WORLD, mail));
    ({ t, server } = mailed);
  });
  afterEach(async () => {
    const told = /.*(?:example\.org|pass word).*/.exec(t.log.join(""));
    if (told) throw new Error(`the log has an address or the password: ${told[0]}`);
    await mailed.stop();
  });

  const claim = (address: string, who = "alice") => t.as(who, "setMailAddress", { address });
  const count = async (outcome: string) =>
    Number(
      new RegExp(`^heliogram_mails_total\\{outcome="${outcome}"\\} (\\d+)$`, "m").exec(
        String((await t.fetch("/metrics")).body),
      )?.[1] ?? 0,
    );
  const counted = (outcome: string, least = 1) =>
    until(async () => (await count(outcome)) >= least, `${least} mails that are ${outcome}`);

  test("a recipient that is refused for good is given up; others are not held up, and the log has no address", async () => {
    server.refused = { address: "gone@example.org", by: { code: 550, text: "5.1.1 no gone@example.org here" } };
    await claim("gone@example.org");
    await counted("given_up");
    expect(await mailed.waiting()).toBe(0);
    await claim("bob@example.org", "bob");
    await server.mailTo("bob@example.org");
    expect(t.log.join("")).toMatch(
      /"step":"recipient","code":550,"status":"5\.1\.1","msg":"the mail server refuses a mail for/,
    );
    server.refuse.data = { code: 552, text: "5.3.4 message file too big" };
    await claim("large@example.org");
    await counted("given_up", 2);
    expect(t.log.join("")).toContain('"step":"message","code":552,"status":"5.3.4"');
  });

  test("a recipient that is refused with a temporary answer is tried again, later and later, with one Message-ID", async () => {
    server.refuse.to = { code: 451, text: "4.7.1 greylisted" };
    await claim("alice@example.org");
    await counted("deferred");
    server.refuse = { data: { code: 451, text: "4.3.0 try later" } };
    await t.advanceUntil(counted("deferred", 2), 10_000);
    server.refuse = {};
    await t.advanceUntil(server.mailTo("alice@example.org"), 10_000);
    await mailed.sentAll();
    expect(server.mails).toHaveLength(1);
    const ids = server.read.map((raw) => /^Message-ID: (<\d+\.\d+@chat\.example\.org>)\r$/m.exec(raw)?.[1]);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(ids[0]).toBeDefined();
  });

  test("a server that is down, or refuses the password or the sender, gets the mails when it is well again", async () => {
    await server.down();
    await claim("alice@example.org");
    await counted("deferred");
    expect(await mailed.waiting()).toBe(1);
    await server.up();
    server.refuse.auth = { code: 535, text: "5.7.8 no" };
    await t.advanceUntil(counted("deferred", 2), 10_000);
    expect(t.log.join("")).toContain('"step":"sign_in","code":535');
    server.refuse = { from: { code: 553, text: "5.7.1 not your address" } };
    await t.advanceUntil(counted("deferred", 3), 10_000);
    expect(t.log.join("")).toContain('"step":"sender","code":553,"status":"5.7.1"');
    server.refuse = {};
    await t.advanceUntil(server.mailTo("alice@example.org"), 10_000);
  });

  test("a mail that nobody takes is given up when its link is of no use any more", async () => {
    server.refuse.data = { code: 452, text: "4.3.1 full" };
    await claim("alice@example.org");
    await counted("deferred");
    t.clock.advance(86_400_000);
    await t.advanceUntil(counted("given_up"), 10_000);
    expect(t.log.join("")).toContain("a mail has waited until it was of no use any more");
    await maintenanceRounds(t, 2);
    expect(await mailed.waiting()).toBe(0);
  });

  test("one account does not hold up another, and causes a limited number of mails", async () => {
    server.refuse.connect = { code: 421, text: "4.3.2 busy" };
    const mail = { kind: "verification", person_id: t.id("alice"), detail: {}, lasts_s: 60 } as const;
    const queue = (account_id: number, address: string) =>
      t.service.db.write((tx) =>
        queueMail(tx, { ...mail, account_id, address, nonce: "" }, Math.floor(t.clock.now() / 1000)),
      );
    for (let i = 0; i < MAILS_PER_HOUR.verification; i++)
      expect(await queue(t.id("alice"), `a${i}@example.org`)).toBe(true);
    expect(await queue(t.id("alice"), "more@example.org")).toBe(false);
    expect(await queue(t.id("bob"), "b@example.org")).toBe(true);
    t.clock.advance(3_700_000);
    expect(await queue(t.id("alice"), "later@example.org")).toBe(true);
  });

  test("accounts take turns: the one mail of an account does not wait for the many of another", async () => {
    server.refuse.connect = { code: 421, text: "4.3.2 busy" };
    for (let i = 0; i < 8; i++) await tell(t, "alice", `a${i}@example.org`);
    await until(async () => (await count("deferred")) > 0, "a server that is busy");
    // Queued after the refusal, which would defer this mail too.
    await tell(t, "bob", "bob@example.org");
    server.refuse = {};
    await t.advanceUntil(mailed.sentAll(), 10_000);
    const order = server.mails.map(({ to }) => to[0]);
    expect(order).toHaveLength(9);
    // With two connections, at most two mails of the other account begin before it.
    expect(order.indexOf("bob@example.org")).toBeLessThanOrEqual(2);
  });

  test.runIf(engine === "postgres")("of two nodes one sends, whichever has queued a mail", async () => {
    const other = await t.join();
    for (let i = 0; i < 6; i++) await tell(i % 2 === 0 ? t : other, "alice", `n${i}@example.org`);
    await mailed.sentAll();
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(
      Array.from({ length: 6 }, (_, i) => `n${i}@example.org`),
    );
    await other.stop();
  });

  test("what is queued outlasts a restart, and is sent once", async () => {
    server.refuse.to = { code: 451, text: "4.7.1 greylisted" };
    await claim("alice@example.org");
    await counted("deferred");
    server.refuse = {};
    await t.restart();
    await t.advanceUntil(server.mailTo("alice@example.org"), 10_000);
    await mailed.sentAll();
    expect(server.mails).toHaveLength(1);
  });
});

test("what is due while the node's heartbeat is late is sent once it is written, at whatever time the clock is", async () => {
  const server = await MailServer.start();
  const t = await startWorld("memory", WORLD);
  const { db, hashes, deps } = t.service;
  const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isWritten = false;
  const lease: Lease = {
    ...ONLY_PROCESS,
    isValid: () => isWritten,
    whenValid: () => {
      asked.resolve();
      return written.promise.then(() => isWritten);
    },
  };
  const { smtp: options, public_url } = server.options();
  const smtp = new Smtp(options);
  const outbox = new Outbox({
    ...{ db, hashes, smtp, public_url, seal: deps.seal, clock: t.clock, fraction: () => 0 },
    leases: {
      hold(_name, holder) {
        holder.acquired(lease);
        return () => holder.lost();
      },
    },
    onAttempt: () => {},
    onError: (error) => expect.unreachable(String(error)),
  });
  await tell(t, "alice", "alice@example.org");
  outbox.start();
  await asked.promise;
  expect(server.mails).toEqual([]);
  isWritten = true;
  written.resolve();
  await server.mailTo("alice@example.org");
  await outbox.stop();
  await smtp.close();
  await t.stop();
  await server.stop();
});

describe("an owner's test mail", () => {
  const send = async (
    options: Parameters<MailServer["options"]>[0],
    server: MailServer,
    address = "alice@example.org",
  ) => {
    const t = await startWorld("memory", WORLD, { mail: server.options(options) });
    try {
      return await t.as("alice", "sendTestMail", { address });
    } finally {
      await t.stop();
    }
  };

  test("arrives, or says at which step it stopped", async () => {
    const server = await MailServer.start();
    expect(await send({}, server)).toEqual({ sent: true, address: "alice@example.org" });
    expect(server.mails[0]!.parsed.subject).toBe("Test mail of chat.example.org");
    const credentials = { user: "chat", password: "wrong" };
    expect(await send({ credentials }, server)).toMatchObject({ sent: false, step: "sign_in" });
    expect(await send({ certificate: undefined }, server)).toMatchObject({ sent: false, step: "encryption" });
    expect(await send({ host: "mail.invalid" }, server)).toMatchObject({ sent: false, step: "name" });
    const early = await send({ is_encrypted: true }, server);
    expect(early).toMatchObject({
      step: "encryption",
      reason: "the server answers in clear",
    });
    server.refuse.from = { code: 553, text: "5.7.1 not your address" };
    expect(await send({}, server)).toEqual({
      sent: false,
      address: "alice@example.org",
      step: "sender",
      reason: "553 5.7.1 not your address",
    });
    server.refuse = { data: { code: 554, text: "5.7.1 spam" } };
    expect(await send({}, server)).toMatchObject({ sent: false, step: "message" });
    await server.stop();
    expect(await send({}, server)).toMatchObject({ sent: false, step: "connection" });
  });

  test("the service greets the server by its name or address, and one click ends mails by https alone", async () => {
    const server = await MailServer.start();
    const letter = { subject: "Hello", parts: [], footer: "Bye" };
    const sent = async (greeting_host: string, unsubscribe_url: string) => {
      const smtp = new Smtp(server.options({ greeting_host }).smtp);
      const envelope = { to: "alice@example.org", language: "en", message_id: undefined } as const;
      await smtp.send({ ...letter, unsubscribe_url }, envelope);
      await smtp.close();
      const { greeting, raw } = server.mails.at(-1)!;
      return [greeting, /^List-Unsubscribe: <.*>\r$/m.test(raw), raw.includes("List-Unsubscribe-Post")];
    };
    expect(await sent("chat.example.org", "https://chat.example.org/u")).toEqual(["chat.example.org", true, true]);
    expect(await sent("192.0.2.1", "http://192.0.2.1/u")).toEqual(["[192.0.2.1]", true, false]);
    expect(await sent("[2001:db8::1]", "http://[2001:db8::1]/u")).toEqual(["[ipv6:2001:db8::1]", true, false]);
    await server.stop();
  });

  test("nothing is said in clear where encryption is required and not offered", async () => {
    const server = await MailServer.start({ disabledCommands: ["STARTTLS"] });
    expect(await send({}, server)).toMatchObject({ sent: false, step: "encryption" });
    expect(await send({ tls: "optional" }, server)).toMatchObject({ sent: true });
    expect(server.mails.map(({ encrypted }) => encrypted)).toEqual([false]);
    await server.stop();
  });

  test("a server that says nothing stops it after the time-out", async () => {
    const server = await MailServer.start();
    const silent = await silentPort();
    expect(await send({ port: silent.port, timeout_s: 1 }, server)).toMatchObject({ sent: false, step: "connection" });
    silent.close();
    await server.stop();
  });
});

/** Queues a mail that needs no code. */
function tell(t: TestService, who: string, address: string): Promise<boolean> {
  const mail = { kind: "account_notice", account_id: t.id(who), person_id: t.id(who), address } as const;
  const queued = { ...mail, detail: { kind: "password_changed" } as const, lasts_s: 86_400 };
  return t.service.db.write((tx) => queueMail(tx, queued, Math.floor(t.clock.now() / 1000)));
}
