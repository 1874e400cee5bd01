/** Mail addresses of people: claimed with the password, confirmed by the link in a mail, unique, and removed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepLanguage } from "heliogram/app/accounts/profile.ts";
import { mailAddressOf, mailClaimOf } from "heliogram/store/queries/mail/mail-addresses.ts";
import { enginesInTurn, startWorld, type TestService } from "../support/service.ts";
import { codeIn, type MailServer } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";

const PASSWORD = "correct horse";
const WORLD = {
  people: ["alice", "bob", "carla", "owner"].map((username) => ({
    ...{ name: username, username, password: PASSWORD },
    owner: username === "owner",
  })),
  bots: [],
  chats: [],
};

describe.each(enginesInTurn())("mail addresses on %s", (engine) => {
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  beforeAll(async () => {
    mailed = await MailedService.start((mail) => startWorld(engine, WORLD, mail));
    ({ t, server } = mailed);
  });
  afterAll(() => mailed.stop());

  const claim = (who: string, address: string, password = PASSWORD) =>
    t.person(who, "setMailAddress", { address, password });
  const confirm = (code: string) => t.post("/api/confirmMailAddress", { code });
  const settingsOf = (who: string) => t.as(who, "getMailSettings");

  test("an address is the person's once its mail is answered, and its code works once", async () => {
    expect(await settingsOf("alice")).toEqual({ enabled: true, digest: "off" });
    expect((await claim("alice", "Alice@Example.org", "wrong horse")).body.reason).toBe("PASSWORD_WRONG");
    expect((await claim("alice", "Alice@Example.org")).body.result).toBe(true);
    expect(await settingsOf("alice")).toEqual({ enabled: true, pending_address: "Alice@example.org", digest: "off" });
    const mail = await server.mailTo("Alice@example.org");
    const code = await server.codeTo("Alice@example.org");
    expect(mail.encrypted).toBe(true);
    expect(mail.from).toBe("chat@example.org");
    expect(mail.parsed.from?.text).toBe('"Chat" <chat@example.org>');
    expect(mail.parsed.subject).toBe("Confirm your mail address for chat.example.org");
    expect(mail.parsed.text).toContain(`https://chat.example.org/mail/${code}`);
    expect(mail.parsed.html).toContain(`href="https://chat.example.org/mail/${code}"`);
    expect(mail.parsed.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail.parsed.headers.get("x-auto-response-suppress")).toBe("DR, RN, NRN, OOF, AutoReply");
    expect((await confirm(code)).body.result).toBe(true);
    expect(await settingsOf("alice")).toEqual({ enabled: true, address: "Alice@example.org", digest: "off" });
    expect((await confirm(code)).body.reason).toBe("MAIL_CODE_INVALID");
  });

  test("another address replaces it when its mail is answered; an older code is replaced by a newer one", async () => {
    await claim("alice", "one@example.org");
    const older = await server.codeTo("one@example.org");
    await claim("alice", "two@example.org");
    const newer = await server.codeTo("two@example.org");
    expect((await confirm(older)).body.reason).toBe("MAIL_CODE_INVALID");
    expect(await settingsOf("alice")).toMatchObject({
      address: "Alice@example.org",
      pending_address: "two@example.org",
    });
    expect((await confirm(newer)).body.result).toBe(true);
    expect(await settingsOf("alice")).toEqual({ enabled: true, address: "two@example.org", digest: "off" });
  });

  test("an address of somebody else is mailed as any other, and refused to who answers, whatever its case", async () => {
    expect((await claim("bob", "TWO@example.ORG")).body.result).toBe(true);
    const code = await server.codeTo("TWO@example.org");
    expect((await confirm(code)).body.reason).toBe("MAIL_ADDRESS_TAKEN");
    expect(await settingsOf("bob")).toMatchObject({ pending_address: "TWO@example.org" });
    expect((await settingsOf("bob")).address).toBeUndefined();
  });

  test("a new password drops an address that waits: an intruder may have claimed it", async () => {
    await claim("bob", "intruder@example.org");
    const code = await server.codeTo("intruder@example.org");
    await t.as("bob", "changePassword", { old_password: PASSWORD, new_password: PASSWORD });
    expect((await confirm(code)).body.reason).toBe("MAIL_CODE_INVALID");
    expect(await settingsOf("bob")).toEqual({ enabled: true, digest: "off" });
  });

  test("codes expire after a day, and mails that are not of use any more are not sent", async () => {
    await claim("bob", "late@example.org");
    const code = await server.codeTo("late@example.org");
    t.clock.advance(86_400_000);
    expect((await confirm(code)).body.reason).toBe("MAIL_CODE_INVALID");
  });

  test("removing needs the password, and frees the address for others", async () => {
    expect((await t.person("alice", "removeMailAddress", { password: "wrong horse" })).body.reason).toBe(
      "PASSWORD_WRONG",
    );
    await t.as("alice", "removeMailAddress", { password: PASSWORD });
    expect(await settingsOf("alice")).toEqual({ enabled: true, digest: "off" });
    await claim("bob", "two@example.org");
    expect((await confirm(await server.codeTo("two@example.org", 2))).body.result).toBe(true);
    const { entries } = await t.as("owner", "listAudit", { limit: 50 });
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions.filter((each: string) => each === "mail_address_set")).toHaveLength(3);
    expect(actions.filter((each: string) => each === "mail_address_removed")).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain("example.org");
  });

  test("mails are in the language of the person's client", async () => {
    await t.service.db.write((tx) => keepLanguage(tx, t.id("carla"), "ar-EG"));
    await claim("carla", "carla@example.org");
    await server.codeTo("carla@example.org");
    const { parsed } = await server.mailTo("carla@example.org");
    expect([parsed.subject, parsed.html]).toEqual([
      expect.stringContaining("بريدك"),
      expect.stringContaining('dir="rtl"'),
    ]);
  });

  test("an erased person leaves no address behind", async () => {
    await claim("bob", "soon@example.org");
    await server.codeTo("soon@example.org");
    await t.as("bob", "deleteAccount", { password: PASSWORD });
    const left = await t.service.db.read(async (tx) => [
      await mailAddressOf(tx, t.id("bob")),
      await mailClaimOf(tx, t.id("bob"), 0),
    ]);
    expect(left).toEqual([undefined, undefined]);
  });

  test.each(["alice", "a@b", "a@b@c.org", '"a b"@c.org', "a@[10.0.0.1]", "a@10.0.0.1", "a b@c.org", "ä@c.org"])(
    "%s is not accepted",
    async (address) => {
      expect((await claim("alice", address)).status).toBe(400);
    },
  );

  test("a domain of any script is accepted, in ASCII", async () => {
    await claim("alice", "info@bücher.example");
    expect(await settingsOf("alice")).toMatchObject({ pending_address: "info@xn--bcher-kva.example" });
    // The server of the tests decodes the domain of a recipient.
    await server.codeTo("info@bücher.example");
    expect((await server.mailTo("info@bücher.example")).raw).toContain("To: info@xn--bcher-kva.example");
  });

  test("of two people who confirm one address at once, one gets it", async () => {
    for (const who of ["alice", "carla"]) await claim(who, "both@example.org");
    await server.mailTo("both@example.org", 2);
    const codes = server.mails.filter(({ to }) => to.includes("both@example.org")).map(codeIn);
    const answers = await Promise.all(codes.map(confirm));
    expect(answers.map(({ body }) => body.reason ?? "confirmed").toSorted()).toEqual([
      "MAIL_ADDRESS_TAKEN",
      "confirmed",
    ]);
  });
});
