/** Digests by mail of mentions that stayed unread (behaviour.md §2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queueDueDigests } from "heliogram/app/mail/mail-digests.ts";
import { advanceHours } from "../support/maintenance.ts";
import type { MailServer, ReceivedMail } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";
const NAMES = ["alice", "bob", "carla", "dave"];
const WORLD = {
  people: NAMES.map((username) => ({ name: username, username, password: PASSWORD, owner: username === "alice" })),
  bots: [],
  chats: [{ title: "Team", creator: "alice", members: NAMES.slice(1) }],
};
const HOUR_MS = 3_600_000;

describe.each(engines())("digests of mentions on %s", (engine) => {
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  beforeAll(async () => {
    mailed = await MailedService.start((mail) => startWorld(engine, WORLD, mail));
    ({ t, server } = mailed);
    for (const name of ["bob", "carla"]) await mailed.confirm(name);
  });
  afterAll(() => mailed.stop());

  const say = async (text: string): Promise<number> =>
    (await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text })).message_id;
  const readAll = (who: string) => t.as(who, "readMessages", { chat_id: t.id("Team"), message_id: 1_000_000 });
  const every = async (who: string) => (await t.as(who, "getMailSettings")).digest;
  /** The mails to a person, when the queue is empty. */
  const mailsTo = async (who: string): Promise<ReceivedMail[]> => {
    await mailed.sentAll();
    return server.mails.filter(({ to }) => to.includes(`${who}@example.org`));
  };
  /** The path of the link that ends digests; a credential, which no log may have. */
  const endOf = (mail: ReceivedMail): string => {
    const header = /^List-Unsubscribe: <https:\/\/chat\.example\.org(\/unsubscribe\/([\w-]+))>$/im;
    const [, path, sealed] = header.exec(mail.raw.replaceAll(/\r\n[ \t]+/g, " ").replaceAll("\r\n", "\n"))!;
    t.canary.remember(sealed!);
    return path!;
  };

  test("none is sent unless the person wants it, which needs an address", async () => {
    await say("@bob before the setting");
    await advanceHours(t, 25);
    expect(await mailsTo("bob")).toEqual([]);
    expect(await every("bob")).toBe("off");
    const refused = await t.person("dave", "setMailDigest", { every: "daily" });
    expect(refused.body.reason).toBe("NO_MAIL_ADDRESS");
  });

  test("each hour, about what is unread since the last one, with the texts", async () => {
    await t.as("bob", "setMailDigest", { every: "hourly" });
    expect(await every("bob")).toBe("hourly");
    await say("@bob first\nline");
    await say("@bob second");
    await say("nobody");
    await advanceHours(t, 1);
    const [mail, ...more] = await mailsTo("bob");
    expect(more).toEqual([]);
    expect(mail!.parsed.subject).toBe("Unread mentions at chat.example.org: 2");
    expect(mail!.parsed.text).toContain("Team: 2\n> alice: @bob first line\n> alice: @bob second\n");
    expect(mail!.parsed.text).not.toContain("before the setting");
    expect(mail!.raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mail!.parsed.text).toContain(`https://chat.example.org${endOf(mail!)}`);
    await advanceHours(t, 2);
    expect(await mailsTo("bob")).toHaveLength(1);
    await say("@bob third");
    await readAll("bob");
    await advanceHours(t, 1);
    expect(await mailsTo("bob")).toHaveLength(1);
    await say("@bob fourth");
    await advanceHours(t, 2);
    const mails = await mailsTo("bob");
    expect(mails).toHaveLength(2);
    expect(mails[1]!.parsed.text).toContain("Team: 1\n> alice: @bob fourth\n");
  });

  test("each day, and counts alone where names and texts are withheld by the person or by the owners", async () => {
    await t.as("carla", "setMailDigest", { every: "daily" });
    await t.as("carla", "setPushSettings", { shows_contents: false });
    await say("@carla secret @bob");
    await advanceHours(t, 12);
    expect(await mailsTo("carla")).toEqual([]);
    await t.as("alice", "setPushContents", { allowed: false });
    await say("@bob secret");
    await advanceHours(t, 12);
    const mails = [(await mailsTo("carla"))[0]!, (await mailsTo("bob")).at(-1)!];
    expect(mails.map(({ parsed }) => parsed.subject)).toEqual(Array(2).fill("Unread mentions at chat.example.org: 1"));
    for (const mail of mails) {
      endOf(mail);
      expect(mail.parsed.text).not.toMatch(/secret|Team/);
    }
    await t.as("alice", "setPushContents", { allowed: true });
  });

  test("of two nodes one makes it", async () => {
    const before = (await mailsTo("bob")).length;
    const other = engine === "postgres" ? await t.join() : undefined;
    await say("@bob once");
    t.clock.advance(2 * HOUR_MS);
    const now_s = Math.floor(t.clock.now() / 1000);
    await Promise.all([t, other ?? t, t].map(({ service }) => queueDueDigests(service.db, now_s)));
    expect((await mailsTo("bob")).slice(before).map(endOf)).toHaveLength(1);
    await other?.stop();
  });

  test("one that waits for the mail server is not followed by another; what comes meanwhile is in the next", async () => {
    const before = (await mailsTo("bob")).length;
    server.refuse.to = { code: 451, text: "4.7.1 greylisted" };
    await say("@bob one");
    await advanceHours(t, 1);
    await say("@bob two");
    await advanceHours(t, 1);
    expect(await mailed.waiting()).toBe(1);
    server.refuse = {};
    await t.advanceUntil(mailsTo("bob"), 10_000);
    await advanceHours(t, 1);
    const mails = (await mailsTo("bob")).slice(before);
    expect(mails.map(endOf)).toHaveLength(2);
    const texts = mails.map(({ parsed }) => /alice: (@bob .*)$/m.exec(parsed.text!)![1]);
    expect(texts).toEqual(["@bob one", "@bob two"]);
  });

  test("the link in it asks, and ends them without a session; forged ones do nothing", async () => {
    const path = endOf((await mailsTo("carla"))[0]!);
    const page = await t.fetch(path);
    expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('<form method="post">')]);
    const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [
      `${path.slice(0, 20)}xx${path.slice(22)}`,
      forged.slice(0, -4),
      "/unsubscribe/",
      "/unsubscribe/1",
    ])
      expect((await t.fetch(wrong, { method: "POST" })).status).toBe(404);
    expect((await t.fetch(path, { method: "DELETE" })).status).toBe(405);
    expect(await every("carla")).toBe("daily");
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    for (let time = 0; time < 2; time++) expect((await t.fetch(path, { method: "POST", body })).status).toBe(200);
    expect([await every("carla"), await every("bob")]).toEqual(["off", "hourly"]);
    const { entries } = await t.as("alice", "listAudit", { limit: 50 });
    expect(entries.filter(({ action }: Json) => action === "mail_digest_ended")).toHaveLength(1);
  });

  test("they end with the address", async () => {
    await t.as("bob", "removeMailAddress", { password: PASSWORD });
    expect(await every("bob")).toBe("off");
  });
});
