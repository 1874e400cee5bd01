/** The loaded history of a chat: pages in both directions, new messages, edits, and no gaps. */
import type { Message } from "@heliogram/shared/wire.ts";
import { describe, expect, test } from "vitest";
import {
  canContinueFrom,
  MAX_LOADED,
  historyAround,
  historyFromNewest,
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

describe("history", () => {
  test("pages are joined without duplicates, and a short page is the end", () => {
    const held = historyAround(run(10, 12), 3, 11);
    expect([held.reachesStart, held.reachesEnd]).toEqual([false, false]);
    const older = withOlder(held, run(8, 10), 3);
    expect([ids(older), older.reachesStart]).toEqual([[8, 9, 10, 11, 12], false]);
    const newer = withNewer(older, run(13, 14), 3);
    expect([ids(newer), newer.reachesEnd]).toEqual([[8, 9, 10, 11, 12, 13, 14], true]);
  });

  test("messages around an id say whether there are more on either side", () => {
    const ends = ({ reachesStart, reachesEnd }: History) => [reachesStart, reachesEnd];
    expect(ends(historyAround(run(8, 13), 6, 11))).toEqual([false, false]);
    expect(ends(historyAround(run(1, 5), 6, 3))).toEqual([true, false]);
    expect(ends(historyAround(run(8, 12), 6, 11))).toEqual([false, true]);
    expect(ends(historyAround(run(1, 3), 6, 0))).toEqual([true, false]);
    expect(ends(historyAround([], 6, 0))).toEqual([true, true]);
  });

  test("a history can be continued from a loaded position, or from the newest if nothing is unread", () => {
    const middle = historyAround(run(8, 13), 6, 11);
    expect([7, 8, 12, 13].map((place) => canContinueFrom(middle, place))).toEqual([false, true, true, false]);
    expect(canContinueFrom(middle, undefined)).toBe(false);
    const newest = historyFromNewest(run(8, 13), 6);
    expect([7, 8, 13, undefined].map((place) => canContinueFrom(newest, place))).toEqual([false, true, true, true]);
    expect(canContinueFrom(historyFromNewest(run(1, 3), 6), 0)).toBe(true);
  });

  test("distant messages are dropped, and known to be missing", () => {
    const held = historyFromNewest(run(1001, 1000 + MAX_LOADED), 1);
    const older = withOlder(held, run(901, 1000), 100);
    expect([older.messages.length, older.reachesEnd]).toEqual([MAX_LOADED, false]);
  });

  test("a full history drops its older half if it is followed, and otherwise ignores new messages", () => {
    const full = historyFromNewest(run(1, MAX_LOADED), MAX_LOADED + 1);
    const followed = withMessage(full, message(MAX_LOADED + 1), true);
    expect([ids(followed).at(0), ids(followed).at(-1)]).toEqual([MAX_LOADED / 2 + 1, MAX_LOADED + 1]);
    expect(followed).toMatchObject({ reachesStart: false, reachesEnd: true });
    const read = withMessage(full, message(MAX_LOADED + 1), false);
    expect(read).toEqual({ ...full, reachesEnd: false });
    // An edit needs no space.
    expect(ids(withMessage(full, message(7, "changed"), false))).toEqual(ids(full));
  });

  test("a new message is added at the end, and not beyond a gap", () => {
    expect(ids(withMessage(historyFromNewest(run(1, 3), 50), message(4), true))).toEqual([1, 2, 3, 4]);
    expect(ids(withMessage(historyAround(run(1, 3), 3, 2), message(9), true))).toEqual([1, 2, 3]);
    expect(ids(withMessage(historyFromNewest(run(5, 6), 2), message(2), true))).toEqual([5, 6]);
  });

  test("an edit replaces the message, also in replies", () => {
    const held = historyFromNewest([message(1), { ...message(2), reply_to_message: message(1) }], 50);
    const edited = withMessage(held, message(1, "new"), true);
    expect(edited.messages.map((each) => each.reply_to_message?.text ?? each.text)).toEqual(["new", "new"]);
  });

  test("a deleted message is removed once", () => {
    const held = historyFromNewest(run(1, 3), 50);
    expect(ids(withoutMessage(withoutMessage(held, 2), 2))).toEqual([1, 3]);
  });
});
