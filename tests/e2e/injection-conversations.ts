/** Screens of topics, reactions, rich messages, drafts, previews and share requests, with injected texts. */
import { sendPreview } from "./appearance-conversations.ts";
import { chooseInMenu, goto, messageWith, openBot, openGroup, type OpenScreen } from "./injection-walk.ts";

/** A text without line ends, as markup would have it. */
const line = (text: string) => text.replaceAll("\n", " ");

export const CONVERSATIONS: Readonly<Record<string, OpenScreen>> = {
  "a rich message": async (walk, attacker) => {
    const { bot, text } = attacker;
    const cell = { text: text("Rt", 20), align: "left", valign: "top" };
    const blocks = [
      { type: "heading", text: text("Rh", 60), size: 2 },
      { type: "list", items: [{ blocks: [{ type: "paragraph", text: text("Rl", 400) }] }] },
      { type: "table", cells: [[cell]], caption: text("Rc", 20) },
      {
        type: "map",
        location: { latitude: 1, longitude: 2 },
        caption: { text: text("Rm", 400), credit: text("Rr", 60) },
      },
      { type: "buttons", buttons: [{ text: text("Rb", 60), callback_data: "x" }] },
    ];
    await walk.t.ok(bot, "sendRichMessage", { chat_id: walk.t.id("alice"), rich_message: { blocks } });
    // The list of chats shows the newest message.
    await walk.t.ok(bot, "sendMessage", { chat_id: walk.t.id("alice"), text: "That was it" });
    await openBot(walk, attacker);
    await walk.page
      .getByRole("button", { name: line(text("Rb", 60)).slice(0, 4) })
      .last()
      .scrollIntoViewIfNeeded();
    return [text("Rh", 60), text("Rl", 400), text("Rm", 400), text("Rr", 60), text("Rb", 60)];
  },
  "a streamed draft": async (walk, attacker) => {
    const { bot, text } = attacker;
    await openBot(walk, attacker);
    await walk.t.ok(bot, "sendMessageDraft", { chat_id: walk.t.id("alice"), draft_id: 7, text: text("Sd", 400) });
    await walk.page.getByRole("article", { name: /writing/ }).waitFor();
    return [text("Sd", 400)];
  },
  "who has reacted": async (walk, attacker) => {
    const { t } = walk;
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: attacker.group, text: "React to this" });
    const reaction = [{ type: "emoji", emoji: "👍" }];
    await t.as(attacker.person, "setMessageReaction", { chat_id: attacker.group, message_id, reaction });
    await openGroup(walk, attacker);
    await chooseInMenu(walk, messageWith(walk, "React to this"), "Who has reacted");
    await walk.page.getByRole("dialog").getByRole("listitem").first().waitFor();
    return [attacker.name];
  },
  "a reply to a message of another chat": async (walk, attacker) => {
    const { person, other, group, text } = attacker;
    const { message_id } = await walk.t.as(person, "sendMessage", { chat_id: other, text: text("Ex", 400) });
    const reply_parameters = { chat_id: other, message_id, quote: text("Ex", 400).slice(0, 20) };
    await walk.t.as(person, "sendMessage", { chat_id: group, text: "From elsewhere", reply_parameters });
    await openGroup(walk, attacker);
    await messageWith(walk, "From elsewhere").scrollIntoViewIfNeeded();
    return [attacker.name];
  },
  "the choice of a chat to reply in": async (walk, attacker) => {
    await walk.t.as("alice", "sendMessage", { chat_id: attacker.group, text: "Reply to this" });
    await openGroup(walk, attacker);
    await chooseInMenu(walk, messageWith(walk, "Reply to this"), "Reply in another chat…");
    await walk.page.getByRole("dialog").getByRole("searchbox").fill(attacker.title.slice(0, 2));
    return [attacker.title];
  },
  "chats that a button asks for": async (walk, attacker) => {
    const request_chat = { request_id: 2, chat_is_channel: false };
    const keyboard = [[{ text: "A chat", request_chat }]];
    const chat_id = walk.t.id("alice");
    await walk.t.ok(attacker.bot, "sendMessage", { chat_id, text: "Which one?", reply_markup: { keyboard } });
    await openBot(walk, attacker);
    await walk.page.getByRole("button", { name: "A chat" }).click();
    await walk.page.getByRole("dialog").getByRole("radio").first().waitFor();
    return [attacker.title];
  },
  "a preview of a link": async (walk, attacker) => {
    const words = { title: line(attacker.text("Lt", 60)), description: line(attacker.text("Ld", 60)) };
    await sendPreview(walk.t, { chat_id: attacker.group }, words);
    // The chat then opens at its end.
    await walk.t.as("alice", "readMessages", { chat_id: attacker.group, message_id: 100_000 });
    await openGroup(walk, attacker);
    await messageWith(walk, "docs.example.org").scrollIntoViewIfNeeded();
    // The service takes controls of direction out of what pages say.
    return words.title.includes("\u202E") ? [] : [words.title];
  },
  "the list of topics": async (walk, { forum, text }) => {
    await goto(walk, `/chat/${forum}`);
    await walk.page.getByRole("navigation", { name: "Topics" }).getByRole("link").first().waitFor();
    return [text("To", 128)];
  },
  "a topic that is edited": async (walk, { forum, text }) => {
    await goto(walk, `/chat/${forum}`);
    const topics = walk.page.getByRole("navigation", { name: "Topics" });
    const last = topics
      .getByRole("link")
      .filter({ hasText: line(text("To", 128)).slice(0, 2) })
      .last();
    await last.click({ button: "right" });
    await walk.page.getByRole("menuitem", { name: "Edit topic" }).click();
    await walk.page.getByRole("dialog").getByRole("radio").first().waitFor();
    return ["Edit topic"];
  },
  "legal holds": async (walk, { person, name, text }) => {
    await walk.t.as("alice", "setHold", { user_id: walk.t.id(person), reason: text("Hr", 60) });
    await goto(walk, "/owner/retention");
    await walk.page.getByText("Legal holds").first().waitFor();
    return [name, text("Hr", 60)];
  },
};
