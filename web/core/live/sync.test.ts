/** Syncing chats: no event is applied twice or missed, whatever the connection does. */
import type { Frame } from "@heliogram/shared/wire.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, ME, row, said, settle, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { historyOf } from "../model/messages/history.ts";
import { setDraft, markSaved, setUnsaved } from "../store/drafts.ts";
import { mergeRows } from "../store/chats.ts";
import { dropHistory, setHistory } from "../store/histories.ts";
import { Sync } from "./sync.ts";

const CHAT = 2;
type ChatFrame = Extract<Frame, { type: "chat" }>;

function message(seq: number, id: number, more: object = {}): ChatFrame {
  return { type: "chat", chat_id: CHAT, seq, kind: "message", message: said(id, BOB), ...more };
}

describe("sync", () => {
  let t: Inside;
  let sync: Sync;
  let heard: number[];
  let came: (readonly number[])[];
  beforeEach(() => {
    t = inside();
    [heard, came] = [[], []];
    const hear = (_chat: number, event: { readonly seq: number }) => heard.push(event.seq);
    sync = new Sync(t, hear, (chat_ids) => came.push(chat_ids));
    t.store.setState(setHistory(CHAT, historyOf({ messages: [] })));
  });
  const held = () => t.store.getState().histories[CHAT]?.messages.map(({ message_id }) => message_id);
  const shown = () => t.store.getState().chats![CHAT]!;

  test("applies events in order, with the server's unread count", () => {
    sync.receiveChatFrame(message(1, 1, { unread_count: 1, unread_after: 0 }));
    sync.receiveChatFrame(message(2, 2, { unread_count: 2, unread_after: 0 }));
    expect([held(), shown().unread_count, shown().last_message!.message_id]).toEqual([[1, 2], 2, 2]);
    expect(heard).toEqual([1, 2]);
  });

  test("ignores events it has applied", () => {
    sync.receiveChatFrame(message(1, 1));
    sync.receiveChatFrame(message(1, 1));
    expect([held(), heard]).toEqual([[1], [1]]);
  });

  test("fetches a gap, and applies waiting frames afterwards", async () => {
    sync.receiveChatFrame(message(3, 3));
    sync.receiveChatFrame(message(4, 4));
    expect(held()).toEqual([]);
    const call = t.service.next()!;
    expect([call.method, call.params.seq]).toEqual(["getDifference", 0]);
    const events = [1, 2, 3].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    call.answer({ seq: 3, resync: false, events });
    await settle();
    expect([held(), shown().seq]).toEqual([[1, 2, 3, 4], 4]);
    // Missed messages are not announced as new.
    expect(heard).toEqual([4]);
  });

  test("takes the unread count with a gap, even if live frames arrive too late for it", async () => {
    sync.receiveChatFrame(message(3, 3, { unread_count: 3, unread_after: 0 }));
    sync.receiveChatFrame(message(4, 4, { unread_count: 4, unread_after: 0 }));
    const events = [1, 2, 3, 4].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    t.service.next()!.answer({ seq: 4, resync: false, events, unread_count: 4, unread_after: 0 });
    await settle();
    expect([shown().seq, shown().unread_count]).toEqual([4, 4]);
    sync.receiveChatFrame(message(5, 5, { unread_count: 5, unread_after: 0 }));
    expect(shown().unread_count).toBe(5);
  });

  test("applies events again that arrived before their messages, also during a catch-up", async () => {
    sync.receiveChatFrame(message(1, 1));
    sync.receiveChatFrame(message(2, 2));
    t.store.setState(setHistory(CHAT, historyOf({ messages: [said(1, BOB)] })));
    sync.catchUpFrom(CHAT, 1);
    const [first, event] = [t.service.next()!, (seq: number) => ({ seq, kind: "message", message: said(seq, BOB) })];
    expect([first.method, first.params.seq]).toEqual(["getDifference", 1]);
    sync.catchUpFrom(CHAT, 0);
    sync.receiveChatFrame(message(3, 3));
    first.answer({ seq: 2, resync: false, events: [event(2)] });
    await settle();
    expect(held()).toEqual([1, 2, 3]);
    const second = t.service.next()!;
    expect(second.params.seq).toBe(0);
    second.answer({ seq: 3, resync: false, events: [1, 2, 3].map(event) });
    await settle();
    expect([held(), shown().seq, heard]).toEqual([[1, 2, 3], 3, [1, 2, 3]]);
  });

  test("fetches a long gap in parts", async () => {
    sync.receiveChatFrame(message(3, 3));
    t.service.next()!.answer({ seq: 3, resync: false, events: [{ seq: 1, kind: "message", message: said(1, BOB) }] });
    await settle();
    const second = t.service.next()!;
    expect(second.params.seq).toBe(1);
    const rest = [2, 3].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    // Only the last part contains the unread count.
    second.answer({ seq: 3, resync: false, events: rest, unread_count: 3, unread_after: 0 });
    await settle();
    expect([held(), shown().unread_count]).toEqual([[1, 2, 3], 3]);
  });

  test("retries a failed list while connected", async () => {
    const stateAtRequest = sync.refresh();
    t.service.next()!.refuse(new NetworkError("gone"));
    await expect(stateAtRequest).rejects.toThrow("gone");
    t.time.advance(1999);
    expect(t.service.asked).toEqual([]);
    t.time.advance(1);
    t.service.next()!.refuse(new ApiError(429, "Too Many Requests", { retry_after_s: 60 }));
    await settle();
    t.time.advance(59_999);
    expect(t.service.asked).toEqual([]);
    t.time.advance(1);
    t.service.next()!.answer({ seq: 1, chats: [row(CHAT, { unread_count: 7 })] });
    await settle();
    t.time.advance(600_000);
    expect([shown().unread_count, t.service.asked]).toEqual([7, []]);
  });

  test("leaves a failed list to the next connection if this one breaks", async () => {
    const stateAtRequest = sync.refresh();
    t.service.next()!.refuse(new NetworkError("gone"));
    await expect(stateAtRequest).rejects.toThrow("gone");
    t.store.setState({ connection: "connecting" });
    t.time.advance(600_000);
    expect(t.service.asked).toEqual([]);
  });

  test("neither repeats nor forgets a gap whose fetch failed", async () => {
    sync.receiveChatFrame(message(3, 3));
    sync.receiveChatFrame(message(4, 4));
    t.service.next()!.refuse(new ApiError(429, "Too Many Requests", { retry_after_s: 9 }));
    await settle();
    expect(t.service.asked).toEqual([]);
    t.time.advance(9000);
    t.service.next()!.answer({ seq: 4, chats: [row(CHAT, { seq: 4 })] });
    await settle();
    const call = t.service.next()!;
    expect([call.method, call.params.seq]).toEqual(["getDifference", 0]);
    const events = [1, 2, 3, 4].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    call.answer({ seq: 4, resync: false, events });
    await settle();
    expect([held(), shown().seq]).toEqual([[1, 2, 3, 4], 4]);
  });

  test("reloads a chat whose missed events are no longer available", async () => {
    sync.receiveChatFrame(message(900, 3));
    t.service.next()!.answer({ seq: 900, resync: true, events: [] });
    await settle();
    const list = t.service.next()!;
    expect(list.method).toBe("listChats");
    list.answer({ seq: 0, chats: [row(CHAT, { seq: 900, unread_count: 7 })] });
    await settle();
    expect([held(), shown().seq, shown().unread_count]).toEqual([undefined, 900, 7]);
  });

  test("catches up with a loaded chat after a disconnection, and takes other rows as they are", async () => {
    const done = sync.refresh();
    t.service.next()!.answer({ seq: 0, chats: [row(CHAT, { seq: 2 }), row(-5, { seq: 40 })] });
    await done;
    expect(t.store.getState().chats![-5]!.seq).toBe(40);
    const call = t.service.next()!;
    expect([call.method, call.params.chat_id, call.params.seq]).toEqual(["getDifference", CHAT, 0]);
    const events = [1, 2].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    call.answer({ seq: 2, resync: false, events });
    await settle();
    expect([held(), shown().seq]).toEqual([[1, 2], 2]);
  });

  test("takes the unread count of a row that is loaded again", async () => {
    t.store.setState(dropHistory(CHAT));
    for (const count of [0, 2]) {
      const reloading = sync.reloadRow(CHAT);
      const listed = row(CHAT, { seq: count, unread_count: count, last_message: said(count, BOB) });
      t.service.next()!.answer({ seq: 0, chats: [listed] });
      await reloading;
    }
    expect([shown().seq, shown().unread_count]).toEqual([2, 2]);
  });

  describe("a list that is loaded before the connection is open", () => {
    const hello = (seq: number, heads: number, chats = 2) => ({ seq, heads, chats }) as const;
    const list = { seq: 7, chats: [row(CHAT, { seq: 2 }), row(-5, { seq: 40 })], pinned_chats: [] };

    test("is sufficient if nothing has happened since", async () => {
      t.store.setState(dropHistory(CHAT));
      sync.prefetchList();
      t.service.next()!.answer(list);
      await settle();
      t.service.next();
      await sync.onHello(hello(7, 42));
      expect(t.service.next()).toBeUndefined();
    });

    test("is awaited if it arrives after the connection is open", async () => {
      t.store.setState(dropHistory(CHAT));
      sync.prefetchList();
      const opened = sync.onHello(hello(7, 42));
      t.service.next()!.answer(list);
      await opened;
      expect(t.service.next()).toBeUndefined();
    });

    test.each([
      ["something was said", hello(7, 43)],
      ["the person's own things changed", hello(8, 42)],
    ])("is loaded again if %s before the connection was open", async (_what, frame) => {
      sync.prefetchList();
      t.service.next()!.answer(list);
      await settle();
      t.service.next();
      void sync.onHello(frame);
      await settle();
      expect(t.service.next()!.method).toBe("listChats");
    });

    test("is loaded again if it failed", async () => {
      sync.prefetchList();
      t.service.next()!.refuse(new Error("away"));
      void sync.onHello(hello(7, 42));
      await settle();
      expect(t.service.next()!.method).toBe("listChats");
    });

    test("is sufficient for the next connection too, if nothing has happened since", async () => {
      t.store.setState(dropHistory(CHAT));
      sync.prefetchList();
      t.service.next()!.answer(list);
      await sync.onHello(hello(7, 42));
      await sync.onHello(hello(7, 42));
      expect(t.service.next()).toBeUndefined();
    });
  });

  test("does not replace newer state by an older list", async () => {
    const done = sync.refresh();
    sync.receiveChatFrame(message(1, 1, { unread_count: 1, unread_after: 0 }));
    t.service.next()!.answer({ seq: 0, chats: [row(CHAT, { seq: 0 })] });
    await done;
    expect([shown().seq, shown().unread_count, shown().last_message!.message_id]).toEqual([1, 1, 1]);
  });

  test("removes a deleted message from the list", async () => {
    sync.receiveChatFrame(message(1, 1));
    sync.receiveChatFrame(message(2, 2));
    sync.receiveChatFrame({ type: "chat", chat_id: CHAT, seq: 3, kind: "delete", message_id: 2 });
    expect([held(), shown().last_message!.message_id]).toEqual([[1], 1]);
    sync.receiveChatFrame({ type: "chat", chat_id: CHAT, seq: 4, kind: "delete", message_id: 1 });
    t.service.next()!.answer({ seq: 4, messages: [] });
    await settle();
    expect(shown().last_message).toBeUndefined();
  });

  test("applies reading on another screen", () => {
    const read = { type: "chat", chat_id: CHAT, seq: 1, kind: "read", read_up_to: 5 } as const;
    sync.receiveChatFrame({ ...read, user_id: ME.id, unread_count: 0, unread_after: 0 });
    sync.receiveChatFrame({ ...read, seq: 2, user_id: BOB.id, read_up_to: 4 });
    expect([shown().read_up_to, shown().others_read_up_to]).toEqual([5, 4]);
  });

  test("applies delivery on other devices, and never moves it back", () => {
    const delivered = { type: "chat", chat_id: CHAT, kind: "delivered" } as const;
    sync.receiveChatFrame({ ...delivered, seq: 1, user_id: ME.id, delivered_up_to: 5 });
    sync.receiveChatFrame({ ...delivered, seq: 2, user_id: BOB.id, delivered_up_to: 4 });
    sync.receiveChatFrame({ ...delivered, seq: 3, user_id: BOB.id, delivered_up_to: 3 });
    const pointers = { delivered_up_to: 5, others_delivered_up_to: 4 };
    expect(shown()).toMatchObject(pointers);
    t.store.setState(mergeRows([row(CHAT)]));
    expect(shown()).toMatchObject(pointers);
    t.store.setState(mergeRows([row(CHAT, { seq: 9, others_read_up_to: 6 })]));
    expect(shown().others_delivered_up_to).toBeUndefined();
  });

  test("reports received messages from every source", async () => {
    sync.receiveChatFrame(message(1, 1));
    expect(came.splice(0)).toEqual([[CHAT]]);
    const done = sync.refresh();
    t.service.next()!.answer({ seq: 0, chats: [row(CHAT, { seq: 2 }), row(-5)] });
    await done;
    expect(came.splice(0)).toEqual([[CHAT, -5]]);
    t.service.next()!.answer({ seq: 2, resync: false, events: [{ seq: 2, kind: "message", message: said(2, BOB) }] });
    await settle();
    expect(came).toEqual([[CHAT]]);
  });

  test("loads a chat that is not in the list yet", () => {
    sync.receiveChatFrame({ ...message(1, 1), chat_id: 77 });
    expect(t.service.next()!.method).toBe("listChats");
  });

  test("does not replace a draft that was edited after the list was requested", async () => {
    const draft = () => t.store.getState().drafts[CHAT]?.text;
    const list = (saved?: object) => ({
      seq: 1,
      chats: [{ ...row(CHAT), settings: { ...row(CHAT).settings, ...saved } }],
      pinned_chats: [],
    });
    t.store.setState(setDraft(CHAT, { text: "offline" }));
    t.store.setState(setUnsaved(CHAT, true));
    void sync.refresh();
    // Saved, and confirmed, before the list arrives that does not contain it.
    t.store.setState(markSaved(CHAT, 1));
    t.service.next()!.answer(list());
    await settle();
    expect(draft()).toBe("offline");
    void sync.refresh();
    t.store.setState(setDraft(CHAT, { text: "offline, and on" }));
    t.service.next()!.answer(list({ draft: { text: "offline", date: 1, version: 1 } }));
    await settle();
    expect(draft()).toBe("offline, and on");
    void sync.refresh();
    t.service.next()!.answer(list({ draft: { text: "from elsewhere", date: 2 } }));
    await settle();
    expect(draft()).toBe("from elsewhere");
  });
});
