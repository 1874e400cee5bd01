/** Every screen, dialog and menu of the client, each with the way there from wherever one is, in any language. */
import type { Locator, Page } from "playwright-core";
import { drawPicture } from "../kit/media.ts";
import type { TestService } from "../kit/service.ts";
import type { Screen } from "./browser.ts";
import { VIDEO_LENGTH } from "./looks-world.ts";
import type { Say } from "./words.ts";

/** Who looks, at what, in which language. */
export interface Viewer {
  readonly t: TestService;
  readonly screen: Screen;
  readonly page: Page;
  readonly say: Say;
}

/** Goes there, and waits until it is there. */
type Way = (viewer: Viewer) => Promise<unknown>;
export type Ways = Readonly<Record<string, Way>>;

const at =
  (path: string, words: string): Way =>
  async ({ screen, page, say }) => {
    await screen.comeTo(path);
    await page.getByText(say(words)).filter({ visible: true }).first().waitFor();
  };

const openChat = async ({ t, screen, page }: Viewer, name: string) => {
  await screen.comeTo(`/chat/${t.id(name)}`);
  await page.locator(`a[data-chat="${t.id(name)}"][aria-current=page]`).waitFor({ state: "attached" });
};

const openTeam = async (viewer: Viewer) => {
  await openChat(viewer, "Team");
  await article(viewer, "notes.txt").waitFor();
};

const article = ({ page }: Viewer, words: string): Locator =>
  page.getByRole("article").filter({ hasText: words }).last();

const press = ({ page, say }: Viewer, button: string) =>
  page
    .getByRole("button", { name: say(button), exact: true })
    .filter({ visible: true })
    .first()
    .click();

const choose = ({ page, say }: Viewer, item: string) =>
  page.getByRole("menuitem", { name: say(item), exact: true }).click();

const menuOf = async (viewer: Viewer, words: string) => {
  await article(viewer, words).press("Enter");
  await viewer.page.getByRole("menu").waitFor();
};

const field = ({ page, say }: Viewer) => page.getByRole("textbox", { name: say("Message"), exact: true });

export const GUEST: Ways = {
  "signing in": at("/sign-in", "Welcome back"),
  "signing in, refused": async ({ screen, page, say }) => {
    await screen.comeTo("/sign-in");
    await page.getByLabel(say("User name")).fill("alice");
    await page.locator("input[type=password]").fill("not this one");
    await page.getByRole("button", { name: say("Sign in"), exact: true }).click();
    await page.getByRole("alert").locator("p").waitFor();
  },
  "signing up": async ({ t, screen, page, say }) => {
    const { code } = await t.as("alice", "createInvitation");
    await screen.comeTo(`/invite/${code}`);
    await page.getByLabel(say("First name")).waitFor();
  },
  "signing up, refused": async ({ t, screen, page, say }) => {
    const { code } = await t.as("alice", "createInvitation");
    await screen.comeTo(`/invite/${code}`);
    await page.getByLabel(say("First name")).fill("Alice");
    await page.getByLabel(say("User name")).fill("alice");
    await page.locator("input[type=password]").fill("a long password");
    await page.getByRole("button", { name: say("Create account") }).click();
    await page.getByText(say("Somebody else has this user name.")).waitFor();
    await page.getByRole("button", { name: say("Create account"), disabled: false }).waitFor();
  },
  "a new password": async ({ t, screen, page, say }) => {
    const { link } = await t.as("alice", "resetPassword", { user_id: t.id("bob") });
    await screen.comeTo(new URL(link).pathname);
    await page.getByText(say("Choose it well: everywhere else you are signed out.")).waitFor();
  },
  "a way to a new password that is closed": at("/reset/abc", "This way is closed"),
};

const CHAT: Ways = {
  "the list of chats": async ({ screen, page }) => {
    await screen.comeTo("/");
    await page.locator("a[data-chat]").first().waitFor();
  },
  "the menu above the list": async (viewer) => {
    await viewer.screen.comeTo("/");
    await press(viewer, "Menu");
    await viewer.page.getByRole("menu").waitFor();
  },
  "a new group": async (viewer) => {
    await viewer.screen.comeTo("/");
    await press(viewer, "Menu");
    await choose(viewer, "New group");
    await viewer.page.getByRole("dialog").getByLabel(viewer.say("Name"), { exact: true }).waitFor();
  },
  "the menu of a chat in the list": async ({ screen, page }) => {
    await screen.comeTo("/");
    await page.locator("a[data-chat]").first().click({ button: "right" });
    await page.getByRole("menu").waitFor();
  },
  "finds of the switcher": async (viewer) => {
    await viewer.screen.comeTo("/");
    await viewer.page.locator("a[data-chat]").first().waitFor();
    await viewer.page.keyboard.press("Control+K");
    await viewer.page.getByRole("combobox").fill("Read");
    await viewer.page.getByRole("option").filter({ hasText: "Team" }).first().waitFor();
  },
  // Axe compares the names of controls with the words on them only where these are in sight.
  "a video": async (viewer) => {
    await openTeam(viewer);
    await article(viewer, "notes.txt").scrollIntoViewIfNeeded();
    const length = viewer.page.getByText(VIDEO_LENGTH, { exact: true });
    await length.scrollIntoViewIfNeeded();
    await length.waitFor();
  },
  "all sorts of messages, and pins": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.getByRole("region", { name: viewer.say("Pinned messages") }).waitFor();
  },
  "a chat in another script": async (viewer) => {
    await openChat(viewer, "فريق القراءة");
    await article(viewer, "مرحبًا").waitFor();
  },
  "the menu of a chat": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "What to do with this chat");
    await viewer.page.getByRole("menu").waitFor();
  },
  "the menu of a message": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "Read");
  },
  "a question before deleting": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Delete");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "a reply": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Reply");
    await viewer.page.getByRole("button", { name: viewer.say("Do not reply") }).waitFor();
  },
  "chats to forward to": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Forward");
    await viewer.page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
  "chosen messages": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Choose");
    await viewer.page.getByRole("toolbar", { name: viewer.say("Chosen messages") }).waitFor();
  },
  "words that are searched in a chat": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.keyboard.press("Control+f");
    await viewer.page.getByRole("searchbox").fill("start");
    await viewer.page.getByRole("button", { name: viewer.say("Older find"), disabled: false }).waitFor();
  },
  "files before they are sent": async (viewer) => {
    await openTeam(viewer);
    const button = viewer.page.getByRole("button", { name: viewer.say("Attach files") });
    const colours = ["#b23a48", "#2d6a4f", "#1d4ed8"];
    const files = colours.map(async (colour, i) => {
      return { name: `${i}.png`, mimeType: "image/png", buffer: await drawPicture(300, 200, colour) };
    });
    await button.locator("xpath=following-sibling::input[@type='file']").setInputFiles(await Promise.all(files));
    await viewer.page.getByRole("dialog").locator("img").nth(2).waitFor();
  },
  "a recording": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "Record a voice message");
    await viewer.page.getByRole("timer").waitFor();
  },
  "the viewer": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "Photo");
    await viewer.page.getByRole("dialog").getByText("Two colours").waitFor();
  },
  "the player": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.getByRole("group", { name: "Song" }).getByRole("button").first().click();
    await viewer.page.getByRole("region", { name: viewer.say("Player") }).waitFor();
  },
  "the picker of emoji": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "Emoji");
    await viewer.page.getByRole("gridcell").first().waitFor();
  },
  "the menu of people": async (viewer) => {
    await openChat(viewer, "Private");
    await field(viewer).fill("@");
    await viewer.page.getByRole("option").first().waitFor();
    await field(viewer).fill("@b");
  },
  "the menu of commands": async (viewer) => {
    await openChat(viewer, "echo_bot");
    // A draft that is there already opens no menu.
    for (const words of ["", "/w"]) await field(viewer).fill(words);
    await viewer.page.getByRole("option", { name: "/weather" }).waitFor();
  },
  "marks for what is selected": async (viewer) => {
    await openChat(viewer, "Private");
    await field(viewer).fill("one two");
    await field(viewer).press("Control+a");
    await viewer.page.getByRole("toolbar").waitFor();
  },
  "a keyboard of a bot": async (viewer) => {
    await openChat(viewer, "echo_bot");
    await viewer.page.getByRole("button", { name: "One" }).waitFor();
  },
  "a bot that is not started": async (viewer) => {
    await openChat(viewer, "stranger_bot");
    await viewer.page.getByRole("button", { name: viewer.say("Start the bot") }).waitFor();
  },
  "a page without a network": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.context().setOffline(true);
    await viewer.page.getByText(viewer.say("You are offline. What you write is sent when you are back.")).waitFor();
  },
};

/** A page of the panel of the club, in which little has been said, or of another chat, with some words that are on it. */
const panel =
  (path: string, words: string, chat = "Club"): Way =>
  async ({ t, screen, page, say }) => {
    await screen.comeTo(`/chat/${t.id(chat)}/info${path.replace(/bob|carla|dave/, (name) => String(t.id(name)))}`);
    const place = page.getByRole("region", { name: say("About this chat") });
    await place.getByText(words).filter({ visible: true }).first().waitFor();
  };

/** Somebody's page, with something on it that is done to them. */
const about =
  (name: string, button: string): Way =>
  async ({ t, screen, page, say }) => {
    await screen.comeTo(`/chat/${t.id(name)}/info`);
    await page
      .getByRole("button", { name: say(button) })
      .filter({ visible: true })
      .first()
      .waitFor();
  };

const memberMenu = async (viewer: Viewer) => {
  await panel("", "Where we talk")(viewer);
  await viewer.page.getByRole("button", { name: viewer.say("What to do with {name}", { name: "Bob" }) }).click();
  await viewer.page.getByRole("menu").waitFor();
};

const PANEL: Ways = {
  "about a group": panel("", "Where we talk"),
  "editing a group": ({ say, ...rest }) => panel("/edit", say("Public name"))({ say, ...rest }),
  "permissions of members": ({ say, ...rest }) => panel("/permissions", say("What may members do?"))({ say, ...rest }),
  administrators: panel("/administrators", "Bob"),
  "choosing an administrator": panel("/administrators/add", "Carla"),
  "restricted members": panel("/restricted", "Carla"),
  "the banned": panel("/banned", "Dave"),
  "invite links": panel("/links", "For a few"),
  "join requests": panel("/requests", "The door", "Team"),
  "adding members": panel("/add", "Bob"),
  "a member": panel("/member/bob", "Bob"),
  "a member's rights": ({ say, ...rest }) => panel("/member/bob/rights", say("What may they do?"))({ say, ...rest }),
  "a member's restriction": ({ say, ...rest }) =>
    panel("/member/carla/restrict", say("Lift the restriction"))({ say, ...rest }),
  "somebody who is banned": panel("/member/dave", "Dave"),
  "a question before the chat is given away": async (viewer) => {
    await panel("/member/bob", "Bob")(viewer);
    await press(viewer, "Transfer ownership");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "the menu of a member": memberMenu,
  "a ban until a day": async (viewer) => {
    await memberMenu(viewer);
    await choose(viewer, "Remove or ban");
    const dialog = viewer.page.getByRole("dialog");
    await dialog.getByLabel(viewer.say("Ban for")).selectOption("date");
    await dialog.getByLabel(viewer.say("Day and time")).waitFor();
  },
  "a new link": async (viewer) => {
    await panel("/links", "For a few")(viewer);
    await press(viewer, "Make a link");
    await viewer.page.getByRole("dialog").waitFor();
  },
  "a question before leaving": async (viewer) => {
    await panel("", "Where we talk")(viewer);
    await press(viewer, "Leave the group");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "about a person": about("bob", "Block"),
  "about a bot": about("echo_bot", "Block"),
};

const REFUSED: Ways = {
  "about a group": panel("", "Where we talk"),
  "why something cannot be done": async (viewer) => {
    await panel("", "Where we talk")(viewer);
    await viewer.page.getByRole("button", { name: viewer.say("Edit the group") }).press("Enter");
    await viewer.page.locator("[data-side]").first().waitFor();
  },
  "permissions of members": ({ say, ...rest }) => panel("/permissions", say("What may members do?"))({ say, ...rest }),
  "invite links": ({ say, ...rest }) =>
    panel("/links", say("You cannot invite people to this chat."))({ say, ...rest }),
  "a member": panel("/member/bob", "Bob"),
  "a member's rights": ({ say, ...rest }) => panel("/member/bob/rights", say("What may they do?"))({ say, ...rest }),
  "the menu of a member": memberMenu,
  "a chat in which one may not write": async (viewer) => {
    await openChat(viewer, "Club");
    await viewer.page.getByText(viewer.say("You cannot write messages here.")).first().waitFor();
  },
};

const SERVICE: Ways = {
  "people of the service": at("/owner", "Suspended"),
  "chats of the service": at("/owner/chats", "Channel"),
  "bots of the service": at("/owner/bots", "Polling"),
  invitations: at("/owner/invitations", "Used"),
  storage: at("/owner/storage", "Database"),
  "the audit log": at("/owner/audit", "Invitation made"),
  "a question about a person": async (viewer) => {
    await at("/owner", "Suspended")(viewer);
    await viewer.page.getByRole("button", { name: viewer.say("What to do about {name}", { name: "Bob" }) }).click();
    await choose(viewer, "Suspend");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "an invitation": async (viewer) => {
    await at("/owner/invitations", "Used")(viewer);
    await press(viewer, "Invite people");
    await viewer.page.getByRole("dialog").getByRole("spinbutton").waitFor();
  },
  "an invitation that was made": async (viewer) => {
    await at("/owner/invitations", "Used")(viewer);
    await press(viewer, "Invite people");
    await press(viewer, "Make the link");
    await viewer.page.getByRole("dialog").getByRole("textbox").first().waitFor();
  },
  "the directory of people": at("/directory", "Write"),
  "the directory of public chats": at("/directory/chats", "Public chats"),
  settings: at("/settings", "This browser"),
  "one's own bots": at("/settings/bots", "New bot"),
  "one's own bot": async ({ t, screen, page, say }) => {
    await screen.comeTo(`/settings/bots/${t.id("echo_bot")}`);
    await page.getByRole("switch", { name: say("Privacy mode") }).waitFor();
  },
  "a new bot": async (viewer) => {
    await at("/settings/bots", "New bot")(viewer);
    await press(viewer, "New bot");
    await viewer.page.getByRole("dialog").waitFor();
  },
  "a new token": async (viewer) => {
    await viewer.screen.comeTo(`/settings/bots/${viewer.t.id("guard_bot")}`);
    await press(viewer, "New token");
    await press(viewer, "Make a new token");
    await viewer.page.getByRole("dialog").getByRole("textbox").waitFor();
  },
  "a way that is closed": at("/join/abc", "This way is closed"),
  "a way in": at("/@lounge", "Join"),
  "a chat that is nowhere": at("/chat/-1000000099999", "This chat is not yours to see"),
  "nothing at this address": at("/nonsense", "There is nothing here"),
  // The last one: the list stays in the archive until it is left.
  "the archive": async (viewer) => {
    await viewer.screen.comeTo("/");
    await press(viewer, "Archived chats");
    await viewer.page.getByRole("heading", { name: viewer.say("Archived chats") }).waitFor();
  },
};

/** What the owner sees, who may do everything. */
export const OWNER: Ways = { ...CHAT, ...PANEL, ...SERVICE };
/** What somebody sees to whom much is refused. */
export const MEMBER: Ways = REFUSED;
