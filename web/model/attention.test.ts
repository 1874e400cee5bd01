/** What calls for the person, and what keeps still. */
import type { ChatSettings, Message } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { deservesNotice, unreadOf } from "./attention.ts";
import { chatsInOrder } from "./chat-order.ts";

const NOW = 1_000_000;
const plain: ChatSettings = { is_archived: false, is_marked_unread: false };
const row = (unread_count: number, settings: Partial<ChatSettings> = {}, unread_mentions = 0) => ({
  unread_count,
  unread_mentions,
  settings: { ...plain, ...settings },
});
const anonymous = { id: 1087968824, is_bot: true, first_name: "Group" };
const muted = { muted_until: NOW / 1000 + 60 };
const message = (more: Partial<Message> = {}): Message => ({
  message_id: 1,
  chat: { id: -1, type: "supergroup" },
  date: 0,
  from: { id: 2, is_bot: false, first_name: "Bob" },
  ...more,
});

test("muted and archived chats count by their mentions alone, and a mark counts as one", () => {
  expect(unreadOf([row(3), row(5, muted), row(5, muted, 2), row(4, { is_archived: true })], NOW)).toBe(5);
  expect(unreadOf([row(0, { is_marked_unread: true }), row(2, { is_marked_unread: true })], NOW)).toBe(3);
  expect(unreadOf([row(5, { muted_until: NOW / 1000 - 1 })], NOW)).toBe(5);
});

test("own, silent and muted messages make no notice", () => {
  expect(deservesNotice(message(), row(1), 1, NOW)).toBe(true);
  expect(deservesNotice(message(), row(1), 2, NOW)).toBe(false);
  // Said in the chat's name, from another of the person's screens.
  expect(deservesNotice(message({ from: anonymous, client_key: "k" }), row(1), 1, NOW)).toBe(false);
  expect(deservesNotice(message({ from: anonymous }), row(1), 1, NOW)).toBe(true);
  expect(deservesNotice(message({ is_silent: true }), row(1), 1, NOW)).toBe(false);
  expect(deservesNotice(message(), row(1, muted), 1, NOW)).toBe(false);
  expect(deservesNotice(message(), row(1, muted, 1), 1, NOW)).toBe(true);
});

test("pinned chats come first, as they were pinned; a draft counts as something new", () => {
  const chat = (id: number, date: number, draft?: number) => ({
    chat: { id, type: "private" as const },
    last_message: message({ date }),
    ...(draft === undefined ? {} : { settings: { draft: { date: draft } } }),
  });
  const chats = { 1: chat(1, 10), 2: chat(2, 30), 3: chat(3, 20, 40), 4: chat(4, 5) };
  expect(chatsInOrder(chats, [4, 1]).map((each) => each.chat.id)).toEqual([4, 1, 3, 2]);
});
