/** Which messages bots receive (behaviour.md §4, privacy mode). */
import { describe, expect, test } from "vitest";
import { type Member, memberOf, type Status } from "./member.ts";
import { type MessageFacts, receivesMessage } from "./privacy.ts";

const BOT = { id: 50, username: "Echo_bot", privacy: true };
const OPEN = { ...BOT, privacy: false };
const member = memberOf(BOT.id, "member");

/** A person's message in a group; entities are given by the words that they cover. */
function said(text: string, marks: Record<string, string> = {}, more: Partial<MessageFacts> = {}): MessageFacts {
  const entities = Object.entries(marks).map(([word, type]) => ({
    type,
    offset: text.indexOf(word),
    length: word.length,
  }));
  return {
    chat_type: "supergroup",
    sender_is_bot: false,
    is_service: false,
    text,
    entities,
    reply_to_sender_id: null,
    ...more,
  };
}

const chatter = said("good morning, @somebody #coffee", { "@somebody": "mention", "#coffee": "hashtag" });

describe("with privacy on, in a group", () => {
  const mentioned = (user_id: number) =>
    said("hey you", {}, { entities: [{ type: "text_mention", offset: 4, length: 3, user_id }] });

  test.each([
    ["a command without a name", said("/start now", { "/start": "bot_command" }), true],
    ["a command in the middle", said("try /help please", { "/help": "bot_command" }), true],
    ["a command by the bot's name", said("/start@Echo_bot", { "/start@Echo_bot": "bot_command" }), true],
    ["a command by its name in other letters", said("/go@eCHO_BOT", { "/go@eCHO_BOT": "bot_command" }), true],
    ["a command to another bot", said("/start@other_bot", { "/start@other_bot": "bot_command" }), false],
    ["a command to a longer name", said("/go@echo_bot2", { "/go@echo_bot2": "bot_command" }), false],
    [
      "one to another, one to nobody",
      said("/a@other_bot /b", { "/a@other_bot": "bot_command", "/b": "bot_command" }),
      false,
    ],
    [
      "one to another, one to the bot",
      said("/a@other_bot /b@echo_bot", { "/a@other_bot": "bot_command", "/b@echo_bot": "bot_command" }),
      true,
    ],
    ["what only looks like a command", said("/start now"), false],
    ["a mention", said("thanks @echo_bot!", { "@echo_bot": "mention" }), true],
    ["a mention after letters of two units", said("👍👍 @echo_bot", { "@echo_bot": "mention" }), true],
    ["a mention of another", said("thanks @echo", { "@echo": "mention" }), false],
    ["the name without a mention", said("echo_bot is nice"), false],
    ["a mention without a user name", mentioned(BOT.id), true],
    ["such a mention of another", mentioned(7), false],
    ["a reply to the bot", said("yes", {}, { reply_to_sender_id: BOT.id }), true],
    ["a reply to another", said("yes", {}, { reply_to_sender_id: 7 }), false],
    ["a service message", said("", {}, { is_service: true }), true],
    ["anything else", chatter, false],
  ] as [string, MessageFacts, boolean][])("%s", (_name, message, sees) => {
    expect(receivesMessage(BOT, member, message)).toBe(sees);
    // A bot without privacy mode receives this too.
    expect(receivesMessage(OPEN, member, message)).toBe(true);
    expect(receivesMessage(BOT, { ...member, status: "administrator" }, message)).toBe(true);
    expect(receivesMessage(BOT, { ...member, status: "creator" }, message)).toBe(true);
  });
});

const OUTSIDE: readonly Member[] = [
  memberOf(BOT.id, "left"),
  memberOf(BOT.id, "kicked"),
  { ...memberOf(BOT.id, "restricted"), is_member: false },
];
const INSIDE: readonly Status[] = ["creator", "administrator", "member", "restricted"];
const command = said("/start", { "/start": "bot_command" });

describe.each(["private", "supergroup", "channel"] as const)("in a %s", (chat_type) => {
  test("a bot outside the chat receives nothing", () => {
    for (const outside of OUTSIDE) {
      for (const bot of [BOT, OPEN]) expect(receivesMessage(bot, outside, { ...command, chat_type })).toBe(false);
    }
  });

  test("a bot does not receive messages of bots", () => {
    for (const status of INSIDE) {
      for (const bot of [BOT, OPEN]) {
        const message = { ...command, chat_type, sender_is_bot: true };
        expect(receivesMessage(bot, memberOf(BOT.id, status), message)).toBe(false);
      }
    }
  });

  test.each(INSIDE)("ordinary talk, as %s", (status) => {
    const is = memberOf(BOT.id, status);
    const manages = status === "creator" || status === "administrator";
    const open = manages || chat_type !== "channel";
    const closed = manages || chat_type === "private";
    expect(receivesMessage(OPEN, is, { ...chatter, chat_type })).toBe(open);
    expect(receivesMessage(BOT, is, { ...chatter, chat_type })).toBe(closed);
  });
});

test("in a channel only administrators receive posts, commands too", () => {
  const post = { ...command, chat_type: "channel" } as const;
  expect(receivesMessage(OPEN, member, post)).toBe(false);
  expect(receivesMessage(BOT, memberOf(BOT.id, "administrator"), post)).toBe(true);
});
