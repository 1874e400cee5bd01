/** Pages of a chat, in whatever order their responses arrive. */
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, settle, type Inside } from "../../../tests/support/web-client.ts";
import { updateChat } from "../store/chats.ts";
import { historyActions, type HistoryActions } from "./history.ts";

const CHAT = 2;
const PAGE = 60;

function messages(from: number) {
  const chat = { id: CHAT, type: "private" as const, first_name: "Bob" };
  return Array.from({ length: PAGE }, (_, i) => ({ message_id: from + i, from: BOB, chat, date: 1, text: "Hi" }));
}

describe("a page", () => {
  let t: Inside;
  let history: HistoryActions;
  let missed: number[];
  const held = () => t.store.getState().histories[CHAT]!;
  const open = async (around: number) => {
    void history.openHistory(CHAT, around);
    t.service.next()!.answer({ seq: 0, messages: messages(around - PAGE / 2), has_older: true, has_newer: true });
    await settle();
  };
  beforeEach(async () => {
    t = inside();
    missed = [];
    history = historyActions(t, (_chat, seq) => missed.push(seq));
    await open(1000);
  });

  test.each([
    ["newer", { after: 1029 }, messages(1030)],
    ["older", { before: 970 }, messages(910)],
  ])("of %s messages is added to the history it was requested for", async (side, place, page) => {
    void (side === "newer" ? history.loadNewer(CHAT) : history.loadOlder(CHAT));
    const asked = t.service.next()!;
    expect(asked.params).toMatchObject(place);
    asked.answer({ seq: 0, messages: page });
    await settle();
    expect(held().messages).toHaveLength(2 * PAGE);
  });

  test.each(["newer", "older"])("of %s messages that is short is the end only if it says so", async (side) => {
    const load = () => (side === "newer" ? history.loadNewer(CHAT) : history.loadOlder(CHAT));
    const page = (from: number, has_more: boolean) => ({
      seq: 0,
      messages: messages(from).slice(0, 1),
      ...(side === "newer" ? { has_newer: has_more } : { has_older: has_more }),
    });
    void load();
    t.service.next()!.answer(page(side === "newer" ? 1030 : 969, true));
    await settle();
    expect(held()).toMatchObject({ reachesStart: false, reachesEnd: false });
    void load();
    t.service.next()!.answer(page(side === "newer" ? 1031 : 968, false));
    await settle();
    expect(held()).toMatchObject({ reachesStart: side === "older", reachesEnd: side === "newer" });
    expect(held().messages).toHaveLength(PAGE + 2);
    void load();
    expect(t.service.next()).toBeUndefined();
  });

  test.each([
    ["around a message", () => history.openHistory(CHAT, 500)],
    ["since a time", () => history.openSince(CHAT, 2)],
    ["of the newest messages", () => history.openHistory(CHAT)],
  ])("%s that was requested before the one that is shown does not replace it", async (_name, load) => {
    const loaded = load();
    const late = t.service.next()!;
    await open(1500);
    late.answer({ seq: 0, messages: messages(500) });
    await loaded;
    expect(held().messages[0]!.message_id).toBe(1470);
    // Requested once more while it is under way, it counts as the later one.
    void load();
    const shared = t.service.next()!;
    void history.openHistory(CHAT, 700);
    const other = t.service.next()!;
    const joined = load();
    other.answer({ seq: 0, messages: messages(700) });
    await settle();
    shared.answer({ seq: 0, messages: messages(600) });
    await joined;
    expect(held().messages[0]!.message_id).toBe(600);
    // A request that fails leaves the one before it.
    const before = history.openHistory(CHAT);
    const first = t.service.next()!;
    const failed = history.openHistory(CHAT, 300).catch((error: unknown) => error);
    t.service.next()!.refuse(new Error("away"));
    await failed;
    first.answer({ seq: 0, messages: messages(3000) });
    await before;
    expect(held().messages[0]!.message_id).toBe(3000);
  });

  test.each(["newer", "older"])("of %s messages that arrives late is not added to another history", async (side) => {
    const load = () => (side === "newer" ? history.loadNewer(CHAT) : history.loadOlder(CHAT));
    void load();
    const late = t.service.next()!;
    await open(side === "newer" ? 500 : 1500);
    void load();
    const next = t.service.next()!;
    late.answer({
      seq: 0,
      messages: messages(side === "newer" ? 1030 : 910).slice(0, 10),
      has_older: false,
      has_newer: false,
    });
    await settle();
    expect(held()).toMatchObject({ reachesStart: false, reachesEnd: false });
    expect(held().messages).toHaveLength(PAGE);
    next.answer({ seq: 0, messages: messages(side === "newer" ? 530 : 1410) });
    await settle();
    const ids = held().messages.map(({ message_id }) => message_id);
    expect(ids).toEqual(Array.from({ length: 2 * PAGE }, (_, i) => ids[0]! + i));
  });

  test.each([
    ["events that were shown before the messages came are gone through once more", 4, [4]],
    ["nothing is, where the messages are newer", 9, []],
  ])("%s", async (_what, seq, again) => {
    t.store.setState(updateChat(CHAT, (row) => ({ ...row, seq: 9 })));
    void history.openHistory(CHAT);
    t.service.next()!.answer({ seq, messages: messages(1000), has_older: true, has_newer: false });
    await settle();
    expect(missed).toEqual(again);
  });
});
