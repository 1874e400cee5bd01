/** Invitations by mail: who is invited, what the mail says, and whose the address is afterwards (behaviour.md §2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_INVITED_ADDRESSES } from "@heliogram/shared/limits.ts";
import { keepLanguage } from "heliogram/app/accounts/profile.ts";
import { mailAddressOf } from "heliogram/store/queries/mail/mail-addresses.ts";
import type { MailServer } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import { maintenanceRounds } from "../support/maintenance.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";
import { until } from "../support/until.ts";

const COUNT_ADDRESSES = sqlRead<{ n: number }>("select count(*) as n from invitation_address");
const PASSWORD = "correct horse";
const WORLD = {
  people: [
    { name: "Olga", username: "olga", owner: true },
    { name: "Bob", username: "bob" },
  ],
  bots: [],
  chats: [{ title: "Team", creator: "olga" }],
};

describe.each(engines())("invitations by mail on %s", (engine) => {
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  beforeAll(async () => {
    mailed = await MailedService.start((mail) => startWorld(engine, WORLD, mail));
    ({ t, server } = mailed);
  });
  afterAll(() => mailed.stop());

  const invite = (addresses: readonly string[], more: object = {}) =>
    t.as("olga", "inviteByMail", { addresses, ...more });
  const signUp = (invitation: string, username: string) =>
    t.post("/api/signUp", { invitation, first_name: username, username, password: PASSWORD });
  const list = async (): Promise<Json[]> => (await t.as("olga", "listInvitations")).invitations;
  const addresses = async () => (await t.service.db.read((tx) => tx.all(COUNT_ADDRESSES)))[0]!.n;

  test("the mail leads into the chats, and the address is confirmed by the sign-up", async () => {
    const states = await invite(["Dora@Example.org", "dora@example.ORG", "erik@example.org"], {
      chat_ids: [t.id("Team")],
    });
    expect(states).toEqual([
      { address: "dora@example.org", state: "invited" },
      { address: "erik@example.org", state: "invited" },
    ]);
    expect(await list()).toMatchObject([
      { state: "open", address: "erik@example.org", max_uses: 1, chats: [{ title: "Team" }] },
      { state: "open", address: "dora@example.org" },
    ]);
    const { parsed } = await server.mailTo("dora@example.org");
    expect(parsed.subject).toBe("Olga invites you to chat.example.org");
    const code = await server.codeTo("dora@example.org");
    expect(parsed.text).toContain(`https://chat.example.org/invite/${code}`);
    expect((await signUp(code, "dora")).body.ok).toBe(true);
    const { id } = (await t.post("/api/signIn", { username: "dora", password: PASSWORD })).body.result.user;
    expect((await t.service.db.read((tx) => mailAddressOf(tx, id)))?.address).toBe("dora@example.org");
    expect((await signUp(code, "dora2")).body.reason).toBe("INVITATION_INVALID");
    expect((await list())[1]).toMatchObject({ state: "used", uses: [{ user: { username: "dora" } }] });
    expect((await list())[1]!.address).toBeUndefined();
    expect(await invite(["dora@example.org", "erik@example.org"])).toEqual([
      { address: "dora@example.org", state: "has_account" },
      { address: "erik@example.org", state: "already_invited" },
    ]);
  });

  test("an open one is mailed again with the same link; a revoked one is not, and its link is of no use", async () => {
    const first = await server.codeTo("erik@example.org");
    const { id: invitation_id } = (await list()).find((each) => each.address === "erik@example.org")!;
    await t.as("olga", "mailInvitation", { invitation_id });
    expect(await server.codeTo("erik@example.org", 2)).toBe(first);
    await t.as("olga", "revokeInvitation", { invitation_id });
    expect((await t.person("olga", "mailInvitation", { invitation_id })).body.reason).toBe("INVITATION_NOT_FOUND");
    expect((await signUp(first, "erik")).body.reason).toBe("INVITATION_INVALID");
    expect(await addresses()).toBe(0);
  });

  test("one that is revoked before the mail was sent is not sent; one that expires leaves no address behind", async () => {
    server.refuse.to = { code: 451, text: "4.7.1 greylisted" };
    await invite(["finn@example.org", "gina@example.org"], { lasts_s: 7200 });
    await until(async () => t.log.join("").includes('"kind":"invitation","step":"recipient"'), "a deferred mail");
    const { id } = (await list()).find(({ address }) => address === "finn@example.org")!;
    await t.as("olga", "revokeInvitation", { invitation_id: id });
    server.refuse = {};
    await t.advanceUntil(server.codeTo("gina@example.org"), 10_000);
    await mailed.sentAll();
    expect(server.mails.some(({ to }) => to.includes("finn@example.org"))).toBe(false);
    expect(await addresses()).toBe(1);
    t.clock.advance(7_300_000);
    await maintenanceRounds(t, 2);
    expect(await addresses()).toBe(0);
    expect(t.log.join("")).not.toContain("example.org");
  });

  test("an address that somebody has meanwhile stays theirs; the account is made without it", async () => {
    await t.service.db.write((tx) => keepLanguage(tx, t.id("olga"), "ar"));
    await invite(["hana@example.org"]);
    expect((await server.mailTo("hana@example.org")).parsed.subject).toContain("يدعوك");
    await mailed.confirm("bob", "hana@example.org");
    expect((await signUp(await server.codeTo("hana@example.org"), "hana")).body.ok).toBe(true);
    expect((await t.service.db.read((tx) => mailAddressOf(tx, t.id("bob"))))?.address).toBe("hana@example.org");
  });

  test("only owners invite, to addresses, and not to too many at once", async () => {
    expect((await t.person("bob", "inviteByMail", { addresses: ["x@example.org"] })).status).toBe(403);
    const mixed = await t.person("olga", "inviteByMail", { addresses: ["dora@example.org", "nonsense"] });
    expect(mixed.body).toMatchObject({ error_code: 400, reason: "MAIL_ADDRESS_INVALID" });
    const many = Array.from({ length: MAX_INVITED_ADDRESSES + 1 }, (_, i) => `m${i}@example.org`);
    expect((await t.person("olga", "inviteByMail", { addresses: many })).status).toBe(400);
    expect((await t.person("olga", "inviteByMail", { addresses: [] })).status).toBe(400);
  });
});
