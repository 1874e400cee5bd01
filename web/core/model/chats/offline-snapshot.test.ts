/** The offline snapshot: its limits, and that it contains no secrets. */
import type { Message } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { takeSnapshot, MAX_AGE_MS, MAX_CHATS, MAX_HISTORIES, MAX_MESSAGES, readSnapshot } from "./offline-snapshot.ts";

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

test("the snapshot is limited to the first chats and their newest messages", () => {
  const kept = takeSnapshot(
    shownOf(
      500,
      Array.from({ length: 90 }, (_, index) => said(index + 1)),
    ),
    5,
  );
  expect(Object.keys(kept.chats)).toHaveLength(MAX_CHATS);
  // Pinned chats first, then the most recent ones.
  expect(kept.chats).toHaveProperty("1");
  expect(kept.chats).toHaveProperty("500");
  expect(Object.keys(kept.histories)).toHaveLength(MAX_HISTORIES);
  const { messages, reachesStart } = kept.histories[500]!;
  expect([messages.length, messages.at(-1)!.message_id, reachesStart]).toEqual([MAX_MESSAGES, 90, false]);
});

test("a history that does not reach the end is left out, and a complete one stays complete", () => {
  const shown = shownOf(2, [said(1)]);
  const kept = takeSnapshot({ ...shown, histories: { ...shown.histories, 2: history([said(1)], false) } }, 5);
  expect(kept.histories).toEqual({ 1: history([said(1)]) });
});

test("the text that a button copies is left out, and the chat is marked as incomplete", () => {
  const secret = said(7, { reply_markup: { inline_keyboard: [[{ text: "Copy", copy_text: { text: "s3cret" } }]] } });
  const shown = {
    me: "me",
    chats: { 1: row(1, secret), 2: row(2) },
    pinned_chats: [],
    histories: { 1: history([secret, said(8, { reply_to_message: secret })]), 2: history([said(1)]) },
  };
  const kept = takeSnapshot(shown, 5);
  expect(JSON.stringify(kept)).not.toContain("s3cret");
  expect(kept.histories[1]!.messages.map(({ text }) => text)).toEqual(["m7", "m8"]);
  expect(kept.incomplete).toEqual([1]);
  expect(JSON.stringify(shown)).toContain("s3cret");
});

test("a snapshot that is too old or of another version is ignored", () => {
  const kept = takeSnapshot(shownOf(1, []), 1000);
  expect(readSnapshot(kept, 1000 + MAX_AGE_MS - 1)).toBe(kept);
  expect(readSnapshot(kept, 1000 + MAX_AGE_MS)).toBeUndefined();
  expect(readSnapshot({ ...kept, version: 0 }, 1000)).toBeUndefined();
  expect(readSnapshot(undefined, 1000)).toBeUndefined();
});
