/** What people are told about their account: in a chat and by mail, in the language of their client (behaviour.md §2). */
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectIdentity, disconnectIdentity } from "heliogram/app/accounts/identities.ts";
import { keepLanguage } from "heliogram/app/accounts/profile.ts";
import { ASSISTANT_ID } from "heliogram/domain/bots.ts";
import type { MailServer } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import { enginesInTurn, START_S, startWorld, type Json, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";
const WORLD = {
  people: ["alice", "bob", "carla", "dave"].map((username) => ({
    ...{ name: username, username, password: PASSWORD },
    owner: username === "alice",
  })),
  bots: [],
  chats: [],
};

describe.each(enginesInTurn())("notices about accounts on %s", (engine) => {
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  beforeAll(async () => {
    mailed = await MailedService.start((mail) => startWorld(engine, WORLD, { ...mail, assistant: true }));
    ({ t, server } = mailed);
  });
  afterAll(() => mailed.stop());

  /** The texts in a person's chat with somebody, the oldest first, and whether the last is unread. */
  async function told(who: string, peer_id: number): Promise<{ texts: string[]; unread: number }> {
    const { chats } = await t.as(who, "listChats");
    const row = chats.find(({ chat }: Json) => chat.id === peer_id);
    if (!row) return { texts: [], unread: 0 };
    const { messages } = await t.as(who, "getHistory", { chat_id: peer_id });
    return { texts: messages.map(({ text }: Json) => text), unread: row.unread_count };
  }

  test("a changed password is told by the assistant and by mail, in the person's language", async () => {
    await mailed.confirm("bob");
    await t.service.db.write((tx) => keepLanguage(tx, t.id("bob"), "ar"));
    await t.as("bob", "changePassword", { old_password: PASSWORD, new_password: PASSWORD });
    const mail = await server.mailTo("bob@example.org");
    expect(mail.parsed.subject).toBe("حسابك في chat.example.org");
    expect(mail.parsed.text).toContain("https://chat.example.org/settings");
    const { texts, unread } = await told("bob", ASSISTANT_ID);
    expect(unread).toBe(1);
    expect(texts).toEqual([expect.stringMatching(/^تم تغيير كلمة مرور حسابك @bob\.\n\n/)]);
    for (const line of texts[0]!.split("\n\n")) expect(mail.parsed.text).toContain(line);
  });

  test("the second factor: set up, codes made and used, removed by oneself, by an owner and by the operator", async () => {
    await setUp("carla");
    const { recovery_codes } = await t.as("carla", "makeRecoveryCodes", { password: PASSWORD });
    const { result } = (await t.post("/api/signIn", { username: "carla", password: PASSWORD })).body;
    const { challenge } = result.second_factor;
    expect((await t.post("/api/signInSecondFactor", { challenge, code: recovery_codes[0] })).status).toBe(200);
    await t.as("carla", "deleteSecondFactor", { password: PASSWORD });
    await setUp("carla");
    await t.as("alice", "removeSecondFactor", { user_id: t.id("carla") });
    await setUp("carla");
    await t.operate("person remove-second-factor", { username: "carla" });
    const { texts, unread } = await told("carla", ASSISTANT_ID);
    const begun = "An authenticator app was set up for your account @carla.";
    const taken = "Those who run this service have removed the second factor of your account @carla. Set up a new one.";
    expect(texts.map((text) => text.split("\n\n")[0])).toEqual([
      begun,
      "New recovery codes were made for your account @carla. Older ones are void.",
      "Somebody signed in to your account @carla with a recovery code. Codes left: 9.",
      "The authenticator app of your account @carla was removed.",
      ...[begun, taken, begun, taken],
    ]);
    expect(unread).toBe(texts.length);
    expect(server.mails.filter(({ to }) => !to.includes("bob@example.org"))).toEqual([]);
  });

  test("an account at a provider: connected and disconnected", async () => {
    const { app } = t.service;
    const identity = { issuer: "https://sso.invalid", subject: "carla", email: "" };
    const presented = { ...identity, provider_id: "company", label: "Company\r\naccount" };
    const means = { issuers: [], rp_id: undefined };
    await t.service.db.write(async (tx) => {
      await connectIdentity(tx, app, t.id("carla"), presented, START_S);
      await disconnectIdentity(tx, app, t.id("carla"), presented, means, START_S);
    });
    expect((await told("carla", ASSISTANT_ID)).texts.slice(-2).map((text) => text.split("\n\n")[0])).toEqual([
      "An account at Company account was connected to your account @carla. Whoever signs in there can sign in here.",
      "Your account at Company account was disconnected from your account @carla.",
    ]);
  });

  test("who has blocked the assistant is told in the chat with themselves", async () => {
    await t.as("alice", "blockUser", { user_id: ASSISTANT_ID });
    const { code } = await t.as("alice", "resetPassword", { user_id: t.id("alice") });
    await t.post("/api/setPassword", { code, password: PASSWORD });
    const { access_token } = (await t.post("/api/signIn", { username: "alice", password: PASSWORD })).body.result;
    const headers = { authorization: `Bearer ${access_token}` };
    const { messages } = (await t.post("/api/getHistory", { chat_id: t.id("alice") }, headers)).body.result;
    expect(messages.at(-1).text).toContain("A new password was set for your account @alice");
  });

  test("a sign-in from a place that is new is told, and later ones from there are not, for 90 days", async () => {
    const signIn = (from: string) =>
      t.post(
        "/api/signIn",
        { username: "dave", password: PASSWORD, device: "Phone\nof {place}" },
        { "x-forwarded-for": from },
      );
    const address = "dave@example.org";
    await mailed.confirm("dave", address);
    await signIn("203.0.113.1");
    expect((await told("dave", ASSISTANT_ID)).texts).toEqual([]);
    await signIn("203.0.113.1");
    await signIn("198.51.100.7");
    await signIn("198.51.100.7");
    const at = `${new Date(t.clock.now()).toISOString().slice(0, 16).replace("T", " ")} UTC`;
    const sentence = `Somebody signed in to your account @dave from a place that is new. Device: Phone of {place}. Network address: 198.51.100.7. Time: ${at}.`;
    expect((await told("dave", ASSISTANT_ID)).texts.map((text) => text.split("\n\n")[0])).toEqual([sentence]);
    const { parsed } = await server.mailTo(address);
    expect(parsed.text).toContain(sentence);
    expect(parsed.text).toContain("If this was not you, change your password");
    t.clock.advance(91 * 86_400_000);
    await signIn("198.51.100.7");
    expect((await told("dave", ASSISTANT_ID)).texts).toHaveLength(2);
    // So long a jump may cost the node its lease, which it gets back with its next heartbeats.
    await t.advanceUntil(server.mailTo(address, 2), 10_000);
  });

  test("another mail address is told to the one before, and so is its removal", async () => {
    const { mail: earlier, next } = { mail: "dave@example.org", next: "new@example.org" };
    const count = server.mails.filter(({ to }) => to.includes(earlier)).length;
    await t.as("dave", "setMailAddress", { address: next, password: PASSWORD });
    await t.post("/api/confirmMailAddress", { code: await server.codeTo(next) });
    expect((await server.mailTo(earlier, count + 1)).parsed.text).toContain("Another mail address was confirmed");
    await t.as("dave", "removeMailAddress", { password: PASSWORD });
    expect((await server.mailTo(next, 2)).parsed.text).toContain("The mail address of your account @dave was removed.");
  });

  /** Gives a person a second factor. */
  async function setUp(username: string): Promise<void> {
    t.clock.advance(60_000);
    const { secret, setup } = await t.as(username, "beginSecondFactor", { password: PASSWORD });
    const code = new TOTP({ secret }).generate({ timestamp: t.service.deps.clock.now() });
    await t.as(username, "setSecondFactor", { setup, code });
  }
});
