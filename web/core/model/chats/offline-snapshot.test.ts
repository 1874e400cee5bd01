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
  opened_chats: [] as number[],
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

test("the chats that were opened last are saved, wherever they stand in the list", () => {
  const source = { ...shownOf(500, [said(1)]), opened_chats: [7, 3] };
  const kept = takeSnapshot(source, 5);
  expect([3, 7].map((id) => [id in kept.chats, id in kept.histories])).toEqual([
    [true, true],
    [true, true],
  ]);
  expect([Object.keys(kept.chats).length, Object.keys(kept.histories).length]).toEqual([MAX_CHATS, MAX_HISTORIES]);
});

test("what was opened on an earlier visit stays, and does not claim to have the newest message", () => {
  const before = { ...shownOf(3, [said(3)]), opened_chats: [1, 2, 3] };
  const earlier = takeSnapshot(before, 5);
  const now = {
    ...before,
    // In chat 2 there is news, chat 1 was left, and chat 3 was opened again.
    chats: { 2: row(2, said(9)), 3: row(3, said(3)) },
    histories: { 3: history([said(3), said(4)]) },
    opened_chats: [3],
  };
  const kept = takeSnapshot(now, 6, earlier);
  expect(kept.opened_chats).toEqual([2, 3]);
  expect(kept.histories).toEqual({ 2: history([said(3)], false), 3: history([said(3), said(4)]) });
});

test("a history whose end is not loaded says so, and a complete one stays complete", () => {
  const shown = shownOf(2, [said(1)]);
  const kept = takeSnapshot({ ...shown, histories: { ...shown.histories, 2: history([said(1)], false) } }, 5);
  expect(kept.histories).toEqual({ 1: history([said(1)]), 2: history([said(1)], false) });
});

test("the text that a button copies is left out, and the chat is marked as incomplete", () => {
  const secret = said(7, { reply_markup: { inline_keyboard: [[{ text: "Copy", copy_text: { text: "s3cret" } }]] } });
  const shown = {
    me: "me",
    chats: { 1: row(1, secret), 2: row(2) },
    pinned_chats: [],
    opened_chats: [],
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
