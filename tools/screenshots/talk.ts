/** Lets the people and bots of the world talk, so that there is something to see. */
import { BOOK, landscape, PEAKS, sign, WAVES } from "./pictures.ts";

interface World {
  readonly url: string;
  readonly people: readonly { readonly id: number; readonly username: string; readonly access_token: string }[];
  readonly bots: readonly { readonly id: number; readonly username: string; readonly token: string }[];
  readonly chats: readonly { readonly id: number; readonly title: string }[];
}

/** The calls that fill the world. */
export class Talk {
  readonly world: World;
  #assistant = 0;

  constructor(world: World) {
    this.world = world;
  }

  id(name: string): number {
    if (name === "assistant") return this.#assistant;
    const { people, bots, chats } = this.world;
    return ([...people, ...bots].find((each) => each.username === name) ?? chats.find((each) => each.title === name))!
      .id;
  }

  /** Finds the assistant, which belongs to every world without being listed. */
  async findAssistant(): Promise<number> {
    const { user } = await this.as<{ user: { id: number } }>("maya", "resolve", { username: "assistant" });
    return (this.#assistant = user.id);
  }

  as<T = { message_id: number }>(username: string, method: string, params: object): Promise<T> {
    const { access_token } = this.world.people.find((each) => each.username === username)!;
    return this.#post(`/api/${method}`, params, { authorization: `Bearer ${access_token}` });
  }

  bot(username: string, method: string, params: object): Promise<{ message_id: number }> {
    const { token } = this.world.bots.find((each) => each.username === username)!;
    return this.#post(`/bot${token}/${method}`, params, {});
  }

  async #post<T>(path: string, params: object, headers: Record<string, string>): Promise<T> {
    const form = new FormData();
    for (const [name, value] of Object.entries(params)) {
      if (value instanceof File) form.set(name, value);
      else form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const answer = await fetch(this.world.url + path, { method: "POST", body: form, headers });
    const { ok, result, description } = (await answer.json()) as {
      ok: boolean;
      result: T;
      description?: string;
    };
    if (!ok) throw new Error(`${path.replace(/^\/bot[^/]+/, "/bot…")}: ${description}`);
    return result;
  }
}

const file = (bytes: Buffer, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });
const jpeg = async (...shape: Parameters<typeof landscape>) =>
  file(await landscape(...shape), `${shape[0]}.jpg`, "image/jpeg");
const png = async (...shape: Parameters<typeof sign>) => file(await sign(...shape), "sign.png", "image/png");

export async function talk(t: Talk): Promise<void> {
  await chatPhotos(t);
  await elsewhere(t);
  await news(t);
  await canteen(t);
  await assistant(t);
  await support(t);
  await hiking(t);
  // What is left unread is what came last.
  for (const name of ["Hiking club", "canteen_bot", "assistant", "Company news"]) {
    const { messages } = await t.as<{ messages: { message_id: number }[] }>("maya", "getHistory", {
      chat_id: t.id(name),
      limit: 1,
    });
    await t.as("maya", "readMessages", { chat_id: t.id(name), message_id: messages[0]!.message_id });
  }
}

/** Asks for her bots, and waits for the menu. */
async function assistant(t: Talk): Promise<void> {
  const user_id = await t.findAssistant();
  await t.as("maya", "startBot", { user_id });
  await t.as("maya", "sendMessage", { chat_id: user_id, text: "/mybots" });
  for (;;) {
    const { messages } = await t.as<{ messages: { text?: string }[] }>("maya", "getHistory", { chat_id: user_id });
    if (messages.at(-1)?.text?.startsWith("Your bots")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function chatPhotos(t: Talk): Promise<void> {
  await t.as("maya", "setChatPhoto", { chat_id: t.id("Hiking club"), photo: await png(PEAKS, "#37a35f", "#0b7285") });
  await t.as("maya", "setChatPhoto", { chat_id: t.id("Company news"), photo: await png(WAVES, "#4b84f5", "#6a4cd0") });
  await t.as("ines", "setChatPhoto", { chat_id: t.id("Book circle"), photo: await png(BOOK, "#e68a2e", "#cf3b33") });
}

async function elsewhere(t: Talk): Promise<void> {
  const floor = t.id("Second floor");
  await t.as("jonas", "sendMessage", { chat_id: floor, text: "The coffee machine is back. Be kind to it." });
  const books = t.id("Book circle");
  await t.as("layla", "sendMessage", { chat_id: books, text: "هل نقرأ رواية قصيرة هذا الشهر؟" });
  await t.as("priya", "sendMessage", { chat_id: books, text: "Yes please. Something under 200 pages." });
  const product = t.id("Product");
  await t.as("priya", "sendMessage", { chat_id: product, text: "The import is twice as fast since yesterday 🎉" });
  await t.bot("build_watch_bot", "sendMessage", {
    chat_id: product,
    text: "Build *4127* passed in 3 min 12 s\n```sh\nnpm test\n618 passed\n```",
    parse_mode: "Markdown",
  });
  await t.as("tom", "openChat", { user_id: t.id("maya") });
  await t.as("tom", "sendMessage", { chat_id: t.id("maya"), text: "Can you look at the agenda before ten?" });
  await t.as("julia", "openChat", { user_id: t.id("maya") });
  await t.as("julia", "sendMessage", { chat_id: t.id("maya"), text: "До завтра!" });
}

async function news(t: Talk): Promise<void> {
  await t.as("maya", "sendMessage", {
    chat_id: t.id("Company news"),
    text: "The new office has its roof. We move in spring.",
  });
}

async function canteen(t: Talk): Promise<void> {
  const maya = t.id("maya");
  await t.as("maya", "sendMessage", { chat_id: t.id("canteen_bot"), text: "/today" });
  await t.bot("canteen_bot", "sendMessage", {
    chat_id: maya,
    text: "<b>Wednesday</b>\n\n🥘 Chickpea stew with lemon\n🍝 Spinach cannelloni\n🥗 Bowl of the season\n\nWhat shall be kept for you?",
    parse_mode: "HTML",
    reply_markup: {
      inline_keyboard: [
        [
          { text: "🥘 Stew", callback_data: "stew" },
          { text: "🍝 Cannelloni", callback_data: "pasta" },
        ],
        [{ text: "🥗 Bowl", callback_data: "bowl" }],
        [{ text: "The whole week", url: "https://example.org/menu" }],
      ],
    },
  });
  await t.as("maya", "sendMessage", { chat_id: t.id("canteen_bot"), text: "The stew, at half past twelve" });
  await t.bot("canteen_bot", "sendMessage", {
    chat_id: maya,
    text: "Kept: one stew, 12:30. Bring your own cup and save 20 cents.",
    reply_markup: { keyboard: [["Today", "Tomorrow"], ["My orders"]], resize_keyboard: true },
  });
}

async function hiking(t: Talk): Promise<void> {
  const chat_id = t.id("Hiking club");
  await t.as("tom", "sendMessage", { chat_id, text: "Who is in for Saturday? The forecast is better than last time." });
  await t.as("layla", "sendMessage", { chat_id, text: "أنا معكم! هل نلتقي عند المحطة؟" });
  const route = await t.as("ines", "sendMessage", {
    chat_id,
    text: "Meeting at 7:40, platform 3. I put the route here: https://example.org/routes/ridge",
  });
  await t.as("jonas", "sendDocument", {
    chat_id,
    document: file(Buffer.alloc(482_000, 7), "ridge-walk.gpx", "application/gpx+xml"),
  });
  const media = [
    { type: "photo", media: "attach://one", caption: "From the last walk" },
    { type: "photo", media: "attach://two" },
    { type: "photo", media: "attach://three" },
  ];
  await t.as("ines", "sendMediaGroup", {
    chat_id,
    media,
    one: await jpeg("dusk", 1280, 860),
    two: await jpeg("dawn", 900, 900),
    three: await jpeg("noon", 1000, 700),
  });
  await t.as("maya", "sendMessage", {
    chat_id,
    text: "Beautiful. I bring the stove.",
    reply_to_message_id: route.message_id,
  });
  const forecast = await t.bot("lighthouse_bot", "sendMessage", {
    chat_id,
    text: "*Saturday, ridge walk*\nDry until 16:00, wind from the west, 14 °C at the top\\.\n\nAre you coming?",
    parse_mode: "MarkdownV2",
    reply_markup: {
      inline_keyboard: [
        [
          { text: "👍 Coming · 4", callback_data: "yes" },
          { text: "🤔 Maybe · 1", callback_data: "maybe" },
          { text: "👎 Not this time", callback_data: "no" },
        ],
      ],
    },
  });
  await t.as("maya", "sendMessage", { chat_id, text: "See you on platform 3 ☀️" });
  await react(t, chat_id, forecast.message_id, { tom: "👍", layla: "👍", julia: "🔥", maya: "👍" });
}

async function react(t: Talk, chat_id: number, message_id: number, reactions: Record<string, string>): Promise<void> {
  for (const [username, emoji] of Object.entries(reactions)) {
    await t.as(username, "setMessageReaction", { chat_id, message_id, reaction: [{ type: "emoji", emoji }] });
  }
}

/** A group with topics, in one of which an agent answers. */
async function support(t: Talk): Promise<void> {
  const chat_id = t.id("Support");
  await t.as("maya", "setForum", { chat_id, is_forum: true });
  const topic = async (name: string, icon_color: number) => {
    const made = await t.as<{ message_thread_id: number }>("maya", "createForumTopic", { chat_id, name, icon_color });
    return made.message_thread_id;
  };
  const billing = await topic("Invoices of October", 16_766_590);
  await t.as("priya", "sendMessage", { chat_id, message_thread_id: billing, text: "All are sent. Two came back." });
  const outage = await topic("Slow exports", 16_478_047);
  await t.as("tom", "sendMessage", { chat_id, message_thread_id: outage, text: "Gone since the restart, it seems." });
  const question = await topic("Which plan fits a school?", 7_322_096);
  const asked = await t.as("jonas", "sendMessage", {
    chat_id,
    message_thread_id: question,
    text: "@helper_bot a school with 300 pupils asks what it would cost.",
  });
  await t.bot("helper_bot", "setMessageReaction", {
    chat_id,
    message_id: asked.message_id,
    reaction: [{ type: "emoji", emoji: "👀" }],
  });
  const answer = await t.bot("helper_bot", "sendRichMessage", {
    chat_id,
    message_thread_id: question,
    reply_parameters: { message_id: asked.message_id },
    rich_message: { markdown: ANSWER },
  });
  await react(t, chat_id, answer.message_id, { jonas: "🙏", priya: "👍", maya: "👍" });
  await t.as("jonas", "sendMessage", { chat_id, message_thread_id: question, text: "Just what I needed, thank you." });
}

const ANSWER = `## Plans for a school of 300

| Plan | A pupil | In all |
|:-----|--------:|-------:|
| Small groups | 1.20 | 360 |
| **Whole school** | 0.80 | **240** |

- The second has *all* classes in it.
- [x] An offer is prepared
- [ ] Sent

\`\`\`js
const price = pupils > 200 ? 0.8 * pupils : 1.2 * pupils;
\`\`\`
`;
