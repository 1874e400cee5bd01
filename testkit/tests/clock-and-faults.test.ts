/** The clock and the faults of a test's world, seen by a bot of grammY. */
import { startHeliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { GrammyError } from "grammy";
import { expect, test } from "vitest";
import { shopBot } from "./shop-bot.ts";

/** No test depends on how fast the machine is. */
const PATIENT = { timeout: 30_000 };

test("an injected fault fails the next call, and only that", async () => {
  await using h = await startHeliogram(PATIENT);
  const { api } = shopBot(h.bot().token, h.url);
  const alice = h.person("alice");
  await alice.send("/start");
  await h.faults.next("sendMessage", 429, { retryAfter: 3 });
  const refused = await api.sendMessage(alice.id, "News").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GrammyError);
  expect(refused).toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
  await api.sendMessage(alice.id, "News");
  await expect(h.bot()).toReply("News", { to: alice });
  expect(await h.transcript()).toMatch(
    /test_bot: sendMessage was refused: 429 Too Many Requests: retry after 3\n.*"News".*\n +by the fault rule 1: error 429\n/,
  );
});

test("a rich message is expected by its plain text", async () => {
  await using h = await startHeliogram(PATIENT);
  const { api } = shopBot(h.bot().token, h.url);
  const alice = h.person("alice");
  await alice.send("/start");
  const { message_id } = await api.sendRichMessage(alice.id, { markdown: "# Order\n\n1. tea" });
  await expect(h.bot()).toReply("Order\n\n1. tea", { to: alice });
  await api.raw.editMessageText({ chat_id: alice.id, message_id, rich_message: { html: "<h1>Sent</h1>" } });
  await expect(h.bot()).toEdit("Sent", { to: alice });
});

test("rules by text, and their removal", async () => {
  await using h = await startHeliogram(PATIENT);
  const { api } = shopBot(h.bot().token, h.url);
  const alice = h.person("alice");
  await alice.send("/start");
  const fault = await h.faults.add({ bot: h.bot(), text: "bad", error_code: 500 });
  await expect(api.sendMessage(alice.id, "good")).resolves.toMatchObject({ text: "good" });
  await expect(api.sendMessage(alice.id, "bad news")).rejects.toMatchObject({ error_code: 500 });
  expect(await h.faults.list()).toMatchObject([{ id: fault.id, applied: 1 }]);
  await h.faults.remove(fault);
  await expect(api.sendMessage(alice.id, "bad news")).resolves.toMatchObject({ text: "bad news" });
  await h.faults.next("sendMessage", 403);
  await h.faults.clear();
  expect(await h.faults.list()).toEqual([]);
});

test("a restriction ends when the clock says so", async () => {
  const guard = { username: "test_bot", status: "administrator", rights: "all" } as const;
  await using h = await startHeliogram({
    ...PATIENT,
    chats: [{ title: "Team", creator: "alice", members: ["bob", guard] }],
  });
  const { api } = shopBot(h.bot().token, h.url);
  const [bob, team] = [h.person("bob"), h.chat("Team")];
  const { now_ms } = await h.clock.freeze();
  const until_date = Math.floor(now_ms / 1000) + 60;
  await api.restrictChatMember(team.id, bob.id, { can_send_messages: false }, { until_date });
  await expect(bob.send("Hello?", { to: team })).rejects.toMatchObject({ error_code: 403 });
  expect(await h.clock.advance("61s")).toMatchObject({ now_ms: now_ms + 61_000, is_frozen: true });
  await bob.send("Hello!", { to: team });
  expect((await h.clock.resume()).is_frozen).toBe(false);
  expect(() => h.clock.advance("soon")).toThrow("soon is no duration");
});
