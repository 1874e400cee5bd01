/** Every screen, dialog and menu of the client, and how to open it from any other screen, in any language. */
import type { Locator } from "playwright-core";
import { drawPicture } from "../support/media.ts";
import { CONVERSATIONS } from "./appearance-conversations.ts";
import { DEVELOPER } from "./appearance-developer.ts";
import { FACTORS_OF_GUEST, FACTORS_OF_MEMBER, FACTORS_OF_OWNER } from "./appearance-factors.ts";
import { MAIL_OF_GUEST, MAIL_OF_OWNER } from "./appearance-mail.ts";
import { VIDEO_LENGTH } from "./appearance-fixtures.ts";
import type { OpenScreen, Screens, Viewer } from "./appearance-viewer.ts";
import { claimCode, showCode } from "./device-code.ts";

const openPath =
  (path: string, words: string): OpenScreen =>
  async ({ screen, page, say }) => {
    await screen.openPath(path);
    await page.getByText(say(words)).filter({ visible: true }).first().waitFor();
  };

const openChat = async ({ t, screen, page }: Viewer, name: string) => {
  await screen.openPath(`/chat/${t.id(name)}`);
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

/** Opens a screen while everybody may sign up. The service says so when a page is loaded. */
const withOpenSignUp =
  (open: OpenScreen): OpenScreen =>
  async (viewer) => {
    await viewer.t.as("alice", "setSignUp", { open: true });
    await viewer.page.goto("/sign-in");
    await open(viewer);
    await viewer.t.as("alice", "setSignUp", { open: false });
  };

export const GUEST: Screens = {
  "signing in": openPath("/sign-in", "Welcome back"),
  "signing in, refused by a provider": openPath(
    "/sign-in?refused=domain",
    "People with a mail address of your domain get no account here.",
  ),
  "signing in, with an error": async ({ screen, page, say }) => {
    await screen.openPath("/sign-in");
    await page.getByLabel(say("User name")).fill("alice");
    await page.locator("input[type=password]").fill("not this one");
    await page.getByRole("button", { name: say("Sign in"), exact: true }).click();
    await page.getByRole("alert").locator("p").waitFor();
  },
  "signing in by the code of another device, in vain": openPath("/device#used", "This device is not signed in"),
  "signing up": async ({ t, screen, page, say }) => {
    const { code } = await t.as("alice", "createInvitation");
    await screen.openPath(`/invite/${code}`);
    await page.getByLabel(say("First name")).waitFor();
  },
  "signing up, with an error": async ({ t, screen, page, say }) => {
    const { code } = await t.as("alice", "createInvitation");
    await screen.openPath(`/invite/${code}`);
    await page.getByLabel(say("First name")).fill("Alice");
    await page.getByLabel(say("User name")).fill("alice");
    await page.locator("input[type=password]").fill("a long password");
    await page.getByRole("button", { name: say("Create account") }).click();
    await page.getByText(say("Somebody else has this user name.")).waitFor();
    await page.getByRole("button", { name: say("Create account"), disabled: false }).waitFor();
  },
  "choosing a new password": async ({ t, screen, page, say }) => {
    const { link } = await t.as("alice", "resetPassword", { user_id: t.id("bob") });
    await screen.openPath(new URL(link).pathname);
    await page.getByText(say("Choose it well: everywhere else you are signed out.")).waitFor();
  },
  "a forgotten password": openPath("/reset", "Send the link"),
  "confirming a mail address": openPath("/mail/abc", "Confirm the address"),
  "an expired link to a new password": openPath("/reset/abc", "This way is closed"),
  "signing in, where everybody may sign up": withOpenSignUp(async ({ screen, page }) => {
    await screen.openPath("/sign-in");
    await page.locator("a[href='/sign-up']").waitFor();
  }),
  "signing up without an invitation": withOpenSignUp(async ({ screen, page, say }) => {
    await screen.openPath("/sign-up");
    await page.getByLabel(say("First name")).waitFor();
  }),
  // The last ones load pages that are none of the client's.
  ...MAIL_OF_GUEST,
  ...FACTORS_OF_GUEST,
};

const CHAT: Screens = {
  "the list of chats": async ({ screen, page }) => {
    await screen.openPath("/");
    await page.locator("a[data-chat]").first().waitFor();
  },
  "the menu above the list": async (viewer) => {
    await viewer.screen.openPath("/");
    await press(viewer, "Menu");
    await viewer.page.getByRole("menu").waitFor();
  },
  "a new group": async (viewer) => {
    await viewer.screen.openPath("/");
    await press(viewer, "Menu");
    await choose(viewer, "New group");
    await viewer.page.getByRole("dialog").getByLabel(viewer.say("Name"), { exact: true }).waitFor();
  },
  "the menu of a chat in the list": async ({ screen, page }) => {
    await screen.openPath("/");
    await page.locator("a[data-chat]").first().click({ button: "right" });
    await page.getByRole("menu").waitFor();
  },
  "results in the chat switcher": async (viewer) => {
    await viewer.screen.openPath("/");
    await viewer.page.locator("a[data-chat]").first().waitFor();
    await viewer.page.keyboard.press("Control+K");
    await viewer.page.getByRole("combobox").fill("Read");
    await viewer.page.getByRole("option").filter({ hasText: "Team" }).first().waitFor();
  },
  // Axe compares the accessible names of controls with their visible text only while they are in view.
  "a video": async (viewer) => {
    await openTeam(viewer);
    await article(viewer, "notes.txt").scrollIntoViewIfNeeded();
    const length = viewer.page.getByText(VIDEO_LENGTH, { exact: true });
    await length.scrollIntoViewIfNeeded();
    await length.waitFor();
  },
  "messages of all kinds, and pinned ones": async (viewer) => {
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
  "the confirmation before a message is deleted": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Delete");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "the reply bar of the composer": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Reply");
    await viewer.page.getByRole("button", { name: viewer.say("Do not reply") }).waitFor();
  },
  "the forward dialog": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Forward");
    await viewer.page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
  "selected messages": async (viewer) => {
    await openTeam(viewer);
    await menuOf(viewer, "notes.txt");
    await choose(viewer, "Choose");
    await viewer.page.getByRole("toolbar", { name: viewer.say("Chosen messages") }).waitFor();
  },
  "the search in a chat": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.keyboard.press("Control+f");
    await viewer.page.getByRole("searchbox").fill("start");
    await viewer.page.getByRole("button", { name: viewer.say("Older find"), disabled: false }).waitFor();
  },
  "the attach dialog": async (viewer) => {
    await openTeam(viewer);
    const button = viewer.page.getByRole("button", { name: viewer.say("Attach"), exact: true });
    const colours = ["#b23a48", "#2d6a4f", "#1d4ed8"];
    const files = colours.map(async (colour, i) => {
      return { name: `${i}.png`, mimeType: "image/png", buffer: await drawPicture(300, 200, colour) };
    });
    await button.locator("xpath=following-sibling::input[@type='file']").setInputFiles(await Promise.all(files));
    await viewer.page.getByRole("dialog").locator("img").nth(2).waitFor();
  },
  "recording a voice message": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "Record a voice message");
    await viewer.page.getByRole("timer").waitFor();
  },
  "the media viewer": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "Photo");
    await viewer.page.getByRole("dialog").getByText("Two colours").waitFor();
  },
  "the player": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.getByRole("group", { name: "Song" }).getByRole("button").first().click();
    await viewer.page.getByRole("region", { name: viewer.say("Player") }).waitFor();
  },
  "the emoji picker": async (viewer) => {
    await openTeam(viewer);
    await press(viewer, "Emoji");
    await viewer.page.getByRole("gridcell").first().waitFor();
  },
  "mention suggestions": async (viewer) => {
    await openChat(viewer, "Private");
    await field(viewer).fill("@");
    await viewer.page.getByRole("option").first().waitFor();
    await field(viewer).fill("@b");
  },
  "command suggestions": async (viewer) => {
    await openChat(viewer, "echo_bot");
    // A draft that exists already opens no menu.
    for (const words of ["", "/w"]) await field(viewer).fill(words);
    await viewer.page.getByRole("option", { name: "/weather" }).waitFor();
  },
  "the formatting toolbar": async (viewer) => {
    await openChat(viewer, "Private");
    await field(viewer).fill("one two");
    await field(viewer).press("Control+a");
    await viewer.page.getByRole("toolbar").waitFor();
  },
  "a reply keyboard": async (viewer) => {
    await openChat(viewer, "echo_bot");
    await viewer.page.getByRole("button", { name: "One" }).waitFor();
  },
  "a bot that is not started": async (viewer) => {
    await openChat(viewer, "stranger_bot");
    await viewer.page.getByRole("button", { name: viewer.say("Start the bot") }).waitFor();
  },
  "a page that is offline": async (viewer) => {
    await openTeam(viewer);
    await viewer.page.context().setOffline(true);
    await viewer.page.getByText(viewer.say("You are offline. What you write is sent when you are back.")).waitFor();
  },
};

/** A page of the panel, by default of the club, which has few messages, and a text on it. */
const openPanel =
  (path: string, words: string, chat = "Club"): OpenScreen =>
  async ({ t, screen, page, say }) => {
    await screen.openPath(`/chat/${t.id(chat)}/info${path.replace(/bob|carla|dave/, (name) => String(t.id(name)))}`);
    const place = page.getByRole("region", { name: say("About this chat") });
    await place.getByText(words).filter({ visible: true }).first().waitFor();
  };

/** The page of a member, with one of its buttons. */
const openMember =
  (name: string, button: string): OpenScreen =>
  async ({ t, screen, page, say }) => {
    await screen.openPath(`/chat/${t.id(name)}/info`);
    await page
      .getByRole("button", { name: say(button) })
      .filter({ visible: true })
      .first()
      .waitFor();
  };

const memberMenu = async (viewer: Viewer) => {
  await openPanel("", "Where we talk")(viewer);
  await viewer.page.getByRole("button", { name: viewer.say("What to do with {name}", { name: "Bob" }) }).click();
  await viewer.page.getByRole("menu").waitFor();
};

const PANEL: Screens = {
  "the panel about a group": openPanel("", "Where we talk"),
  "editing a group": ({ say, ...rest }) => openPanel("/edit", say("Public name"))({ say, ...rest }),
  "permissions of members": ({ say, ...rest }) =>
    openPanel("/permissions", say("What may members do?"))({ say, ...rest }),
  administrators: openPanel("/administrators", "Bob"),
  "choosing an administrator": openPanel("/administrators/add", "Carla"),
  "restricted members": openPanel("/restricted", "Carla"),
  "banned users": openPanel("/banned", "Dave"),
  "invite links": openPanel("/links", "For a few"),
  "join requests": openPanel("/requests", "By request", "Team"),
  "adding members": openPanel("/add", "Bob"),
  "a member": openPanel("/member/bob", "Bob"),
  "a member's rights": ({ say, ...rest }) =>
    openPanel("/member/bob/rights", say("What may they do?"))({ say, ...rest }),
  "a member's restriction": ({ say, ...rest }) =>
    openPanel("/member/carla/restrict", say("Lift the restriction"))({ say, ...rest }),
  "a banned user": openPanel("/member/dave", "Dave"),
  "the confirmation before ownership is transferred": async (viewer) => {
    await openPanel("/member/bob", "Bob")(viewer);
    await press(viewer, "Transfer ownership");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "the menu of a member": memberMenu,
  "the ban dialog": async (viewer) => {
    await memberMenu(viewer);
    await choose(viewer, "Remove or ban");
    const dialog = viewer.page.getByRole("dialog");
    await dialog.getByLabel(viewer.say("Ban for")).selectOption("date");
    await dialog.getByLabel(viewer.say("Day and time")).waitFor();
  },
  "the dialog of a new invite link": async (viewer) => {
    await openPanel("/links", "For a few")(viewer);
    await press(viewer, "Make a link");
    await viewer.page.getByRole("dialog").waitFor();
  },
  "the dialog of an invite link that requires a request": async (viewer) => {
    await openPanel("/links", "For a few")(viewer);
    await press(viewer, "Make a link");
    await viewer.page.getByRole("switch", { name: viewer.say("Ask before joining") }).press("Space");
  },
  "the confirmation before a chat is left": async (viewer) => {
    await openPanel("", "Where we talk")(viewer);
    await press(viewer, "Leave the group");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "the panel about a user": openMember("bob", "Block"),
  "the panel about a bot": openMember("echo_bot", "Block"),
};

/** Opens a link that requires a join request, to a group in which nobody has asked yet. */
const openGuarded = async ({ t, screen, page, say }: Viewer) => {
  const { chat } = await t.as("bob", "createChat", { title: "Guarded" });
  const { invite_link } = await t.as("bob", "createChatInviteLink", { chat_id: chat.id, creates_join_request: true });
  await screen.openPath(new URL(invite_link).pathname);
  await page.getByRole("button", { name: say("Ask to join") }).waitFor();
};

const RESTRICTED: Screens = {
  "a link that requires a request": openGuarded,
  "a join request that was sent": async (viewer) => {
    await openGuarded(viewer);
    await press(viewer, "Ask to join");
    await viewer.page.getByRole("button", { name: viewer.say("Withdraw the request") }).waitFor();
  },
  "the panel about a group": openPanel("", "Where we talk"),
  "the reason why a control is disabled": async (viewer) => {
    await openPanel("", "Where we talk")(viewer);
    await viewer.page.getByRole("button", { name: viewer.say("Edit the group") }).press("Enter");
    await viewer.page.locator("[data-side]").first().waitFor();
  },
  "permissions of members": ({ say, ...rest }) =>
    openPanel("/permissions", say("What may members do?"))({ say, ...rest }),
  "invite links": ({ say, ...rest }) =>
    openPanel("/links", say("You cannot invite people to this chat."))({ say, ...rest }),
  "a member": openPanel("/member/bob", "Bob"),
  "a member's rights": ({ say, ...rest }) =>
    openPanel("/member/bob/rights", say("What may they do?"))({ say, ...rest }),
  "the menu of a member": memberMenu,
  "a chat in which the user may not write": async (viewer) => {
    await openChat(viewer, "Club");
    await viewer.page.getByText(viewer.say("You cannot write messages here.")).first().waitFor();
  },
};

const SERVICE: Screens = {
  "people of the service": openPath("/owner", "Suspended"),
  "chats of the service": openPath("/owner/chats", "Channel"),
  "bots of the service": openPath("/owner/bots", "Polling"),
  invitations: openPath("/owner/invitations", "Used"),
  storage: openPath("/owner/storage", "Database"),
  retention: openPath("/owner/retention", "Legal holds"),
  "the audit log": openPath("/owner/audit", "Invitation made"),
  "the confirmation before a user is suspended": async (viewer) => {
    await openPath("/owner", "Suspended")(viewer);
    await viewer.page.getByRole("button", { name: viewer.say("What to do about {name}", { name: "Bob" }) }).click();
    await choose(viewer, "Suspend");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
  "the dialog of a new invitation": async (viewer) => {
    await openPath("/owner/invitations", "Used")(viewer);
    await press(viewer, "Invite people");
    await viewer.page.getByRole("dialog").getByRole("spinbutton").waitFor();
  },
  "the link of a new invitation": async (viewer) => {
    await openPath("/owner/invitations", "Used")(viewer);
    await press(viewer, "Invite people");
    await press(viewer, "Make the link");
    await viewer.page.getByRole("dialog").getByRole("textbox").first().waitFor();
  },
  "the directory of people": openPath("/directory", "Write"),
  "the directory of public chats": openPath("/directory/chats", "Public chats"),
  settings: openPath("/settings", "This browser"),
  ...MAIL_OF_OWNER,
  ...FACTORS_OF_OWNER,
  "a test of push notifications": async (viewer) => {
    await openPath("/settings", "This browser")(viewer);
    await press(viewer, "Send me a test");
    await viewer.page.getByText(viewer.say("The push service is reached")).waitFor();
  },
  "a code for another device": async (viewer) => void (await showCode(viewer)),
  "a device that asks to sign in": async (viewer) => {
    await claimCode(viewer.t, await showCode(viewer), "Chrome, Android");
    await viewer.page.getByText(viewer.say("Is this your device?")).waitFor();
  },
  "connected accounts": openPath("/settings/connections", "Not connected"),
  "the user's own bots": openPath("/settings/bots", "New bot"),
  "one of the user's own bots": async ({ t, screen, page, say }) => {
    await screen.openPath(`/settings/bots/${t.id("echo_bot")}`);
    await page.getByRole("switch", { name: say("Privacy mode") }).waitFor();
  },
  "a new bot": async (viewer) => {
    await openPath("/settings/bots", "New bot")(viewer);
    await press(viewer, "New bot");
    await viewer.page.getByRole("dialog").waitFor();
  },
  "a new token": async (viewer) => {
    await viewer.screen.openPath(`/settings/bots/${viewer.t.id("guard_bot")}`);
    await press(viewer, "New token");
    await press(viewer, "Make a new token");
    await viewer.page.getByRole("dialog").getByRole("textbox").waitFor();
  },
  "a revoked invite link": openPath("/join/abc", "This way is closed"),
  "the page of a public chat": openPath("/@lounge", "Join"),
  "a chat that does not exist": openPath("/chat/-1000000099999", "This chat is not yours to see"),
  "an unknown address": openPath("/nonsense", "There is nothing here"),
  // This is the last one, because the list stays in the archive until it is left.
  "the archive": async (viewer) => {
    await viewer.screen.openPath("/");
    await press(viewer, "Archived chats");
    await viewer.page.getByRole("heading", { name: viewer.say("Archived chats") }).waitFor();
  },
};

/** The screens of the owner, who may do everything. */
export const OWNER: Screens = { ...CHAT, ...CONVERSATIONS, ...PANEL, ...SERVICE, ...DEVELOPER };
/** The screens of a member with few rights. */
export const MEMBER: Screens = { ...RESTRICTED, ...FACTORS_OF_MEMBER };
