/** The stretch of a chat that is held: pages on both sides, new messages, edits, and no gaps. */
import type { Message } from "@heliogram/shared/wire.ts";
import { describe, expect, test } from "vitest";
import {
  leadsOn,
  MOST_HELD,
  startedAround,
  startedWith,
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
  test("pages join without doubles, and a short one is the end", () => {
    const held = startedAround(run(10, 12), 3, 11);
    expect([held.reachesStart, held.reachesEnd]).toEqual([false, false]);
    const older = withOlder(held, run(8, 10), 3);
    expect([ids(older), older.reachesStart]).toEqual([[8, 9, 10, 11, 12], false]);
    const newer = withNewer(older, run(13, 14), 3);
    expect([ids(newer), newer.reachesEnd]).toEqual([[8, 9, 10, 11, 12, 13, 14], true]);
  });

  test("messages around a place say whether there are more on either side", () => {
    const ends = ({ reachesStart, reachesEnd }: History) => [reachesStart, reachesEnd];
    expect(ends(startedAround(run(8, 13), 6, 11))).toEqual([false, false]);
    expect(ends(startedAround(run(1, 5), 6, 3))).toEqual([true, false]);
    expect(ends(startedAround(run(8, 12), 6, 11))).toEqual([false, true]);
    expect(ends(startedAround(run(1, 3), 6, 0))).toEqual([true, false]);
    expect(ends(startedAround([], 6, 0))).toEqual([true, true]);
  });

  test("one can read on from a place that is held, or from the newest where nothing is unread", () => {
    const middle = startedAround(run(8, 13), 6, 11);
    expect([7, 8, 12, 13].map((place) => leadsOn(middle, place))).toEqual([false, true, true, false]);
    expect(leadsOn(middle, undefined)).toBe(false);
    const newest = startedWith(run(8, 13), 6);
    expect([7, 8, 13, undefined].map((place) => leadsOn(newest, place))).toEqual([false, true, true, true]);
    expect(leadsOn(startedWith(run(1, 3), 6), 0)).toBe(true);
  });

  test("what is far away is let go, and known to be missing", () => {
    const held = startedWith(run(1001, 1000 + MOST_HELD), 1);
    const older = withOlder(held, run(901, 1000), 100);
    expect([older.messages.length, older.reachesEnd]).toEqual([MOST_HELD, false]);
  });

  test("a full stretch lets go of its older half for who follows, and leaves what is new for later for who does not", () => {
    const full = startedWith(run(1, MOST_HELD), MOST_HELD + 1);
    const followed = withMessage(full, message(MOST_HELD + 1), true);
    expect([ids(followed).at(0), ids(followed).at(-1)]).toEqual([MOST_HELD / 2 + 1, MOST_HELD + 1]);
    expect(followed).toMatchObject({ reachesStart: false, reachesEnd: true });
    const read = withMessage(full, message(MOST_HELD + 1), false);
    expect(read).toEqual({ ...full, reachesEnd: false });
    // What is changed in it needs no room.
    expect(ids(withMessage(full, message(7, "changed"), false))).toEqual(ids(full));
  });

  test("a new message is added at the end, and nowhere beyond a gap", () => {
    expect(ids(withMessage(startedWith(run(1, 3), 50), message(4), true))).toEqual([1, 2, 3, 4]);
    expect(ids(withMessage(startedAround(run(1, 3), 3, 2), message(9), true))).toEqual([1, 2, 3]);
    expect(ids(withMessage(startedWith(run(5, 6), 2), message(2), true))).toEqual([5, 6]);
  });

  test("an edit takes the place of what was there, in replies too", () => {
    const held = startedWith([message(1), { ...message(2), reply_to_message: message(1) }], 50);
    const edited = withMessage(held, message(1, "new"), true);
    expect(edited.messages.map((each) => each.reply_to_message?.text ?? each.text)).toEqual(["new", "new"]);
  });

  test("what is deleted goes, once", () => {
    const held = startedWith(run(1, 3), 50);
    expect(ids(withoutMessage(withoutMessage(held, 2), 2))).toEqual([1, 3]);
  });
});
