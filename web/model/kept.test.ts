/** What is kept of the chats: so much and no more, and no secrets. */
import type { Message } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { keptOf, MAX_AGE_MS, MAX_CHATS, MAX_HISTORIES, MAX_MESSAGES, readKept } from "./kept.ts";

const said = (message_id: number, more: Partial<Message> = {}): Message => ({
  message_id,
  chat: { id: 1, type: "private" },
  date: message_id,
  text: `m${message_id}`,
  ...more,
});
const history = (messages: readonly Message[], reachesEnd = true) => ({ messages, reachesStart: true, reachesEnd });
const row = (id: number, last_message = said(id)) => ({ chat: { id, type: "private" as const }, last_message });
const shownOf = (count: number, messages: readonly Message[]) => ({
  me: "me",
  chats: Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, row(index + 1)])),
  pinned_chats: [1],
  histories: Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, history(messages)])),
});

test("no more is kept than there is room for: the chats that come first, and the newest of what was said", () => {
  const kept = keptOf(
    shownOf(
      500,
      Array.from({ length: 90 }, (_, index) => said(index + 1)),
    ),
    5,
  );
  expect(Object.keys(kept.chats)).toHaveLength(MAX_CHATS);
  // What is pinned comes first, then what was said last.
  expect(kept.chats).toHaveProperty("1");
  expect(kept.chats).toHaveProperty("500");
  expect(Object.keys(kept.histories)).toHaveLength(MAX_HISTORIES);
  const { messages, reachesStart } = kept.histories[500]!;
  expect([messages.length, messages.at(-1)!.message_id, reachesStart]).toEqual([MAX_MESSAGES, 90, false]);
});

test("a stretch that does not reach the end is not kept, and a whole chat stays whole", () => {
  const shown = shownOf(2, [said(1)]);
  const kept = keptOf({ ...shown, histories: { ...shown.histories, 2: history([said(1)], false) } }, 5);
  expect(kept.histories).toEqual({ 1: history([said(1)]) });
});

test("what a button copies is not kept anywhere, and the chat is known to be incomplete", () => {
  const secret = said(7, { reply_markup: { inline_keyboard: [[{ text: "Copy", copy_text: { text: "s3cret" } }]] } });
  const shown = {
    me: "me",
    chats: { 1: row(1, secret), 2: row(2) },
    pinned_chats: [],
    histories: { 1: history([secret, said(8, { reply_to_message: secret })]), 2: history([said(1)]) },
  };
  const kept = keptOf(shown, 5);
  expect(JSON.stringify(kept)).not.toContain("s3cret");
  expect(kept.histories[1]!.messages.map(({ text }) => text)).toEqual(["m7", "m8"]);
  expect(kept.incomplete).toEqual([1]);
  expect(JSON.stringify(shown)).toContain("s3cret");
});

test("what is too old, or of another form, is as if it were not there", () => {
  const kept = keptOf(shownOf(1, []), 1000);
  expect(readKept(kept, 1000 + MAX_AGE_MS - 1)).toBe(kept);
  expect(readKept(kept, 1000 + MAX_AGE_MS)).toBeUndefined();
  expect(readKept({ ...kept, version: 0 }, 1000)).toBeUndefined();
  expect(readKept(undefined, 1000)).toBeUndefined();
});
