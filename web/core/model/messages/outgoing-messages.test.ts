/** How a message looks before the server has it. */
import { expect, test } from "vitest";
import { asMessages } from "./outgoing-messages.ts";
import type { Outgoing } from "./outgoing.ts";

const ME = { id: 1, is_bot: false, first_name: "Alice" };
const BASE: Outgoing = { key: "k", chat_id: 2, at_ms: 0, text: "", state: "waiting" };

test("links and mentions are found in it as on the server, and not in code", () => {
  const text = "see example.com/a, @bob_1 and x.com";
  const code = { type: "code", offset: 30, length: 5 };
  const [message] = asMessages({ ...BASE, text, entities: [code] }, ME);
  expect(message!.entities).toEqual([
    code,
    { type: "url", offset: 4, length: 13 },
    { type: "mention", offset: 19, length: 6 },
  ]);
});

test("plain text has no entities", () => {
  expect(asMessages({ ...BASE, text: "hello", entities: [] }, ME)[0]).not.toHaveProperty("entities");
});

test("a reply to a message elsewhere shows whose it is and what it contains, and its text only as quoted", () => {
  const from = { id: 3, is_bot: false, first_name: "Carol" };
  const photo = [{ file_id: "f", file_unique_id: "u", file_size: 1, width: 1, height: 1 }];
  const chat = { id: -100, type: "supergroup" as const, title: "Team" };
  const reply_to = { message_id: 7, date: 5, chat, from, photo, caption: "one two" };
  const quote = { text: "two", position: 4 };
  const [message] = asMessages({ ...BASE, text: "Why?", reply_to, quote }, ME);
  expect(message).not.toHaveProperty("reply_to_message");
  expect(message!.external_reply).toEqual({
    origin: { type: "user", date: 5, sender_user: from },
    chat,
    message_id: 7,
    photo,
  });
  expect(message!.quote).toEqual(quote);
  const inPrivate = { ...reply_to, chat: { id: 3, type: "private" as const, first_name: "Carol" } };
  expect(asMessages({ ...BASE, reply_to: inPrivate }, ME)[0]!.external_reply).not.toHaveProperty("chat");
});
