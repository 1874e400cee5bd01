/** Real bot libraries, unmodified, as programs of their own: each of them in every situation that a bot comes into. */
import { describe, expect, test } from "vitest";
import { nodeFor } from "../../tools/machine-node.ts";
import { end, ended } from "../kit/programs.ts";
import { staged, type Transport } from "./stage.ts";

interface Library {
  /** What it does when a newer instance has taken its poll: give up, or come back for ever. */
  readonly conflict: "ends" | "comes back";
  /** What it does with a 429: wait by itself, or hand it to the bot as an error. */
  readonly limit: "waits" | "tells";
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  grammy: { conflict: "ends", limit: "tells" },
  telegraf: { conflict: "ends", limit: "tells" },
  ntba2: { conflict: "ends", limit: "waits" },
  ntba0: { conflict: "comes back", limit: "tells" },
  gramio: { conflict: "comes back", limit: "tells" },
  puregram: { conflict: "comes back", limit: "tells" },
};
const NAMES = Object.keys(LIBRARIES);
const TRANSPORTS: readonly Transport[] = ["polling", "webhook"];
const EVERY = NAMES.flatMap((library) => TRANSPORTS.map((transport) => [library, transport] as const));

/** Programs start at their own pace, several at a time. */
const LONG = { timeout: 60_000 };

/** Where the machine has no Node that a library's uploads work on, that is seen: skipped, and in CI a failure. */
const withoutUploads = NAMES.filter((library) => nodeFor(library) === undefined);
test.runIf(process.env["CI"] === "true")("every library has a Node that it uploads with", () => {
  expect(withoutUploads).toEqual([]);
});

describe.concurrent.each(EVERY)("%s by %s", LONG, (library, transport) => {
  test("talks, is pressed, fetches a file, moderates", () =>
    staged(async (stage) => {
      const { t, bot } = stage;
      const team = t.id("Team");
      await stage.start(library, transport);
      await t.as("alice", "startBot", { user_id: bot, payload: "abc" });
      const hello = await stage.seen(bot, (message) => message.text?.trim() === "started abc");
      await t.as("alice", "pressButton", { chat_id: bot, message_id: hello.message_id, callback_data: "pressed" });
      await stage.seen(bot, ({ text, message_id }) => text === "was pressed" && message_id === hello.message_id);

      await stage.tell("grüße 😀");
      const echo = await stage.seen(bot, (message) => message.text === "grüße 😀");
      expect(echo.reply_to_message.text).toBe("grüße 😀");

      const form = new FormData();
      form.set("chat_id", String(bot));
      form.set("document", new Blob(["what is in it"]), "notes.txt");
      await t.post("/api/sendDocument", form, { authorization: `Bearer ${t.accessToken("alice")}` });
      await stage.seen(bot, (message) => message.text === "notes.txt: what is in it");

      await t.as("alice", "sendMessage", { chat_id: team, text: `/ban ${t.id("carla")}` });
      await stage.seen(team, (message) => message.text === "restricted, then kicked");
    }));

  test("loses nothing and repeats nothing when the bot dies, the service starts again, and the bot is ended", () =>
    staged(async (stage) => {
      const first = await stage.start(library, transport);
      await stage.tell("one");
      await stage.answers(1);
      await stage.settled(transport);
      // What is on its way to a bot that stands still is not handled, and not confirmed.
      first.program.kill("SIGSTOP");
      await stage.tell("two", "three", "four");
      await end(first.program, "SIGKILL");
      await stage.t.restart();
      const second = await stage.start(library, transport);
      expect((await stage.answers(4)).toSorted()).toEqual(["four", "one", "three", "two"]);

      await stage.settled(transport);
      await end(second.program, "SIGTERM");
      await stage.tell("five", "six");
      await stage.start(library, transport);
      await stage.answers(6);
      await stage.tell("seven");
      expect((await stage.answers(7)).toSorted()).toEqual(["five", "four", "one", "seven", "six", "three", "two"]);
    }));

  test("goes on by itself when the service starts again under it, and misses nothing", () =>
    staged(async (stage) => {
      const { program } = await stage.start(library, transport);
      await stage.tell("one");
      await stage.answers(1);
      await stage.settled(transport);
      await stage.t.restart();
      await stage.tell("two", "three");
      expect((await stage.answers(3)).toSorted()).toEqual(["one", "three", "two"]);
      expect(program.exitCode).toBeNull();
    }));
});

describe.concurrent.each(NAMES)("%s", LONG, (library) => {
  const { conflict, limit } = LIBRARIES[library]!;

  test.skipIf(withoutUploads.includes(library))("sends a photo and an album", () =>
    staged(async (stage) => {
      await stage.start(library, "polling");
      await stage.tell("/photo");
      const photo = await stage.seen(stage.bot, (message) => message.photo !== undefined);
      expect(photo).toMatchObject({ caption: "a photo", caption_entities: [{ type: "bold", offset: 0, length: 7 }] });
      await stage.tell("/album");
      const second = await stage.seen(stage.bot, (message) => message.caption === "two");
      const { media_group_id } = second;
      await stage.seen(
        stage.bot,
        (message) => message.media_group_id === media_group_id && message.caption === undefined,
      );
    }),
  );

  test(`${conflict} when a newer instance polls, and no update is lost`, () =>
    staged(async (stage) => {
      const first = await stage.start(library, "polling");
      await stage.polling();
      const second = await stage.start(library, "polling");
      if (conflict === "ends") {
        await ended(first.program);
        expect(first.output()).toContain("terminated by other getUpdates request");
        await stage.tell("one");
        expect(await stage.answers(1)).toEqual(["one"]);
        return;
      }
      await stage.answered(409);
      await stage.tell("one");
      await stage.seen(stage.bot, (message) => message.text === "one");
      await end(second.program, "SIGKILL");
      await stage.tell("two");
      await stage.seen(stage.bot, (message) => message.text === "two");
      expect(first.program.exitCode).toBeNull();
    }));

  test(`${limit} when it sends too much, and everything arrives`, () =>
    staged(
      async (stage) => {
        const bot = await stage.start(library, "polling");
        await stage.tell("/flood");
        expect((await stage.answers(2)).toSorted()).toEqual(["flood 1", "flood 2"]);
        await stage.answered(429);
        const refusals = bot.output().match(/^refused .*/gm) ?? [];
        expect(refusals).toEqual(limit === "tells" ? ["refused with 429, retry after 1"] : []);
      },
      { rate_limits: "telegram" },
    ));
});

test.concurrent.each(TRANSPORTS)("grammy by %s lets in who asks to join", LONG, (transport) =>
  staged(async (stage) => {
    const { t } = stage;
    const chat_id = t.id("Private");
    await t.as("alice", "addMember", { chat_id, user_id: stage.bot });
    await t.as("alice", "promoteChatMember", { chat_id, user_id: stage.bot, can_invite_users: true });
    const wish = { chat_id, name: "the door", creates_join_request: true };
    const { invite_link } = await t.as("alice", "createChatInviteLink", wish);
    await stage.start("grammy", transport);
    await t.as("dave", "askToJoin", { invite_link });
    await stage.seen(chat_id, (message) => message.text === "let in by the door");
    const { status } = await t.as("alice", "getMember", { chat_id, user_id: t.id("dave") });
    expect(status).toBe("member");
  }),
);
