/** Unmodified bot libraries in separate processes, in the usual situations of a bot. */
import { describe, expect, test } from "vitest";
import { nodeFor } from "../../tools/machine-node.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { PageServer } from "../support/page-server.ts";
import { end, ended } from "../support/programs.ts";
import type { Json } from "../support/service.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { until } from "../support/until.ts";
import { withBotTest, type Transport } from "./bot-program.ts";

interface Library {
  /** What it does when a newer instance has ended its poll: stop, or poll again forever. */
  readonly conflict: "ends" | "comes back";
  /** What it does with a 429: wait, or pass it to the bot as an error. */
  readonly limit: "waits" | "reports";
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  grammy: { conflict: "ends", limit: "reports" },
  telegraf: { conflict: "ends", limit: "reports" },
  ntba2: { conflict: "ends", limit: "waits" },
  ntba0: { conflict: "comes back", limit: "reports" },
  gramio: { conflict: "comes back", limit: "reports" },
  puregram: { conflict: "comes back", limit: "reports" },
};
/** The most used library; in a long run the others. */
const MOST_USED = ["grammy"];
const NAMES = Object.keys(LIBRARIES).filter((name) => MOST_USED.includes(name) !== LONG_RUN);
const TRANSPORTS: readonly Transport[] = ["polling", "webhook"];
const EVERY = NAMES.flatMap((library) => TRANSPORTS.map((transport) => [library, transport] as const));

/** Several programs start at a time, each in its own time. */
const LONG = { timeout: 120_000 };

/** Libraries whose uploads need a Node.js version that the machine lacks are skipped; in CI this is a failure. */
const withoutUploads = NAMES.filter((library) => nodeFor(library) === undefined);
test.runIf(process.env["CI"] === "true")("every library has a Node.js version on which its uploads work", () => {
  expect(withoutUploads).toEqual([]);
});

describe.concurrent.each(EVERY)("%s by %s", LONG, (library, transport) => {
  test("sends messages, answers a button, downloads a file and moderates", () =>
    withBotTest(async (bot_test) => {
      const { t, bot } = bot_test;
      const team = t.id("Team");
      await bot_test.start(library, transport);
      await t.as("alice", "startBot", { user_id: bot, payload: "abc" });
      const hello = await bot_test.seen(bot, (message) => message.text?.trim() === "started abc");
      await t.as("alice", "pressButton", { chat_id: bot, message_id: hello.message_id, callback_data: "pressed" });
      await bot_test.seen(bot, ({ text, message_id }) => text === "was pressed" && message_id === hello.message_id);

      await bot_test.send("grüße 😀");
      const echo = await bot_test.seen(bot, (message) => message.text === "grüße 😀");
      expect(echo.reply_to_message.text).toBe("grüße 😀");

      const form = new FormData();
      form.set("chat_id", String(bot));
      form.set("document", new Blob(["what is in it"]), "notes.txt");
      await t.post("/api/sendDocument", form, { authorization: `Bearer ${t.accessToken("alice")}` });
      await bot_test.seen(bot, (message) => message.text === "notes.txt: what is in it");

      await t.as("alice", "sendMessage", { chat_id: team, text: `/ban ${t.id("carla")}` });
      await bot_test.seen(team, (message) => message.text === "restricted, then kicked");
    }));

  test("loses and repeats no update when the bot crashes, the service restarts, and the bot is stopped", () =>
    withBotTest(async (bot_test) => {
      const first = await bot_test.start(library, transport);
      await bot_test.send("one");
      await bot_test.answers(1);
      await bot_test.settled(transport);
      // What is on its way to a bot that stands still is not handled, and not confirmed.
      first.program.kill("SIGSTOP");
      await bot_test.send("two", "three", "four");
      await end(first.program, "SIGKILL");
      await bot_test.t.restart();
      const second = await bot_test.start(library, transport);
      expect((await bot_test.answers(4)).toSorted()).toEqual(["four", "one", "three", "two"]);

      await bot_test.settled(transport);
      await end(second.program, "SIGTERM");
      await bot_test.send("five", "six");
      await bot_test.start(library, transport);
      await bot_test.answers(6);
      await bot_test.send("seven");
      expect((await bot_test.answers(7)).toSorted()).toEqual(["five", "four", "one", "seven", "six", "three", "two"]);
    }));

  test("continues without a restart when the service restarts, and misses no update", () =>
    withBotTest(async (bot_test) => {
      const { program } = await bot_test.start(library, transport);
      await bot_test.send("one");
      await bot_test.answers(1);
      await bot_test.settled(transport);
      await bot_test.t.restart();
      await bot_test.send("two", "three");
      expect((await bot_test.answers(3)).toSorted()).toEqual(["one", "three", "two"]);
      expect(program.exitCode).toBeNull();
    }));
});

describe.concurrent.each(NAMES)("%s", LONG, (library) => {
  const { conflict, limit } = LIBRARIES[library]!;

  test.skipIf(withoutUploads.includes(library))("sends a photo and an album", () =>
    withBotTest(async (bot_test) => {
      await bot_test.start(library, "polling");
      await bot_test.send("/photo");
      const photo = await bot_test.seen(bot_test.bot, (message) => message.photo !== undefined);
      expect(photo).toMatchObject({ caption: "a photo", caption_entities: [{ type: "bold", offset: 0, length: 7 }] });
      await bot_test.send("/album");
      const second = await bot_test.seen(bot_test.bot, (message) => message.caption === "two");
      const { media_group_id } = second;
      await bot_test.seen(
        bot_test.bot,
        (message) => message.media_group_id === media_group_id && message.caption === undefined,
      );
    }),
  );

  test.runIf(conflict === "ends")("ends when a newer instance polls, and no update is lost", () =>
    withBotTest(async (bot_test) => {
      const first = await bot_test.start(library, "polling");
      await bot_test.polling();
      await bot_test.start(library, "polling");
      await ended(first.program);
      // The end of a process is known before all of its output.
      await until(() => first.output().includes("terminated by other getUpdates request"), "its error");
      await bot_test.send("one");
      expect(await bot_test.answers(1)).toEqual(["one"]);
    }),
  );

  test.runIf(conflict === "comes back")("comes back when a newer instance polls, and no update is lost", () =>
    withBotTest(async (bot_test) => {
      const first = await bot_test.start(library, "polling");
      await bot_test.polling();
      const second = await bot_test.start(library, "polling");
      await bot_test.answered(409);
      await bot_test.send("one");
      await bot_test.seen(bot_test.bot, (message) => message.text === "one");
      await end(second.program, "SIGKILL");
      await bot_test.send("two");
      await bot_test.seen(bot_test.bot, (message) => message.text === "two");
      expect(first.program.exitCode).toBeNull();
    }),
  );

  test(`${limit} when it sends too much, and everything arrives`, () =>
    withBotTest(
      async (bot_test) => {
        const bot = await bot_test.start(library, "polling");
        await bot_test.send("/flood");
        expect((await bot_test.answers(2)).toSorted()).toEqual(["flood 1", "flood 2"]);
        await bot_test.answered(429);
        const refusals = bot.output().match(/^refused .*/gm) ?? [];
        expect(refusals).toEqual(limit === "reports" ? ["refused with 429, retry after 1"] : []);
      },
      { rate_limits: "telegram" },
    ));
});

test.concurrent.each(TRANSPORTS)("grammy by %s approves join requests", LONG, (transport) =>
  withBotTest(async (bot_test) => {
    const { t } = bot_test;
    const chat_id = t.id("Private");
    await t.as("alice", "addMember", { chat_id, user_id: bot_test.bot });
    await t.as("alice", "promoteChatMember", { chat_id, user_id: bot_test.bot, can_invite_users: true });
    const link = { chat_id, name: "the door", creates_join_request: true };
    const { invite_link } = await t.as("alice", "createChatInviteLink", link);
    await bot_test.start("grammy", transport);
    await t.as("dave", "askToJoin", { invite_link });
    await bot_test.seen(chat_id, (message) => message.text === "let in by the door");
    const { status } = await t.as("alice", "getMember", { chat_id, user_id: t.id("dave") });
    expect(status).toBe("member");
  }),
);

test.concurrent.each(["grammy", "telegraf"])(
  "%s forwards and copies several messages, edits a link, sends rich messages, and sets its own texts",
  LONG,
  (library) =>
    withBotTest(async (bot_test) => {
      const { t, bot } = bot_test;
      await bot_test.start(library, "polling");
      const said = [];
      for (const text of ["one", "two"]) {
        said.push((await t.as("alice", "sendMessage", { chat_id: bot, text })).message_id);
        await bot_test.seen(bot, (message) => message.text === text);
      }
      await bot_test.send(`/again ${said.join(" ")} 9999`);
      const made = await bot_test.seen(bot, (message) => message.text?.startsWith("made ") === true);
      const ids = made.text.split(" ").slice(1).map(Number);
      const { messages } = await t.as("alice", "getHistory", { chat_id: bot, limit: 50 });
      const texts = ids.map((id: number) => messages.find(({ message_id }: Json) => message_id === id).text);
      expect(texts).toEqual(["one", "two", "one", "two"]);
      await bot_test.send(`/door ${t.id("Team")}`);
      await bot_test.seen(bot, (message) => message.text === "new undefined true");
      await bot_test.send("/report Sales");
      await bot_test.seen(bot, (message) => message.text === "heading, table");
      await bot_test.seen(bot, (message) => message.text === "Sales\n\nState | done");
      await bot_test.send("/settings");
      const read = "Hallo, Says it again, An echo, true, commands";
      await bot_test.seen(bot, (message) => message.text === read);
      if (library !== "grammy") return;
      await bot_test.send("/plan");
      await bot_test.seen(bot, (message) => message.text === "The plan, Press, photo");
      await bot_test.send("/walk");
      await bot_test.seen(bot, (message) => message.text === "walked 600 1 3");
    }),
);

/** Those that have topics and reactions. */
const NEWER = ["grammy", "telegraf", "gramio"].filter((name) => NAMES.includes(name));

test.concurrent.each(NEWER)("%s reacts, and gets the reactions of people", LONG, (library) =>
  withBotTest(async (bot_test) => {
    const { t, bot } = bot_test;
    await bot_test.start(library, "polling");
    for (const chat_id of [t.id("Team"), bot]) {
      const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "/ack" });
      await bot_test.reacted(chat_id, message_id, "👀");
      for (const emoji of ["🤔", "👍"])
        await t.as("alice", "setMessageReaction", { chat_id, message_id, reaction: [{ type: "emoji", emoji }] });
      const heard = await bot_test.seen(chat_id, (message) => message.text?.startsWith("Alice: ") === true);
      expect(heard.text).toBe("Alice: +👍 -🤔");
      await bot_test.reacted(chat_id, message_id, "❤");
    }
  }),
);

test.concurrent.each(NEWER)("%s works in topics", LONG, (library) =>
  withBotTest(async (bot_test) => {
    const { t } = bot_test;
    const chat_id = t.id("Team");
    await t.as("alice", "setForum", { chat_id, is_forum: true });
    await bot_test.start(library, "polling");
    await t.as("alice", "sendMessage", { chat_id, text: "/topic Release" });
    const { message_thread_id } = await bot_test.seen(chat_id, (message) => message.text === "opened");
    await t.as("alice", "sendMessage", { chat_id, text: "/done", message_thread_id });
    const answer = await bot_test.seen(chat_id, (message) => message.text === "done with Release");
    expect(answer.message_thread_id).toBe(message_thread_id);
    await bot_test.seen(chat_id, (message) => message.forum_topic_closed !== undefined);
    const { topics } = await t.as("alice", "listTopics", { chat_id, message_thread_ids: [message_thread_id] });
    expect(topics[0].topic).toMatchObject({
      name: "Done",
      is_closed: true,
      icon_custom_emoji_id: "5312536423851630001",
    });
  }),
);

test("grammy with @grammyjs/stream shows texts and rich messages while it writes them, in several topics", LONG, () =>
  withBotTest(async (bot_test) => {
    const { t, bot } = bot_test;
    const chat_id = t.id("Team");
    await t.as("alice", "setForum", { chat_id, is_forum: true });
    const topics: number[] = [];
    for (const name of ["One", "Two"])
      topics.push((await t.as("alice", "createForumTopic", { chat_id, name })).message_thread_id);
    await bot_test.start("grammy", "polling");
    const socket = new StreamSocket(t, "alice");
    await socket.until(({ type }) => type === "hello");
    const drafts = (text: string) => socket.until((frame) => frame.type === "streamed_draft" && frame.text === text);
    await bot_test.send("/stream This");
    for (const message_thread_id of topics)
      await t.as("alice", "sendMessage", { chat_id, message_thread_id, text: `/stream ${message_thread_id}` });
    expect(await drafts("This is")).toMatchObject({ chat_id: bot, can_stop: true });
    for (const message_thread_id of topics)
      expect(await drafts(`${message_thread_id} is`)).toMatchObject({ chat_id, message_thread_id });
    await bot_test.send("/go");
    await bot_test.seen(bot, (message) => message.text === "This is done");
    for (const message_thread_id of topics)
      await bot_test.seen(chat_id, (message) => message.text === `${message_thread_id} is done`);
    // Not before: a message of the bot ends its draft in the same chat, which may then never have been shown.
    await bot_test.send("/markdown Plan");
    expect((await drafts("Plan")).rich_message.blocks).toEqual([{ type: "heading", text: "Plan", size: 1 }]);
    await bot_test.send("/go");
    const rich = await bot_test.seen(bot, (message) => message.rich_message !== undefined);
    expect(rich.rich_message.blocks.map(({ type }: Json) => type)).toEqual(["heading", "list"]);
    socket.close();
  }),
);

test.concurrent.each(["grammy", "telegraf"])(
  "%s chooses the preview of a link, and removes it",
  LONG,
  async (library) => {
    await using pages = await new PageServer().listen();
    const page = (title: string) =>
      pages.page("127.0.0.1", `/${title}`, `<html><head><title>${title}</title></head></html>`);
    await withBotTest(
      async (bot_test) => {
        const { bot, t } = bot_test;
        await bot_test.start(library, "polling");
        await bot_test.send(`/link ${page("First")} ${page("Second")}`);
        const message = await bot_test.seen(bot, ({ web_page }) => web_page !== undefined);
        expect(message.web_page).toEqual({ url: page("Second"), title: "Second" });
        expect(message.link_preview_options).toMatchObject({ prefer_large_media: true, show_above_text: true });
        const reply = { reply_parameters: { message_id: message.message_id } };
        await t.as("alice", "sendMessage", { chat_id: bot, text: "/plain", ...reply });
        await bot_test.seen(bot, ({ link_preview_options }) => link_preview_options?.is_disabled === true);
        const { messages } = await t.as("alice", "getHistory", { chat_id: bot, limit: 50 });
        expect(messages.find(({ message_id }: Json) => message_id === message.message_id).web_page).toBeUndefined();
      },
      { link_previews: true },
    );
  },
);
