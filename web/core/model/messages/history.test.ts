/** The loaded history of a chat: pages in both directions, new messages, edits, and no gaps. */
import type { Message } from "@heliogram/shared/wire.ts";
import { describe, expect, test } from "vitest";
import {
  canContinueFrom,
  MAX_LOADED,
  historyOf,
  withMessage,
  withNewer,
  withOlder,
  withoutMessage,
  type History,
} from "./history.ts";

function message(message_id: number, text = `m${message_id}`): Message {
  return { message_id, chat: { id: 1, type: "private" }, date: message_id, text };
}
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i));
const ids = (history: { messages: readonly Message[] }) => history.messages.map((each) => each.message_id);
/** Some messages of a long chat; the newest ones; and all of a chat. */
const middle = (messages: readonly Message[]) => historyOf({ messages, has_older: true, has_newer: true });
const newest = (messages: readonly Message[]) => historyOf({ messages, has_older: true, has_newer: false });
const whole = (messages: readonly Message[]) => historyOf({ messages, has_older: false, has_newer: false });

describe("history", () => {
  test("pages are joined without duplicates, and each says whether there is more beyond it", () => {
    const held = middle(run(10, 12));
    expect([held.reachesStart, held.reachesEnd]).toEqual([false, false]);
    const older = withOlder(held, { messages: run(8, 10), has_older: true });
    expect([ids(older), older.reachesStart, older.reachesEnd]).toEqual([[8, 9, 10, 11, 12], false, false]);
    const newer = withNewer(older, { messages: run(13, 14), has_newer: false });
    expect([ids(newer), newer.reachesStart, newer.reachesEnd]).toEqual([[8, 9, 10, 11, 12, 13, 14], false, true]);
    const all = withOlder(newer, { messages: run(7, 7), has_older: false });
    expect([ids(all).length, all.reachesStart, all.reachesEnd]).toEqual([8, true, true]);
  });

  test("a first page says whether there are more on either side", () => {
    const ends = ({ reachesStart, reachesEnd }: History) => [reachesStart, reachesEnd];
    expect(ends(middle(run(8, 13)))).toEqual([false, false]);
    expect(ends(historyOf({ messages: run(1, 5), has_older: false, has_newer: true }))).toEqual([true, false]);
    expect(ends(newest(run(8, 12)))).toEqual([false, true]);
    expect(ends(historyOf({ messages: [], has_older: false, has_newer: false }))).toEqual([true, true]);
  });

  test("a history can be continued from a loaded position, or from the newest if nothing is unread", () => {
    const between = middle(run(8, 13));
    expect([7, 8, 12, 13].map((place) => canContinueFrom(between, place))).toEqual([false, true, true, false]);
    expect(canContinueFrom(between, undefined)).toBe(false);
    const last = newest(run(8, 13));
    expect([7, 8, 13, undefined].map((place) => canContinueFrom(last, place))).toEqual([false, true, true, true]);
    expect(canContinueFrom(whole(run(1, 3)), 0)).toBe(true);
  });

  test("distant messages are dropped, and known to be missing", () => {
    const held = newest(run(1001, 1000 + MAX_LOADED));
    const older = withOlder(held, { messages: run(901, 1000), has_older: true });
    expect([older.messages.length, older.reachesEnd]).toEqual([MAX_LOADED, false]);
  });

  test("a full history drops its older half if it is followed, and otherwise ignores new messages", () => {
    const full = whole(run(1, MAX_LOADED));
    const followed = withMessage(full, message(MAX_LOADED + 1), true);
    expect([ids(followed).at(0), ids(followed).at(-1)]).toEqual([MAX_LOADED / 2 + 1, MAX_LOADED + 1]);
    expect(followed).toMatchObject({ reachesStart: false, reachesEnd: true });
    const read = withMessage(full, message(MAX_LOADED + 1), false);
    expect(read).toEqual({ ...full, reachesEnd: false });
    // An edit needs no space.
    expect(ids(withMessage(full, message(7, "changed"), false))).toEqual(ids(full));
  });

  test("a new message is added at the end, and not beyond a gap", () => {
    expect(ids(withMessage(whole(run(1, 3)), message(4), true))).toEqual([1, 2, 3, 4]);
    expect(ids(withMessage(middle(run(1, 3)), message(9), true))).toEqual([1, 2, 3]);
    expect(ids(withMessage(newest(run(5, 6)), message(2), true))).toEqual([5, 6]);
  });

  test("an edit replaces the message, also in replies", () => {
    const held = whole([message(1), { ...message(2), reply_to_message: message(1) }]);
    const edited = withMessage(held, message(1, "new"), true);
    expect(edited.messages.map((each) => each.reply_to_message?.text ?? each.text)).toEqual(["new", "new"]);
  });

  test("a deleted message is removed once", () => {
    const held = whole(run(1, 3));
    expect(ids(withoutMessage(withoutMessage(held, 2), 2))).toEqual([1, 3]);
  });
});
