/** Expectations that fail: the message says why, and has the transcript. */
import { startHeliogram, type Heliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { expect, test } from "vitest";
import { shopBot } from "./shop-bot.ts";

/** Times and numbers as they are in every run. */
async function failureOf(expectation: Promise<void>): Promise<string> {
  const error = await expectation.then(
    () => undefined,
    (reason: Error) => reason,
  );
  return error!.message
    .replaceAll(/\b\d\d:\d\d\.\d{3}\b/g, "00:00.000")
    .replaceAll(/update \d+/g, "update 1")
    .replaceAll(/\b1\d{3}\b/g, "1001");
}

const start = async (h: Heliogram) => {
  h.run(shopBot(h.bot().token, h.url));
  await expect(h.bot()).toCall("deleteWebhook", {}, PATIENT);
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply(/Welcome/, PATIENT);
};
/** Everything that the bot has been sent is confirmed afterwards. */
const settle = (h: Heliogram) => expect(h.bot()).not.toCall("logOut", {}, PATIENT);
const PATIENT = { timeout: 30_000 };
/** Long enough for a bot in this process, and not so long that a test of a failure takes long. */
const SOON = { timeout: 300 };

const STARTED = `\
Transcript:
00:00.000  test_bot: getMe
00:00.000  test_bot: deleteWebhook
00:00.000  alice → test_bot: /start
             update 1 (my_chat_member) for test_bot: fetched at 00:00.000, confirmed at 00:00.000
             update 1 (message) for test_bot: fetched at 00:00.000, confirmed at 00:00.000
00:00.000  test_bot → alice: Welcome to the shop
             [Order] [Call me]`;

test("a wrong reply", async () => {
  await using h = await startHeliogram(SOON);
  await start(h);
  await h.person("alice").send("Order");
  await settle(h);
  expect(await failureOf(expect(h.bot()).toReply("Ordered", { to: "alice" }))).toBe(`\
test_bot did not reply "Ordered" to alice within 0.3 s.

${STARTED}
00:00.000  alice → test_bot: Order
             update 1 (message) for test_bot: fetched at 00:00.000, confirmed at 00:00.000
00:00.000  test_bot → alice: Really?
             [Yes] [No]`);
});

test("no reply", async () => {
  await using h = await startHeliogram(SOON);
  await start(h);
  await h.person("alice").send("What?");
  await settle(h);
  expect(await failureOf(expect(h.bot()).toReply())).toBe(`\
test_bot did not reply within 0.3 s.

${STARTED}
00:00.000  alice → test_bot: What?
             update 1 (message) for test_bot: fetched at 00:00.000, confirmed at 00:00.000`);
});

test("a reply that must not be", async () => {
  await using h = await startHeliogram(PATIENT);
  await start(h);
  await h.person("alice").send("Order");
  expect(await failureOf(expect(h.bot()).not.toReply(/Really/))).toMatch(
    /^test_bot was expected not to reply \/Really\/, and did\.\n\nTranscript:\n[^]*alice: Really\?\n/,
  );
});

test("a bot that has crashed", async () => {
  await using h = await startHeliogram(PATIENT);
  await start(h);
  await h.person("alice").send("crash");
  const message = await failureOf(expect(h.bot()).toReply());
  expect(message).toMatch(
    /^test_bot did not reply: its program has ended\.\n\nThe bot has ended with Error: out of stock\n/,
  );
  expect(message).toContain(`
00:00.000  alice → test_bot: crash
             update 1 (message) for test_bot: fetched at 00:00.000, not confirmed`);
  expect(await failureOf(expect(h.bot()).not.toReply())).toContain("cannot be told");
});

test("a crash that no expectation has noticed", async () => {
  const h = await startHeliogram();
  h.run({ launch: () => Promise.reject(new Error("no database")), stop: () => {} });
  await h.transcript();
  await expect(h.close()).rejects.toThrow("The bot has ended with Error: no database");
});

test("a program that has ended", async () => {
  await using h = await startHeliogram(PATIENT);
  h.spawn(process.execPath, ["-e", "console.error('no such module'); process.exit(3)"]);
  const message = await failureOf(expect(h.bot()).toReply());
  expect(message).toContain("has ended with 3 and said:\nno such module\n");
});

test("a bot that does not run", async () => {
  await using h = await startHeliogram(SOON);
  await h.person("alice").send("/start");
  const transcript = `

Transcript:
00:00.000  alice → test_bot: /start
             update 1 (my_chat_member) for test_bot: waits: the bot has not fetched it
             update 1 (message) for test_bot: waits: the bot has not fetched it`;
  expect(await failureOf(expect(h.bot()).toReply())).toBe(`test_bot did not reply within 0.3 s.${transcript}`);
  expect(await failureOf(expect(h.bot()).not.toReply())).toBe(
    `test_bot has not handled all its updates within 0.3 s.${transcript}`,
  );
});

test("an update that privacy mode has withheld", async () => {
  const team = { title: "Team", creator: "alice", members: ["bob", "test_bot"] };
  await using h = await startHeliogram({ ...SOON, chats: [team] });
  await h.person("bob").send("Order", { to: "Team" });
  expect(await failureOf(expect(h.bot()).toReply(/Really/, { to: "Team" }))).toBe(`\
test_bot did not reply /Really/ to Team within 0.3 s.

Transcript:
00:00.000  bob → Team: Order
             no message update for test_bot: privacy mode is on and the message is not addressed to the bot`);
});

test("a refused call", async () => {
  await using h = await startHeliogram(SOON);
  const alice = h.person("alice");
  await alice.send("/start");
  await alice.block(h.bot());
  await shopBot(h.bot().token, h.url)
    .api.sendMessage(alice.id, "News")
    .catch(() => {});
  expect(await failureOf(expect(h.bot()).toReply("News"))).toContain(`
00:00.000  test_bot: sendMessage was refused: 403 Forbidden: bot was blocked by the user
             {"chat_id":1001,"text":"News"}`);
});

test("a button that does not come, and an act that is refused", async () => {
  await using h = await startHeliogram(SOON);
  const [alice, bob] = [h.person("alice"), h.person("bob")];
  await alice.send("/start");
  expect(await failureOf(alice.tap("Order").then(() => {}))).toMatch(
    /^alice sees no button “Order” in the chat with test_bot within 0\.3 s\.\n\nTranscript:\n/,
  );
  await expect(bob.send("hello")).rejects.toThrow("bob: sendMessage was refused with 403: Forbidden: ");
  expect(() => h.person("dave")).toThrow("the world has no person dave; it has alice, bob, carol");
  await expect(bob.send("hello", { to: "Nowhere" })).rejects.toThrow("the world has no bot, person or chat Nowhere");
});
