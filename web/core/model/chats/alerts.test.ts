/** Unread totals, and which messages are announced. */
import type { ChatSettings, Message } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import type { Alert } from "@heliogram/shared/alerts.ts";
import { alertFor, totalUnread, unmutedUnread, type IncomingMessage } from "./alerts.ts";
import { chatsInOrder } from "./chat-order.ts";

const NOW = 1_000_000;
const plain: ChatSettings = { is_archived: false, is_marked_unread: false };
const row = (unread_count: number, settings: Partial<ChatSettings> = {}, unread_mentions = 0) => ({
  chat: { id: 7 },
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
  text: "Hello",
  ...more,
});

test("muted and archived chats count by their mentions alone, and a mark counts as one", () => {
  expect(totalUnread([row(3), row(5, muted), row(5, muted, 2), row(4, { is_archived: true })], {}, NOW)).toBe(5);
  expect(totalUnread([row(0, { is_marked_unread: true }), row(2, { is_marked_unread: true })], {}, NOW)).toBe(3);
  expect(totalUnread([row(5, { muted_until: NOW / 1000 - 1 })], {}, NOW)).toBe(5);
});

test("what is unread in muted topics is not counted, and mentions of muted chats are", () => {
  const rows = { 2: { unread_count: 3, ...muted }, 4: { unread_count: 1 }, 5: { unread_count: 2, muted_until: 0 } };
  expect(totalUnread([row(6)], { 7: { rows }, 8: { rows } }, NOW)).toBe(3);
  // The counts of the chat and of its topics come apart for a moment.
  expect(unmutedUnread({ unread_count: 2 }, { rows }, NOW)).toBe(0);
  expect(unmutedUnread({ unread_count: 1000 }, { rows }, NOW)).toBe(1000);
  expect(totalUnread([row(6, muted, 1)], { 7: { rows } }, NOW)).toBe(1);
});

const ME = 1;
const bob = { id: 2, is_bot: false, first_name: "Bob" };
const archived = { is_archived: true };
const member = (id: number): Partial<Message> => ({ new_chat_members: [{ ...bob, id }] });
const news = (more: Partial<IncomingMessage> = {}, settings: Partial<ChatSettings> = {}): IncomingMessage => ({
  message: message(),
  mentions: false,
  row: { read_up_to: 0, settings: { ...plain, ...settings } },
  me: ME,
  now_ms: NOW,
  isAnyPageActive: false,
  ...more,
});

test.each<[what: string, Alert, IncomingMessage]>([
  ["what others say", "loud", news()],
  ["what others say without a sound", "quiet", news({ message: message({ is_silent: true }) })],
  ["what others say while the person looks at the client", "none", news({ isAnyPageActive: true })],
  ["a mention while the person looks at the client", "none", news({ isAnyPageActive: true, mentions: true })],
  ["what the person wrote on another screen", "none", news({ me: 2 })],
  [
    "what the person said there in the chat's name",
    "none",
    news({ message: message({ from: anonymous, client_key: "k" }) }),
  ],
  ["what another one said in the chat's name", "loud", news({ message: message({ from: anonymous }) })],
  ["what was read on another screen", "none", news({ row: { read_up_to: 1, settings: plain } })],
  ["in a muted chat", "none", news({}, muted)],
  ["in a muted chat, a mention", "loud", news({ mentions: true }, muted)],
  [
    "in a muted chat, a mention without a sound",
    "quiet",
    news({ mentions: true, message: message({ is_silent: true }) }, muted),
  ],
  ["in a muted topic", "none", news({ topic: { read_up_to: 0, muted_until: NOW / 1000 + 9 } })],
  ["what was read in its topic elsewhere", "none", news({ topic: { read_up_to: 1 } })],
  ["in another topic", "loud", news({ topic: { read_up_to: 0 } })],
  ["in a chat that was muted until now", "loud", news({}, { muted_until: NOW / 1000 - 1 })],
  ["in an archived chat", "none", news({}, archived)],
  ["in an archived chat, a mention", "loud", news({ mentions: true }, archived)],
  ["in an archived and muted chat, a mention", "loud", news({ mentions: true }, { ...archived, ...muted })],
  ["somebody else joined", "none", news({ message: message(member(3)) })],
  ["somebody added the person", "loud", news({ message: message(member(ME)) })],
  ["somebody left", "none", news({ message: message({ left_chat_member: bob }) })],
  ["somebody accepted the person's invitation", "loud", news({ message: message({ invitation_accepted: true }) })],
  [
    "people used the person's invitation",
    "loud",
    news({ message: message({ invitation_uses: { count: 2, users: [bob] } }) }),
  ],
  ["something was pinned", "loud", news({ message: message({ pinned_message: message() }) })],
  [
    "something was pinned without a sound",
    "quiet",
    news({ message: message({ pinned_message: message(), is_silent: true }) }),
  ],
  ["in a muted chat, something was pinned", "none", news({ message: message({ pinned_message: message() }) }, muted)],
])("%s: %s", (_what, alert, about) => {
  expect(alertFor(about)).toBe(alert);
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
