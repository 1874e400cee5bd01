/** Topics, reactions, previews, rich messages, live locations and share requests as screens of the walks. */
import { drawPicture } from "../support/media.ts";
import { PageServer } from "../support/page-server.ts";
import { WORLD, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { escapeHtml } from "heliogram/export/html.ts";
import type { OpenScreen, Screens, Viewer } from "./appearance-viewer.ts";

/** The chats and bots of these screens, which are created with the world. */
export const CONVERSATION_WORLD = {
  bots: [
    { name: "Tasks", username: "task_bot", owner: "alice", started_by: ["alice"], topics: "people" },
    { name: "Asking", username: "ask_bot", owner: "alice", started_by: ["alice"] },
  ],
  chats: [
    {
      title: "Projects",
      creator: "alice",
      members: ["bob", "carla", { username: "guard_bot", status: "administrator", rights: "all" }],
      topics: ["Release", "A topic with a name that is longer than the list is wide"],
    },
  ],
};

/** A world with these chats and bots beside those of all tests. */
export const withConversations = (chats: readonly object[]) => ({
  ...WORLD,
  bots: [...WORLD.bots, ...CONVERSATION_WORLD.bots],
  chats: [...chats, ...CONVERSATION_WORLD.chats],
});

/** Options of a service whose previews of links come from this machine. */
export const PREVIEWS = {
  link_previews: true,
  resolve: async () => [{ address: "127.0.0.1", family: 4 as const }],
};

const REPORT = `# Report

For ==all== of \`you\`:

1. one
   - [x] two

> quoted

\`\`\`js
const answer = 42; // all
\`\`\`

| Name | Words | More words |
|---|---|---|
| Eve | some longer words that need a line of their own | and more |

<details><summary>More</summary>

hidden at first

</details>

![](tg://photo?id=plan "The plan")

<figure><tg-map lat="48.2" long="16.37" zoom="15"/><figcaption>Where it is<cite>A map</cite></figcaption></figure>

<p>Press <tg-button type="callback_data" data="a" style="link">here</tg-button> or
<tg-button type="copy_text" text="v1.2">copy</tg-button>.</p>

<tg-button-row align="center"><tg-button type="url" url="https://example.org/" style="primary">Read</tg-button>
<tg-button type="callback_data" data="b" style="danger">Stop</tg-button><tg-button type="disabled">Later</tg-button></tg-button-row>`;

const threadOf = async (t: TestService, chat: string, topic: string): Promise<number> => {
  const { topics } = await t.as("alice", "listTopics", { chat_id: t.id(chat) });
  return topics.find(({ topic: { name } }: Json) => name === topic).topic.message_thread_id;
};

/** Fills the chats. The service has the options `PREVIEWS`. */
export async function fillConversations(t: TestService): Promise<void> {
  const chat_id = t.id("Projects");
  const place = { chat_id, message_thread_id: await threadOf(t, "Projects", "Release") };
  const say = (who: string, text: string): Promise<Json> => t.as(who, "sendMessage", { ...place, text });
  await sendReport(t, place);
  await sendPreview(t, place);
  await t.as("alice", "sendLocation", { ...place, latitude: 48.2, longitude: 16.3, live_period: 86_400 });
  const { message_id } = await say("bob", "It is out");
  for (const [who, emoji] of [
    ["alice", "👍"],
    ["bob", "🎉"],
    ["carla", "👍"],
  ])
    await t.as(who!, "setMessageReaction", { chat_id, message_id, reaction: [{ type: "emoji", emoji }] });
  await t.as("bob", "sendMessage", { chat_id, text: "In General" });
  await t.as("alice", "setRetention", { chat_min_days: 7, chat_max_days: 365 });
  await t.as("alice", "setChatRetention", { chat_id, messages_days: 90 });
  const alice = t.id("alice");
  const { message_thread_id } = await t.ok("task_bot", "createForumTopic", { chat_id: alice, name: "Write a letter" });
  await t.ok("task_bot", "sendMessage", { chat_id: alice, message_thread_id, text: "To whom?" });
  await t.ok("ask_bot", "sendMessage", {
    chat_id: alice,
    text: "With whom, and where?",
    reply_markup: {
      keyboard: [
        [
          { text: "Friends", request_users: { request_id: 1, max_quantity: 3, request_name: true } },
          { text: "Place", request_chat: { request_id: 2, chat_is_channel: false, bot_is_member: true } },
        ],
      ],
    },
  });
}

async function sendReport(t: TestService, place: Readonly<Record<string, number>>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(place)) form.set(name, String(value));
  const media = [{ id: "plan", media: { type: "photo", media: "attach://plan" } }];
  form.set("rich_message", JSON.stringify({ markdown: REPORT, media }));
  form.set("plan", new Blob([new Uint8Array(await drawPicture(600, 400, "#2d6a4f"))]), "plan.png");
  await t.ok("guard_bot", "sendRichMessage", form);
}

/** Sends a link to a page with a picture, and waits for its preview. */
export async function sendPreview(
  t: TestService,
  place: { readonly chat_id: number },
  { title, description } = {
    title: "Queues with fair turns",
    description: "How queues share their turns among accounts, and what happens when one is full. ",
  },
): Promise<void> {
  const pages = await new PageServer().listen();
  const og = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`;
  pages.page("docs.example.org", "/a.png", await drawPicture(1200, 630, "#3b6ea5"), "image/png");
  const about = og("title", title) + og("site_name", "Docs") + og("image", "/a.png");
  const words = og("description", description);
  const link = pages.page("docs.example.org", "/page", `<html><head>${about}${words}</head></html>`);
  await t.as("bob", "sendMessage", { ...place, text: `Read ${link}` });
  await until(async () => {
    const { messages } = await t.as("alice", "getHistory", { ...place, limit: 1 });
    return messages.at(-1).web_page?.photo !== undefined;
  }, "the preview");
  await pages.close();
}

const openTopic = async ({ t, screen, page }: Viewer) => {
  const thread = await threadOf(t, "Projects", "Release");
  await screen.openPath(`/chat/${t.id("Projects")}?topic=${thread}`);
  await page.getByRole("article").filter({ hasText: "It is out" }).last().waitFor();
};

const menuOf = async (viewer: Viewer, words: string) => {
  await openTopic(viewer);
  await viewer.page.getByRole("article").filter({ hasText: words }).last().press("Enter");
  await viewer.page.getByRole("menu").waitFor();
};

const choose = ({ page, say }: Viewer, item: string) =>
  page.getByRole("menuitem", { name: say(item), exact: true }).press("Enter");

const press = ({ page, say }: Viewer, button: string) =>
  page
    .getByRole("button", { name: say(button), exact: true })
    .filter({ visible: true })
    .first()
    .press("Enter");

const openTopics = async ({ t, screen, page, say }: Viewer) => {
  await screen.openPath(`/chat/${t.id("Projects")}`);
  await page
    .getByRole("navigation", { name: say("Topics") })
    .getByRole("link", { name: /Release/ })
    .waitFor();
};

/** Presses a button of a bot's keyboard, which opens a picker. */
const openPicker =
  (button: string, role: "checkbox" | "radio"): OpenScreen =>
  async ({ t, screen, page }) => {
    await screen.openPath(`/chat/${t.id("ask_bot")}`);
    await page.getByRole("button", { name: button }).press("Enter");
    await page.getByRole("dialog").getByRole(role).first().waitFor();
  };

export const CONVERSATIONS: Screens = {
  "the topics of a group": openTopics,
  "the menu of a topic": async (viewer) => {
    await openTopics(viewer);
    const { page, say } = viewer;
    const topics = page.getByRole("navigation", { name: say("Topics") });
    await topics.getByRole("link", { name: /Release/ }).click({ button: "right" });
    await page.getByRole("menu").waitFor();
  },
  "a new topic": async (viewer) => {
    await openTopics(viewer);
    await press(viewer, "New topic");
    await viewer.page.getByRole("dialog").getByRole("radio").first().waitFor();
  },
  "a topic, with reactions, a link preview and a live location": async (viewer) => {
    await openTopic(viewer);
    await viewer.page.getByRole("button", { name: viewer.say("Stop sharing") }).waitFor();
  },
  "a rich message": async (viewer) => {
    await openTopic(viewer);
    await viewer.page.getByRole("heading", { name: "Report" }).scrollIntoViewIfNeeded();
  },
  "the reaction picker": async (viewer) => {
    await menuOf(viewer, "It is out");
    await choose(viewer, "React");
    await viewer.page.getByRole("dialog").waitFor();
  },
  "who has reacted": async (viewer) => {
    await menuOf(viewer, "It is out");
    await choose(viewer, "Who has reacted");
    await viewer.page.getByRole("dialog").getByText("Carla").waitFor();
  },
  "the choice of a chat to reply in": async (viewer) => {
    await menuOf(viewer, "It is out");
    await choose(viewer, "Reply in another chat…");
    await viewer.page.getByRole("dialog").getByText("Team", { exact: true }).waitFor();
  },
  "the menu of the attach button": async (viewer) => {
    await openTopic(viewer);
    await press(viewer, "Attach");
    await viewer.page.getByRole("menu").waitFor();
  },
  "sending a location": async (viewer) => {
    await openTopic(viewer);
    await press(viewer, "Attach");
    await choose(viewer, "Location");
    await viewer.page.getByRole("radio", { name: viewer.say("Live for 1 hour") }).press(" ");
  },
  "how long a group keeps messages": async ({ t, screen, page, say }) => {
    await screen.openPath(`/chat/${t.id("Projects")}/info/edit`);
    await page.getByText(say("How long messages are kept")).scrollIntoViewIfNeeded();
  },
  "users that a button asks for": openPicker("Friends", "checkbox"),
  "a chat that a button asks for": openPicker("Place", "radio"),
  "the topics of a bot": async ({ t, screen, page }) => {
    await screen.openPath(`/chat/${t.id("task_bot")}`);
    await page.getByText("Write a letter").filter({ visible: true }).first().waitFor();
  },
  "the confirmation before an account is deleted": async (viewer) => {
    await viewer.screen.openPath("/settings");
    await press(viewer, "Delete my account");
    await viewer.page.getByRole("alertdialog").waitFor();
  },
};
