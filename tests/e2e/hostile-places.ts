/** Every place where the client shows what somebody else has written: the way there, and what is to be read. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { ASSISTANT_ID, Conversation } from "../assistant/conversation.ts";
import type { TestService } from "../kit/service.ts";
import type { Screen } from "./browser.ts";
import type { Villain } from "./hostile-cast.ts";

export interface Stage {
  readonly t: TestService;
  readonly screen: Screen;
  readonly page: Page;
}

/** Goes to a place. @returns the texts that are to be read there */
type Place = (stage: Stage, villain: Villain) => Promise<readonly string[]>;

/** Something that lies over the page. */
const OVER = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Goes on as by a link where that can be done: what is loaded stays. */
const goto = async ({ page, screen }: Stage, path: string) => {
  const isNew = (await page.locator(OVER).count()) > 0 || !page.url().startsWith("http");
  if (isNew || (await page.evaluate("location.pathname")) === path) await page.goto(path);
  else await screen.go(path);
  return screen;
};

const openGroup = async (stage: Stage, { group }: Villain) => {
  await goto(stage, `/chat/${group}`);
  await stage.page.getByRole("article").first().waitFor();
};

const openPanel = async (stage: Stage, { group }: Villain, page = "") => {
  await goto(stage, `/chat/${group}/info${page}`);
  return stage.screen.panel;
};

const openBot = (stage: Stage, { bot }: Villain) => goto(stage, `/chat/${stage.t.id(bot)}`);

/** A message with these words. */
const holding = ({ page }: Stage, words: string): Locator =>
  page.getByRole("article").filter({ hasText: words }).last();

const menuOf = async (stage: Stage, message: Locator, item: string) => {
  await message.press("Enter");
  await stage.page.getByRole("menuitem", { name: item, exact: true }).click();
};

const lineOf = (place: Locator, words: string) => place.getByRole("listitem").filter({ hasText: words }).first();

/** A bot says something to Alice, with these buttons. */
const offer = async ({ t }: Stage, { bot, word }: Villain, reply_markup: object) =>
  t.ok(bot, "sendMessage", { chat_id: t.id("alice"), text: word("Sa", 200), reply_markup });

/** Presses the button of a bot that answers with this. */
const press = async (stage: Stage, villain: Villain, answer: object) => {
  const { t, page } = stage;
  await offer(stage, villain, { inline_keyboard: [[{ text: "Press me", callback_data: "x" }]] });
  await openBot(stage, villain);
  await t.updates(villain.bot);
  await page.getByRole("button", { name: "Press me" }).last().click();
  const updates = await t.ok(villain.bot, "getUpdates", { timeout: 20 });
  const { id } = updates.at(-1).callback_query;
  await t.ok(villain.bot, "answerCallbackQuery", { callback_query_id: id, ...answer });
};

const CHATS: Readonly<Record<string, Place>> = {
  "the list of chats": async (stage, { title, word }) => {
    await goto(stage, "/");
    return [title, word("Na", 64), word("Pr", 400)];
  },
  "a draft in the list": async (stage, { group, word }) => {
    await stage.t.as("alice", "saveDraft", { chat_id: group, text: word("Dr", 400) });
    await goto(stage, "/");
    await stage.page.getByText("Draft:").first().waitFor();
    return [word("Dr", 400)];
  },
  "the head of a chat": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.screen.field.fill("");
    return [villain.title];
  },
  "somebody is writing": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.t.as(villain.person, "setTyping", { chat_id: villain.group });
    await stage.page.getByTitle("About this chat").getByText("is writing…").waitFor();
    return [`${villain.name} is writing…`];
  },
  "what was found from anywhere": async (stage, { word, title }) => {
    await goto(stage, "/");
    await stage.page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    await stage.page.keyboard.press("Control+K");
    await stage.page.getByRole("combobox").fill(title.slice(0, 4));
    await stage.page.getByRole("option").first().waitFor();
    const found = [title];
    // A search for words is one for whole words from their beginning.
    if (!word("Te", 40).includes("\u202E")) await stage.page.getByRole("combobox").fill(word("Te", 400).slice(0, 4));
    else return found;
    return [word("Te", 400)];
  },
};

const MESSAGES: Readonly<Record<string, Place>> = {
  "a forwarded message": async (stage, villain) => {
    await openGroup(stage, villain);
    await holding(stage, "Forwarded from").scrollIntoViewIfNeeded();
    return [`Forwarded from ${villain.name}`, villain.word("Te", 400)];
  },
  "a quote": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.page.getByRole("article", { name: /in reply to/ }).scrollIntoViewIfNeeded();
    return [villain.name, villain.word("Te", 400)];
  },
  "the bar of pins": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.page.getByRole("region", { name: "Pinned messages" }).waitFor();
    return [villain.word("Te", 400)];
  },
  "what happened": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.page.getByText("pinned a message").first().waitFor();
    return [`${villain.name} pinned a message`];
  },
  "a contact": async (stage, villain) => {
    await openGroup(stage, villain);
    return [villain.word("Cn", 64)];
  },
  "a venue": async (stage, villain) => {
    await openGroup(stage, villain);
    return [villain.word("Ve", 64), villain.word("Va", 128)];
  },
  "a document, and the name under which it is saved": async (stage, villain) => {
    await openGroup(stage, villain);
    const saved = await stage.page.locator("a[download]").last().getAttribute("download");
    // What would be no name of a file, the service has taken out.
    const sent = villain.word("Do", 60).replaceAll("\u202E", "");
    return saved === `${sent}.txt` ? [saved] : [`saved as ${saved}`];
  },
  "a piece of music, and the player": async (stage, villain) => {
    await openGroup(stage, villain);
    const piece = stage.page.getByRole("group", { name: villain.word("Au", 64) }).first();
    await piece.getByRole("button", { name: "Play" }).click();
    await stage.page.getByRole("region", { name: "Player" }).waitFor();
    return [villain.word("Au", 64), villain.word("Pe", 64)];
  },
  "the viewer": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.page.getByRole("button", { name: "Photo", exact: true }).last().click();
    await stage.page.getByRole("dialog", { name: "Photo" }).waitFor();
    return [villain.name, villain.word("Ca", 1024)];
  },
  "what is answered": async (stage, villain) => {
    await openGroup(stage, villain);
    await menuOf(stage, holding(stage, villain.word("Ca", 1024)), "Reply");
    return [`Reply to ${villain.name}`];
  },
  "the chats to forward to": async (stage, villain) => {
    await openGroup(stage, villain);
    await menuOf(stage, holding(stage, villain.word("Ca", 1024)), "Forward");
    const dialog = stage.page.getByRole("dialog", { name: "Forward to" });
    await dialog.getByRole("checkbox").first().waitFor();
    return [villain.title, villain.name];
  },
  "who has read a message": async (stage, villain) => {
    const { t, screen, page } = stage;
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: villain.group, text: "Mine" });
    await t.as(villain.person, "readMessages", { chat_id: villain.group, message_id });
    await openGroup(stage, villain);
    await screen.sent("Mine").last().press("Enter");
    await page.getByRole("menuitem", { name: "Read by 1 person" }).click();
    return [villain.name];
  },
  "a notice of the machine": async (stage, villain) => {
    const { t, page } = stage;
    await page.goto("/");
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    await page.evaluate('document.hasFocus = () => false; void window.dispatchEvent(new Event("blur"))');
    await t.as(villain.person, "sendMessage", { chat_id: villain.group, text: villain.word("No", 400) });
    const heard = () => page.evaluate<string[]>("globalThis.told");
    await expect.poll(heard).not.toEqual([]);
    const told = await heard();
    const plain = told.map((words) => words.replaceAll(/\s+/g, " ").replaceAll("\u202C", ""));
    const meant = [villain.title, `${villain.name}: ${villain.word("No", 400)}`];
    return JSON.stringify(plain) === JSON.stringify(meant.map((words) => words.replaceAll(/\s+/g, " "))) ? [] : told;
  },
};

const BOTS: Readonly<Record<string, Place>> = {
  "the description of a bot": async (stage, villain) => {
    await stage.t.as("alice", "openChat", { user_id: stage.t.id(villain.bot) });
    await goto(stage, `/chat/${stage.t.id(villain.bot)}/info`);
    return [villain.word("Bo", 64), villain.word("Bd", 512), villain.word("Co", 256)];
  },
  "buttons under a message": async (stage, villain) => {
    const buttons = [
      { text: villain.word("Bu", 64), callback_data: "x" },
      { text: villain.word("Bl", 64), url: "https://example.org" },
    ];
    await offer(stage, villain, {
      inline_keyboard: [buttons, [{ text: villain.word("Bc", 64), copy_text: { text: villain.word("Cp", 200) } }]],
    });
    await openBot(stage, villain);
    return [villain.word("Bu", 64), villain.word("Bl", 64), villain.word("Bc", 64), villain.word("Sa", 200)];
  },
  "a keyboard of a bot": async (stage, villain) => {
    const buttons = [{ text: villain.word("K1", 64) }, { text: villain.word("K2", 64) }];
    await offer(stage, villain, { keyboard: [buttons], input_field_placeholder: villain.word("Ph", 64) });
    await openBot(stage, villain);
    return [villain.word("K1", 64), villain.word("K2", 64)];
  },
  "the menu of commands": async (stage, villain) => {
    await openBot(stage, villain);
    await stage.page.getByRole("button", { name: "Commands of the bots" }).click();
    return [villain.word("Co", 256)];
  },
  "the menu of commands in a group, and the bots that see only those": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.screen.field.fill("/");
    await stage.page.getByText("sees only commands").waitFor();
    return [villain.word("Co", 256), `${villain.word("Bo", 64)} sees only commands`];
  },
  "the menu of people": async (stage, villain) => {
    await openGroup(stage, villain);
    await stage.screen.field.fill("@vill");
    return [villain.name];
  },
  "an answer in a notice": async (stage, villain) => {
    await press(stage, villain, { text: villain.word("An", 200) });
    return [villain.word("An", 200)];
  },
  "an answer that is to be closed": async (stage, villain) => {
    await press(stage, villain, { text: villain.word("Al", 200), show_alert: true });
    return [villain.word("Al", 200)];
  },
  "one's own bots": async (stage, { word }) => {
    await goto(stage, "/settings/bots");
    return [word("Bo", 64)];
  },
  "one's own bot": async (stage, { bot, word }) => {
    await goto(stage, `/settings/bots/${stage.t.id(bot)}`);
    return [word("Bo", 64), word("Bd", 512), word("Co", 256)];
  },
  "a bot before it is deleted": async (stage, { bot, word }) => {
    await goto(stage, `/settings/bots/${stage.t.id(bot)}`);
    await stage.page.getByRole("button", { name: "Delete", exact: true }).click();
    return [`Delete ${word("Bo", 64)} for good?`];
  },
  "the assistant": async (stage, { word }) => {
    const assistant = new Conversation(stage.t, "alice");
    await assistant.start();
    await assistant.say("/newbot");
    const name = word("As", 64).replaceAll("\n", " ");
    await assistant.say(name);
    await assistant.say(`assisted_${word("x", 1).length}${name.length}_bot`);
    await assistant.say("/mybots");
    await goto(stage, `/chat/${ASSISTANT_ID}`);
    return [name, word("Bo", 64)];
  },
};

const PANEL: Readonly<Record<string, Place>> = {
  "about a group": async (stage, villain) => {
    await openPanel(stage, villain);
    const { title, name, word } = villain;
    return [title, word("De", 255), name, word("Cu", 16), `${word("Re", 64)} ${word("la", 64)}`, word("Bo", 64)];
  },
  "about a person": async (stage, { person, name, word }) => {
    await goto(stage, `/chat/${stage.t.id(person)}/info`);
    return [name, word("Ab", 140)];
  },
  administrators: async (stage, villain) => {
    await openPanel(stage, villain, "/administrators");
    return [villain.name, villain.word("Cu", 16)];
  },
  "who could be one": async (stage, villain) => {
    await openPanel(stage, villain, "/administrators/add");
    return [villain.word("Bo", 64)];
  },
  "restricted members": async (stage, villain) => {
    await openPanel(stage, villain, "/restricted");
    return [villain.word("Re", 64), villain.word("la", 64)];
  },
  "the banned": async (stage, villain) => {
    await openPanel(stage, villain, "/banned");
    return [villain.word("Ba", 64)];
  },
  "invite links": async (stage, villain) => {
    await openPanel(stage, villain, "/links");
    return [villain.word("Li", 32)];
  },
  "a link before it is closed": async (stage, villain) => {
    const panel = await openPanel(stage, villain, "/links");
    await lineOf(panel, villain.word("Li", 32))
      .getByRole("button", { name: /^Close/ })
      .click();
    return [`Close the link ${villain.word("Li", 32)}?`];
  },
  "who asks to join": async (stage, { person, name, word }) => {
    const { t, page } = stage;
    const { id: chat_id } = (await t.as("alice", "createChat", { title: "Guarded" })).chat;
    const door = { chat_id, name: word("Dr", 32), creates_join_request: true };
    const { invite_link } = await t.as("alice", "createChatInviteLink", door);
    await t.as(person, "askToJoin", { invite_link: invite_link.split("/").at(-1) });
    await page.locator(`[data-chat="${chat_id}"]`).waitFor({ state: "attached" });
    await goto(stage, `/chat/${chat_id}/info/requests`);
    await page.getByRole("list", { name: "Join requests" }).waitFor();
    return [name, word("Dr", 32)];
  },
  "who could be added": async (stage, villain) => {
    const panel = await openPanel(stage, villain, "/add");
    await panel.getByRole("searchbox").fill("villain");
    return [villain.name];
  },
  "a member": async (stage, villain) => {
    await openPanel(stage, villain, `/member/${stage.t.id(villain.person)}`);
    return [villain.name, villain.word("Cu", 16)];
  },
  "a member's rights": async (stage, villain) => {
    await openPanel(stage, villain, `/member/${stage.t.id(villain.person)}/rights`);
    return [`Rights of ${villain.name}`, villain.word("Cu", 16)];
  },
  "a member's restriction": async (stage, villain) => {
    await openPanel(stage, villain, `/member/${stage.t.id(villain.restricted)}/restrict`);
    return [`What ${villain.word("Re", 64)} ${villain.word("la", 64)} may do`];
  },
  "what can be edited": async (stage, villain) => {
    await openPanel(stage, villain, "/edit");
    return [villain.title, villain.word("De", 255)];
  },
  "a member before they are removed": async (stage, villain) => {
    const panel = await openPanel(stage, villain);
    await lineOf(panel, villain.name)
      .getByRole("button", { name: /^What to do with/ })
      .click();
    await stage.page.getByRole("menuitem", { name: "Remove or ban" }).click();
    return [`Remove ${villain.name}?`];
  },
  "an administrator before they are none": async (stage, villain) => {
    const panel = await openPanel(stage, villain);
    await lineOf(panel, villain.name)
      .getByRole("button", { name: /^What to do with/ })
      .click();
    await stage.page.getByRole("menuitem", { name: "Take all rights away" }).click();
    return [`Take all rights from ${villain.name}?`];
  },
  "the chat before it is given away": async (stage, villain) => {
    const panel = await openPanel(stage, villain, `/member/${stage.t.id(villain.person)}`);
    await panel.getByRole("button", { name: "Transfer ownership" }).click();
    return [`Give the chat to ${villain.name}?`, `${villain.name} becomes the owner`];
  },
  "a chat before it is left": async (stage, villain) => {
    const panel = await openPanel(stage, villain);
    await panel.getByRole("button", { name: "Leave the group" }).click();
    return [`Leave ${villain.title}?`];
  },
  "a chat before it is deleted": async (stage, villain) => {
    const panel = await openPanel(stage, villain);
    await panel.getByRole("button", { name: "Delete the group" }).click();
    return [`Delete ${villain.title}?`];
  },
  "a person before they are blocked": async (stage, { person, name }) => {
    await goto(stage, `/chat/${stage.t.id(person)}/info`);
    await stage.screen.panel.getByRole("button", { name: "Block" }).click();
    return [`Block ${name}?`];
  },
};

const SERVICE: Readonly<Record<string, Place>> = {
  "the screen of a link": async (stage, { other, word, person }) => {
    const { invite_link } = await stage.t.as(person, "createChatInviteLink", { chat_id: other });
    await goto(stage, new URL(invite_link).pathname);
    await stage.page.getByRole("button", { name: "Join" }).waitFor();
    return [word("Ot", 128), word("Od", 255)];
  },
  "the page of a public name": async (stage, { other, word }) => {
    const { chat } = await stage.t.as("alice", "resolve", {
      username: stage.t.world.chats.find(({ id }) => id === other)!.username,
    });
    await goto(stage, `/@${chat.username}`);
    await stage.page.getByRole("button", { name: "Join" }).waitFor();
    return [word("Ot", 128), word("Od", 255)];
  },
  "people of the service": async (stage, { name, word }) => {
    await goto(stage, "/owner");
    return [name, `${word("Re", 64)} ${word("la", 64)}`];
  },
  "a person before they are suspended": async (stage, { name }) => {
    await goto(stage, "/owner");
    const { page } = stage;
    await lineOf(page.getByRole("list", { name: "People" }), name)
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Suspend" }).click();
    return [`Suspend ${name}?`];
  },
  "a person whose password is reset": async (stage, { name }) => {
    await goto(stage, "/owner");
    const { page } = stage;
    await lineOf(page.getByRole("list", { name: "People" }), name)
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Reset the password" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make the link" }).waitFor();
    return [name];
  },
  "chats of the service": async (stage, { title, word, name }) => {
    await goto(stage, "/owner/chats");
    return [title, word("Ot", 128), `Made by ${name}`];
  },
  "bots of the service": async (stage, { word }) => {
    await goto(stage, "/owner/bots");
    return [word("Bo", 64)];
  },
  invitations: async (stage, { word, name }) => {
    const { code } = await stage.t.as("alice", "createInvitation");
    const username = `invited_${name.length}`;
    const password = "correct horse battery";
    await stage.t.post("/api/signUp", { invitation: code, first_name: word("In", 64), username, password });
    await goto(stage, "/owner/invitations");
    return [`Used by ${word("In", 64)}`];
  },
  "the audit log": async (stage, { word, person, name }) => {
    const password = "correct horse battery";
    await stage.t.post("/api/signIn", { username: "alice", password, device: word("Dv", 64) });
    await stage.t.as("alice", "suspendPerson", { user_id: stage.t.id(person) });
    await stage.t.as("alice", "restorePerson", { user_id: stage.t.id(person) });
    await goto(stage, "/owner/audit");
    return [name, `On ${word("Dv", 64)}`];
  },
  storage: async (stage) => {
    await goto(stage, "/owner/storage");
    return ["Database"];
  },
  "where one is signed in": async (stage, { word }) => {
    const password = "correct horse battery";
    await stage.t.post("/api/signIn", { username: "alice", password, device: word("Se", 64) });
    await goto(stage, "/settings");
    return [word("Se", 64)];
  },
};

export const PLACES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  "of the list and the chat": CHATS,
  "of messages": MESSAGES,
  "of bots": BOTS,
  "of the panel": PANEL,
  "of the service": SERVICE,
};
