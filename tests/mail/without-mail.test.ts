/** A service without a mail server: nothing is queued, and what needs mail is refused, whatever is left of a time with one. */
import { expect, test } from "vitest";
import { saveMailDigest } from "heliogram/store/queries/mail/mail-digests.ts";
import { mailFigures } from "heliogram/store/queries/mail/outgoing-mail.ts";
import { advanceHours } from "../support/maintenance.ts";
import { confirmAddress } from "../support/mailed-service.ts";
import { startWorld } from "../support/service.ts";

const PASSWORD = "correct horse";
const WORLD = {
  people: ["alice", "bob"].map((username) => ({
    ...{ name: username, username, password: PASSWORD },
    owner: username === "alice",
  })),
  bots: [],
  chats: [{ title: "Team", creator: "alice", members: ["bob"] }],
};

test("all that needs mail is refused, and the rest is as with mail", async () => {
  const t = await startWorld("memory", WORLD, { assistant: true });
  const address = "alice@example.org";
  for (const [method, fields] of [
    ["setMailAddress", { address, password: PASSWORD }],
    ["setMailDigest", { every: "daily" }],
    ["inviteByMail", { addresses: [address] }],
    ["sendTestMail", { address }],
  ] as const)
    expect([method, (await t.person("alice", method, fields)).body.reason]).toEqual([method, "NO_MAIL"]);
  expect(await t.as("alice", "getMailSettings")).toEqual({ enabled: false, digest: "off" });
  expect((await t.as("alice", "createInvitation")).link).toContain("/invite/");
  await t.stop();
});

test("an address and digests of a time with mail cause no mail, and can be removed", async () => {
  const t = await startWorld("memory", WORLD, { assistant: true });
  await confirmAddress(t, "bob");
  const digest = { person_id: t.id("bob"), every: "hourly", due_at: 0, covered_until: 0 } as const;
  await t.service.db.write((tx) => saveMailDigest(tx, digest));
  await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "@bob unread" });
  await t.as("bob", "changePassword", { old_password: PASSWORD, new_password: PASSWORD });
  for (const from of ["203.0.113.1", "198.51.100.7"])
    await t.post("/api/signIn", { username: "bob", password: PASSWORD }, { "x-forwarded-for": from });
  await advanceHours(t, 25);
  expect((await t.service.db.read(mailFigures)).waiting).toBe(0);
  await t.as("bob", "removeMailAddress", { password: PASSWORD });
  expect(await t.as("bob", "getMailSettings")).toEqual({ enabled: false, digest: "off" });
  await t.stop();
});
