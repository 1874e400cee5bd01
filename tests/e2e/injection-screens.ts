/** Every screen that shows texts written by other users: how to open it, and which texts it shows. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { ASSISTANT_ID, Conversation } from "../assistant/conversation.ts";
import type { Json } from "../support/service.ts";
import { CONVERSATIONS } from "./injection-conversations.ts";
import type { Attacker } from "./injection-fixtures.ts";
import { chooseInMenu, goto, messageWith, openBot, openGroup, type OpenScreen, type Walk } from "./injection-walk.ts";
import { DEVICES } from "./injection-devices.ts";
import type { CollectedFaults } from "./injection-checks.ts";
import { blurWindow } from "./window-focus.ts";

const openPanel = async (walk: Walk, { group }: Attacker, page = "") => {
  await goto(walk, `/chat/${group}/info${page}`);
  return walk.screen.panel;
};

const listItem = (place: Locator, words: string) => place.getByRole("listitem").filter({ hasText: words }).first();

/** A bot sends Alice a message with these buttons. */
const sendButtons = async ({ t }: Walk, { bot, text }: Attacker, reply_markup: object) =>
  t.ok(bot, "sendMessage", { chat_id: t.id("alice"), text: text("Sa", 200), reply_markup });

/** Presses a bot's button, which the bot answers with this. */
const press = async (walk: Walk, attacker: Attacker, answer: object) => {
  const { t, page } = walk;
  await sendButtons(walk, attacker, { inline_keyboard: [[{ text: "Press me", callback_data: "x" }]] });
  await openBot(walk, attacker);
  await t.updates(attacker.bot);
  await page.getByRole("button", { name: "Press me" }).last().click();
  const updates = await t.ok(attacker.bot, "getUpdates", { timeout: 20 });
  const { id } = updates.at(-1).callback_query;
  await t.ok(attacker.bot, "answerCallbackQuery", { callback_query_id: id, ...answer });
};

const CHATS: Readonly<Record<string, OpenScreen>> = {
  "the list of chats": async (walk, { title, text }) => {
    await goto(walk, "/");
    return [title, text("Na", 64), text("Pr", 400)];
  },
  "a draft in the list": async (walk, { group, text }) => {
    await walk.t.as("alice", "saveDraft", { chat_id: group, text: text("Dr", 400) });
    await goto(walk, "/");
    await walk.page.getByText("Draft:").first().waitFor();
    return [text("Dr", 400)];
  },
  "the header of a chat": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.screen.field.fill("");
    return [attacker.title];
  },
  "the chat action in the header": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.t.as(attacker.person, "setTyping", { chat_id: attacker.group });
    await walk.page.getByTitle("About this chat").getByText("is writing…").waitFor();
    return [`${attacker.name} is writing…`];
  },
  "results in the chat switcher": async (walk, { text, title }) => {
    await goto(walk, "/");
    await walk.page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    await walk.page.keyboard.press("Control+K");
    await walk.page.getByRole("combobox").fill(title.slice(0, 4));
    await walk.page.getByRole("option").first().waitFor();
    const found = [title];
    // A search matches words from their beginning.
    if (!text("Te", 40).includes("\u202E")) await walk.page.getByRole("combobox").fill(text("Te", 400).slice(0, 4));
    else return found;
    return [text("Te", 400)];
  },
};

const MESSAGES: Readonly<Record<string, OpenScreen>> = {
  "a forwarded message": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await messageWith(walk, "Forwarded from").scrollIntoViewIfNeeded();
    return [`Forwarded from ${attacker.name}`, attacker.text("Te", 400)];
  },
  "a quote": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.page.getByRole("article", { name: /in reply to/ }).scrollIntoViewIfNeeded();
    return [attacker.name, attacker.text("Te", 400)];
  },
  "a topic, beside the list of them": async (walk, { forum, text, person }) => {
    const { topics } = await walk.t.as("alice", "listTopics", { chat_id: forum });
    const thread = Math.max(...topics.map(({ topic }: Json) => topic.message_thread_id));
    await walk.t.as(person, "sendMessage", { chat_id: forum, message_thread_id: thread, text: text("In", 400) });
    await goto(walk, `/chat/${forum}?topic=${thread}`);
    return [text("To", 128), text("In", 400)];
  },
  "the bar of pinned messages": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.page.getByRole("region", { name: "Pinned messages" }).waitFor();
    return [attacker.text("Te", 400)];
  },
  "a service message": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.page.getByText("pinned a message").first().waitFor();
    return [`${attacker.name} pinned a message`];
  },
  "a contact": async (walk, attacker) => {
    await openGroup(walk, attacker);
    return [attacker.text("Cn", 64)];
  },
  "a venue": async (walk, attacker) => {
    await openGroup(walk, attacker);
    return [attacker.text("Ve", 64), attacker.text("Va", 128)];
  },
  "a document and its download name": async (walk, attacker) => {
    await openGroup(walk, attacker);
    const saved = await walk.page.locator("a[download]").last().getAttribute("download");
    // The service removes characters that are not allowed in a file name.
    const sent = attacker.text("Do", 60).replaceAll("\u202E", "");
    return saved === `${sent}.txt` ? [saved] : [`saved as ${saved}`];
  },
  "an audio file and the player": async (walk, attacker) => {
    await openGroup(walk, attacker);
    const audio = walk.page.getByRole("group", { name: attacker.text("Au", 64) }).first();
    await audio.getByRole("button", { name: "Play" }).click();
    await walk.page.getByRole("region", { name: "Player" }).waitFor();
    return [attacker.text("Au", 64), attacker.text("Pe", 64)];
  },
  "the media viewer": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.page.getByRole("button", { name: "Photo", exact: true }).last().click();
    await walk.page.getByRole("dialog", { name: "Photo" }).waitFor();
    return [attacker.name, attacker.text("Ca", 1024)];
  },
  "the reply bar of the composer": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await chooseInMenu(walk, messageWith(walk, attacker.text("Ca", 1024)), "Reply");
    return [`Reply to ${attacker.name}`];
  },
  "the forward dialog": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await chooseInMenu(walk, messageWith(walk, attacker.text("Ca", 1024)), "Forward");
    const dialog = walk.page.getByRole("dialog", { name: "Forward to" });
    await dialog.getByRole("checkbox").first().waitFor();
    return [attacker.title, attacker.name];
  },
  "the readers of a message": async (walk, attacker) => {
    const { t, screen, page } = walk;
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: attacker.group, text: "Mine" });
    await t.as(attacker.person, "readMessages", { chat_id: attacker.group, message_id });
    await openGroup(walk, attacker);
    await screen.sent("Mine").last().press("Enter");
    await page.getByRole("menuitem", { name: "Read by 1 person" }).click();
    return [attacker.name];
  },
  "a system notification": async (walk, attacker) => {
    const { t, page } = walk;
    await page.goto("/");
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    await blurWindow(page);
    await t.as(attacker.person, "sendMessage", { chat_id: attacker.group, text: attacker.text("No", 400) });
    const shown = () => page.evaluate(() => (globalThis as unknown as CollectedFaults).notifications);
    await expect.poll(shown).not.toEqual([]);
    const told = await shown();
    const plain = told.map((words) => words.replaceAll(/\s+/g, " ").replaceAll("\u202C", ""));
    const meant = [attacker.title, `${attacker.name}: ${attacker.text("No", 400)}`];
    return JSON.stringify(plain) === JSON.stringify(meant.map((words) => words.replaceAll(/\s+/g, " "))) ? [] : told;
  },
};

const BOTS: Readonly<Record<string, OpenScreen>> = {
  "the description of a bot": async (walk, attacker) => {
    await walk.t.as("alice", "openChat", { user_id: walk.t.id(attacker.bot) });
    await goto(walk, `/chat/${walk.t.id(attacker.bot)}/info`);
    return [attacker.text("Bo", 64), attacker.text("Bd", 512), attacker.text("Co", 256)];
  },
  "an inline keyboard": async (walk, attacker) => {
    const buttons = [
      { text: attacker.text("Bu", 64), callback_data: "x" },
      { text: attacker.text("Bl", 64), url: "https://example.org" },
    ];
    await sendButtons(walk, attacker, {
      inline_keyboard: [buttons, [{ text: attacker.text("Bc", 64), copy_text: { text: attacker.text("Cp", 200) } }]],
    });
    await openBot(walk, attacker);
    return [attacker.text("Bu", 64), attacker.text("Bl", 64), attacker.text("Bc", 64), attacker.text("Sa", 200)];
  },
  "a reply keyboard": async (walk, attacker) => {
    const buttons = [{ text: attacker.text("K1", 64) }, { text: attacker.text("K2", 64) }];
    await sendButtons(walk, attacker, { keyboard: [buttons], input_field_placeholder: attacker.text("Ph", 64) });
    await openBot(walk, attacker);
    return [attacker.text("K1", 64), attacker.text("K2", 64)];
  },
  "people that a button asks for": async (walk, attacker) => {
    await sendButtons(walk, attacker, {
      keyboard: [[{ text: attacker.text("K3", 64), request_users: { request_id: 1, user_is_bot: false } }]],
    });
    await openBot(walk, attacker);
    await walk.page.getByRole("button", { name: attacker.text("K3", 64) }).click();
    await walk.page.getByRole("dialog", { name: "Choose a person" }).getByRole("searchbox").fill(attacker.person);
    return [attacker.name];
  },
  "the menu of commands": async (walk, attacker) => {
    await openBot(walk, attacker);
    await walk.page.getByRole("button", { name: "Commands of the bots" }).click();
    return [attacker.text("Co", 256)];
  },
  "the menu of commands in a group, and the notice of privacy mode": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.screen.field.fill("/");
    await walk.page.getByText("sees only commands").waitFor();
    return [attacker.text("Co", 256), `${attacker.text("Bo", 64)} sees only commands`];
  },
  "mention suggestions": async (walk, attacker) => {
    await openGroup(walk, attacker);
    await walk.screen.field.fill("@atta");
    return [attacker.name];
  },
  "the toast of a callback query": async (walk, attacker) => {
    await press(walk, attacker, { text: attacker.text("An", 200) });
    return [attacker.text("An", 200)];
  },
  "the alert of a callback query": async (walk, attacker) => {
    await press(walk, attacker, { text: attacker.text("Al", 200), show_alert: true });
    return [attacker.text("Al", 200)];
  },
  "the user's own bots": async (walk, { text }) => {
    await goto(walk, "/settings/bots");
    return [text("Bo", 64)];
  },
  "one of the user's own bots": async (walk, { bot, text }) => {
    await goto(walk, `/settings/bots/${walk.t.id(bot)}`);
    return [text("Bo", 64), text("Bd", 512), text("Co", 256)];
  },
  "the confirmation before a bot is deleted": async (walk, { bot, text }) => {
    await goto(walk, `/settings/bots/${walk.t.id(bot)}`);
    await walk.page.getByRole("button", { name: "Delete", exact: true }).click();
    return [`Delete ${text("Bo", 64)} for good?`];
  },
  "the assistant": async (walk, { text }) => {
    const assistant = new Conversation(walk.t, "alice");
    await assistant.start();
    await assistant.say("/newbot");
    const name = text("As", 64).replaceAll("\n", " ");
    await assistant.say(name);
    await assistant.say(`assisted_${text("x", 1).length}${name.length}_bot`);
    await assistant.say("/mybots");
    await goto(walk, `/chat/${ASSISTANT_ID}`);
    return [name, text("Bo", 64)];
  },
};

const PANEL: Readonly<Record<string, OpenScreen>> = {
  "the panel about a group": async (walk, attacker) => {
    await openPanel(walk, attacker);
    const { title, name, text } = attacker;
    return [title, text("De", 255), name, text("Cu", 16), `${text("Re", 64)} ${text("la", 64)}`, text("Bo", 64)];
  },
  "the panel about a user": async (walk, { person, name, text }) => {
    await goto(walk, `/chat/${walk.t.id(person)}/info`);
    return [name, text("Ab", 140)];
  },
  administrators: async (walk, attacker) => {
    await openPanel(walk, attacker, "/administrators");
    return [attacker.name, attacker.text("Cu", 16)];
  },
  "candidates for administrators": async (walk, attacker) => {
    await openPanel(walk, attacker, "/administrators/add");
    return [attacker.text("Bo", 64)];
  },
  "restricted members": async (walk, attacker) => {
    await openPanel(walk, attacker, "/restricted");
    return [attacker.text("Re", 64), attacker.text("la", 64)];
  },
  "banned users": async (walk, attacker) => {
    await openPanel(walk, attacker, "/banned");
    return [attacker.text("Ba", 64)];
  },
  "invite links": async (walk, attacker) => {
    await openPanel(walk, attacker, "/links");
    return [attacker.text("Li", 32)];
  },
  "the confirmation before an invite link is revoked": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker, "/links");
    await listItem(panel, attacker.text("Li", 32))
      .getByRole("button", { name: /^Close/ })
      .click();
    return [`Close the link ${attacker.text("Li", 32)}?`];
  },
  "join requests": async (walk, { person, name, text }) => {
    const { t, page } = walk;
    const { id: chat_id } = (await t.as("alice", "createChat", { title: "Guarded" })).chat;
    const link = { chat_id, name: text("Dr", 32), creates_join_request: true };
    const { invite_link } = await t.as("alice", "createChatInviteLink", link);
    await t.as(person, "askToJoin", { invite_link: invite_link.split("/").at(-1) });
    await page.locator(`[data-chat="${chat_id}"]`).waitFor({ state: "attached" });
    await goto(walk, `/chat/${chat_id}/info/requests`);
    await page.getByRole("list", { name: "Join requests" }).waitFor();
    return [name, text("Dr", 32)];
  },
  "candidates for members": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker, "/add");
    await panel.getByRole("searchbox").fill("attacker");
    return [attacker.name];
  },
  "a member": async (walk, attacker) => {
    await openPanel(walk, attacker, `/member/${walk.t.id(attacker.person)}`);
    return [attacker.name, attacker.text("Cu", 16)];
  },
  "a member's rights": async (walk, attacker) => {
    await openPanel(walk, attacker, `/member/${walk.t.id(attacker.person)}/rights`);
    return [`Rights of ${attacker.name}`, attacker.text("Cu", 16)];
  },
  "a member's restriction": async (walk, attacker) => {
    await openPanel(walk, attacker, `/member/${walk.t.id(attacker.restricted)}/restrict`);
    return [`What ${attacker.text("Re", 64)} ${attacker.text("la", 64)} may do`];
  },
  "the form of a group": async (walk, attacker) => {
    await openPanel(walk, attacker, "/edit");
    return [attacker.title, attacker.text("De", 255)];
  },
  "the confirmation before a member is removed": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker);
    await listItem(panel, attacker.name)
      .getByRole("button", { name: /^What to do with/ })
      .click();
    await walk.page.getByRole("menuitem", { name: "Remove or ban" }).click();
    return [`Remove ${attacker.name}?`];
  },
  "the confirmation before an administrator is demoted": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker);
    await listItem(panel, attacker.name)
      .getByRole("button", { name: /^What to do with/ })
      .click();
    await walk.page.getByRole("menuitem", { name: "Take all rights away" }).click();
    return [`Take all rights from ${attacker.name}?`];
  },
  "the confirmation before ownership is transferred": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker, `/member/${walk.t.id(attacker.person)}`);
    await panel.getByRole("button", { name: "Transfer ownership" }).click();
    return [`Give the chat to ${attacker.name}?`, `${attacker.name} becomes the owner`];
  },
  "the confirmation before a chat is left": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker);
    await panel.getByRole("button", { name: "Leave the group" }).click();
    return [`Leave ${attacker.title}?`];
  },
  "the confirmation before a chat is deleted": async (walk, attacker) => {
    const panel = await openPanel(walk, attacker);
    await panel.getByRole("button", { name: "Delete the group" }).click();
    return [`Delete ${attacker.title}?`];
  },
  "the confirmation before a user is blocked": async (walk, { person, name }) => {
    await goto(walk, `/chat/${walk.t.id(person)}/info`);
    await walk.screen.panel.getByRole("button", { name: "Block" }).click();
    return [`Block ${name}?`];
  },
};

const SERVICE: Readonly<Record<string, OpenScreen>> = {
  "the page of an invite link": async (walk, { other, text, person }) => {
    const { invite_link } = await walk.t.as(person, "createChatInviteLink", { chat_id: other });
    await goto(walk, new URL(invite_link).pathname);
    await walk.page.getByRole("button", { name: "Join" }).waitFor();
    return [text("Ot", 128), text("Od", 255)];
  },
  "the page of a public name": async (walk, { other, text }) => {
    const { chat } = await walk.t.as("alice", "resolve", {
      username: walk.t.world.chats.find(({ id }) => id === other)!.username,
    });
    await goto(walk, `/@${chat.username}`);
    await walk.page.getByRole("button", { name: "Join" }).waitFor();
    return [text("Ot", 128), text("Od", 255)];
  },
  "people of the service": async (walk, { name, text }) => {
    await goto(walk, "/owner");
    return [name, `${text("Re", 64)} ${text("la", 64)}`];
  },
  "the confirmation before a user is suspended": async (walk, { name }) => {
    await goto(walk, "/owner");
    const { page } = walk;
    await listItem(page.getByRole("list", { name: "People" }), name)
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Suspend" }).click();
    return [`Suspend ${name}?`];
  },
  "the dialog that resets a password": async (walk, { name }) => {
    await goto(walk, "/owner");
    const { page } = walk;
    await listItem(page.getByRole("list", { name: "People" }), name)
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Reset the password" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make the link" }).waitFor();
    return [name];
  },
  "chats of the service": async (walk, { title, text, name }) => {
    await goto(walk, "/owner/chats");
    return [title, text("Ot", 128), `Made by ${name}`];
  },
  "bots of the service": async (walk, { text }) => {
    await goto(walk, "/owner/bots");
    return [text("Bo", 64)];
  },
  invitations: async (walk, { text, name }) => {
    const { code } = await walk.t.as("alice", "createInvitation");
    const username = `invited_${name.length}`;
    const password = "correct horse battery";
    await walk.t.post("/api/signUp", { invitation: code, first_name: text("In", 64), username, password });
    await goto(walk, "/owner/invitations");
    return [`Used by ${text("In", 64)}`];
  },
  "the audit log": async (walk, { text, person, name }) => {
    const password = "correct horse battery";
    await walk.t.post("/api/signIn", { username: "alice", password, device: text("Dv", 64) });
    await walk.t.as("alice", "suspendPerson", { user_id: walk.t.id(person) });
    await walk.t.as("alice", "restorePerson", { user_id: walk.t.id(person) });
    await goto(walk, "/owner/audit");
    return [name, `On ${text("Dv", 64)}`];
  },
  storage: async (walk) => {
    await goto(walk, "/owner/retention");
    await goto(walk, "/owner/storage");
    return ["Database"];
  },
  ...DEVICES,
};

/** A text as a part of JSON. */
const inJson = (words: string) => JSON.stringify(words).slice(1, -1).replaceAll("\u202E", "\\u202e");

const DEVELOPER: Readonly<Record<string, OpenScreen>> = {
  "a call": async (walk, { person, group, text }) => {
    await walk.page.goto(`/developer?method=sendMessage&chat=${group}&open=true`);
    await walk.page.getByRole("region", { name: "Response" }).waitFor();
    return [walk.t.world.people.find(({ username }) => username === person)!.name, inJson(text("Te", 400))];
  },
  "mistakes of bots": async (walk, { bot, text }) => {
    await walk.t.bot(bot, "sendMessage", { chat_id: 1, text: "x", [text("Pm", 40)]: "1" });
    await walk.page.goto(`/developer/findings?bot=${bot}`);
    await walk.page.getByRole("list", { name: "Findings" }).getByRole("listitem").first().waitFor();
    return [text("Bo", 64), `${text("Pm", 40).replaceAll("\u202E", "\\u202e")}, so it is ignored`];
  },
  "people to be": async (walk, { name }) => {
    await goto(walk, "/developer/people");
    return [name];
  },
  "the calls of a chat beside it": async (walk, { group, bot, text }) => {
    // Its call is among the newest, which are in view.
    await walk.t.bot(bot, "getChat", { chat_id: group });
    await goto(walk, `/chat/${group}/developer`);
    await walk.page.locator("[data-entry]").first().waitFor();
    return [text("Bo", 64)];
  },
};

export const SCREENS: Readonly<Record<string, Readonly<Record<string, OpenScreen>>>> = {
  "list and chat": CHATS,
  messages: MESSAGES,
  conversations: CONVERSATIONS,
  bots: BOTS,
  panel: PANEL,
  service: SERVICE,
  "the developer's pages": DEVELOPER,
};
