/** What a test of a bot does with the kit. */
import { expect as botExpect, startHeliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { expect, test } from "vitest";
import { PageServer } from "../../tests/support/page-server.ts";
import { shopBot } from "./shop-bot.ts";

/** No test depends on how fast the machine is. */
const PATIENT = { timeout: 30_000 };

test("a first test", async () => {
  await using h = await startHeliogram(PATIENT);
  h.run(shopBot(h.bot().token, h.url));
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply(/Welcome/, { to: "alice" });
});

test("buttons of reply keyboards and inline keyboards, edits and answers to callback queries", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await alice.tap("Order");
  await expect(bot).toReply("Really?", { to: alice, keyboard: [["Yes", "No"]] });
  await alice.tap("Yes");
  await expect(bot).toAnswerCallback("Ordered", { to: alice });
  await expect(bot).toEdit("Your order is on its way", { to: alice });
  await alice.tap("Call me");
  await expect(bot).toReply("We call +15550100");
});

test("photos, documents, replies, edits and deletions", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await alice.sendPhoto(undefined, { caption: "mine" });
  await expect(bot).toSendPhoto("Nice", { to: alice });
  await alice.sendDocument("content", { fileName: "list.txt" });
  const document = await bot.waitForDocument();
  expect(document.document!.file_name).toBe("list.txt");
  const oops = await alice.send("oops");
  await expect(bot).toDelete(oops);
  const said = await alice.edit(await alice.reply(document, "thanks"), "thank you");
  expect(said).toMatchObject({ text: "thank you", reply_to_message: { message_id: document.message_id } });
});

test("users and chats that a button asks for", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await alice.send("share");
  await alice.share("Friends", [h.person("bob"), "alice"]);
  await expect(bot).toReply("With Bob, Alice");
  await alice.share("Friends", "bob");
  await expect(bot).toReply("With Bob");
  const garden = await alice.createGroup("Garden");
  const { chat_shared } = await alice.share("Place", garden);
  expect(chat_shared).toMatchObject({ request_id: 2, chat_id: garden.id });
  await expect(bot).toReply("In Garden as administrator");
  await expect(alice.tap("Friends")).rejects.toThrow("asks for users: press it with share()");
  await expect(h.person("bob").share("Friends", "alice", { timeout: 10 })).rejects.toThrow("sees no button “Friends”");
});

test("a button in the text of a rich message", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await alice.send("plan");
  await expect(bot).toReply("[Order]");
  await alice.tap("Order");
  await expect(bot).toEdit("Your order is on its way");
});

test("streamed drafts, and stopping them", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await expect(bot).toReply(/Welcome/);
  await alice.send("stream");
  await expect(bot).toSendDraft("", { to: alice });
  await expect(bot).toSendDraft("One two", { to: alice });
  expect(await alice.stop()).toBe(7);
  await expect(bot).toReply("Stopped", { to: alice });
  await expect(alice.stop({ timeout: 10 })).rejects.toThrow("alice sees no draft to be stopped in the chat with");
});

test("rich messages and their drafts", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await expect(bot).toReply(/Welcome/);
  await alice.send("report");
  await expect(bot).toSendDraft("# Sales", { to: alice });
  const { rich_message } = await bot.waitForReply("Sales\n\na | b\n1 | 2", { to: alice });
  expect(rich_message!.blocks.map((block) => block.type)).toEqual(["heading", "table"]);
});

test("previews of links, as people and bots see them", async () => {
  await using pages = await new PageServer().listen();
  const url = pages.page("127.0.0.1", "/shop", "<html><head><title>Shop</title></head></html>");
  await using h = await startHeliogram({ ...PATIENT, link_previews: true });
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await expect(bot).toReply(/Welcome/);
  const said = await alice.send(`read ${url}`);
  expect(await alice.preview(said)).toEqual({ url, title: "Shop" });
  const answer = await bot.waitForReply(`You read ${url}`);
  // Bots see the options and not the page.
  expect(answer).toMatchObject({ link_preview_options: { show_above_text: true } });
  expect(answer.web_page).toBeUndefined();
  expect(await alice.preview(answer)).toEqual({ url, title: "Shop" });
  const nothing = await alice.send(`see ${pages.at("127.0.0.1", "/gone", (res) => res.writeHead(410).end())}`);
  await expect(alice.preview(nothing, { timeout: 300 })).rejects.toThrow(
    /sees no preview .* within 0\.3 s\..*: the answer was 410/,
  );
});

test("an expectation takes one call, in any order; what was left before the last action does not count", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await alice.send("twice");
  await expect(bot).toReply("two");
  await expect(bot).toReply("one");
  await alice.send("twice");
  await expect(bot).toReply("two");
  await alice.send("something that it does not answer");
  await expect(bot).not.toReply("one");
  await expect(bot).not.toReply();
});

test("the expectations of the kit itself, for other test runners", async () => {
  await using h = await startHeliogram(PATIENT);
  const [bot, alice] = [h.bot(), h.person("alice")];
  h.run(shopBot(bot.token, h.url));
  await alice.send("/start");
  await botExpect(bot).toReply(/Welcome/, { to: alice });
  await botExpect(bot).not.toReply();
  await botExpect(bot).not.toCall("banChatMember");
});
