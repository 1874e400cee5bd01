/** Following chats: nothing twice, nothing missed, whatever the line does. */
import type { Frame } from "@heliogram/shared/frames.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, ME, row, said, settle, type Inside } from "../../tests/kit/web-client.ts";
import { Refusal, Unreachable } from "../api/failure.ts";
import { startedWith } from "../model/history.ts";
import { setDraft, setSaved, setUnsaved } from "../store/drafts.ts";
import { takeRows } from "../store/chats.ts";
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
    t.store.setState(setHistory(CHAT, startedWith([], 50)));
  });
  const held = () => t.store.getState().histories[CHAT]?.messages.map(({ message_id }) => message_id);
  const shown = () => t.store.getState().chats![CHAT]!;

  test("what comes in order is shown, with the service's count", () => {
    sync.takeChatFrame(message(1, 1, { unread_count: 1, unread_after: 0 }));
    sync.takeChatFrame(message(2, 2, { unread_count: 2, unread_after: 0 }));
    expect([held(), shown().unread_count, shown().last_message!.message_id]).toEqual([[1, 2], 2, 2]);
    expect(heard).toEqual([1, 2]);
  });

  test("what has been seen is passed over", () => {
    sync.takeChatFrame(message(1, 1));
    sync.takeChatFrame(message(1, 1));
    expect([held(), heard]).toEqual([[1], [1]]);
  });

  test("a gap is asked for, and what comes meanwhile waits its turn", async () => {
    sync.takeChatFrame(message(3, 3));
    sync.takeChatFrame(message(4, 4));
    expect(held()).toEqual([]);
    const call = t.service.next()!;
    expect([call.method, call.params.seq]).toEqual(["getDifference", 0]);
    const events = [1, 2, 3].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    call.answer({ seq: 3, resync: false, events });
    await settle();
    expect([held(), shown().seq]).toEqual([[1, 2, 3, 4], 4]);
    // What was missed is not read out as if it had just been said.
    expect(heard).toEqual([4]);
  });

  test("what is unread is told with a gap, also where live frames come too late to tell it", async () => {
    sync.takeChatFrame(message(3, 3, { unread_count: 3, unread_after: 0 }));
    sync.takeChatFrame(message(4, 4, { unread_count: 4, unread_after: 0 }));
    const events = [1, 2, 3, 4].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    t.service.next()!.answer({ seq: 4, resync: false, events, unread_count: 4, unread_after: 0 });
    await settle();
    expect([shown().seq, shown().unread_count]).toEqual([4, 4]);
    sync.takeChatFrame(message(5, 5, { unread_count: 5, unread_after: 0 }));
    expect(shown().unread_count).toBe(5);
  });

  test("events from before the messages came are asked for once more, also while others are", async () => {
    sync.takeChatFrame(message(1, 1));
    sync.takeChatFrame(message(2, 2));
    t.store.setState(setHistory(CHAT, startedWith([said(1, BOB)], 50)));
    sync.catchUpFrom(CHAT, 1);
    const [first, event] = [t.service.next()!, (seq: number) => ({ seq, kind: "message", message: said(seq, BOB) })];
    expect([first.method, first.params.seq]).toEqual(["getDifference", 1]);
    sync.catchUpFrom(CHAT, 0);
    sync.takeChatFrame(message(3, 3));
    first.answer({ seq: 2, resync: false, events: [event(2)] });
    await settle();
    expect(held()).toEqual([1, 2, 3]);
    const second = t.service.next()!;
    expect(second.params.seq).toBe(0);
    second.answer({ seq: 3, resync: false, events: [1, 2, 3].map(event) });
    await settle();
    expect([held(), shown().seq, heard]).toEqual([[1, 2, 3], 3, [1, 2, 3]]);
  });

  test("a long gap is asked for in pieces", async () => {
    sync.takeChatFrame(message(3, 3));
    t.service.next()!.answer({ seq: 3, resync: false, events: [{ seq: 1, kind: "message", message: said(1, BOB) }] });
    await settle();
    const second = t.service.next()!;
    expect(second.params.seq).toBe(1);
    const rest = [2, 3].map((seq) => ({ seq, kind: "message", message: said(seq, BOB) }));
    // The last piece alone tells what is unread.
    second.answer({ seq: 3, resync: false, events: rest, unread_count: 3, unread_after: 0 });
    await settle();
    expect([held(), shown().unread_count]).toEqual([[1, 2, 3], 3]);
  });

  test("a list that does not come is asked for again, as long as the line is there", async () => {
    const asked = sync.refresh();
    t.service.next()!.refuse(new Unreachable("gone"));
    await expect(asked).rejects.toThrow("gone");
    t.time.advance(1999);
    expect(t.service.asked).toEqual([]);
    t.time.advance(1);
    t.service.next()!.refuse(new Refusal(429, "Too Many Requests", { retry_after_s: 60 }));
    await settle();
    t.time.advance(59_999);
    expect(t.service.asked).toEqual([]);
    t.time.advance(1);
    t.service.next()!.answer({ seq: 1, chats: [row(CHAT, { unread_count: 7 })] });
    await settle();
    t.time.advance(600_000);
    expect([shown().unread_count, t.service.asked]).toEqual([7, []]);
  });

  test("a list that does not come is left to the next line when this one breaks", async () => {
    const asked = sync.refresh();
    t.service.next()!.refuse(new Unreachable("gone"));
    await expect(asked).rejects.toThrow("gone");
    t.store.setState({ line: "connecting" });
    t.time.advance(600_000);
    expect(t.service.asked).toEqual([]);
  });

  test("a gap that cannot be asked for is neither asked for over and over nor forgotten", async () => {
    sync.takeChatFrame(message(3, 3));
    sync.takeChatFrame(message(4, 4));
    t.service.next()!.refuse(new Refusal(429, "Too Many Requests", { retry_after_s: 9 }));
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

  test("a gap that is no longer kept begins the chat anew", async () => {
    sync.takeChatFrame(message(900, 3));
    t.service.next()!.answer({ seq: 900, resync: true, events: [] });
    await settle();
    const list = t.service.next()!;
    expect(list.method).toBe("listChats");
    list.answer({ seq: 0, chats: [row(CHAT, { seq: 900, unread_count: 7 })] });
    await settle();
    expect([held(), shown().seq, shown().unread_count]).toEqual([undefined, 900, 7]);
  });

  test("after a break, a chat that is held is caught up with, and others are taken as they stand", async () => {
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

  describe("a list that is asked for while the line is still being opened", () => {
    const hello = (seq: number, heads: number, chats = 2) => ({ seq, heads, chats }) as const;
    const list = { seq: 7, chats: [row(CHAT, { seq: 2 }), row(-5, { seq: 40 })], pinned_chats: [] };

    test("is all there is to ask for, if nothing has happened since", async () => {
      t.store.setState(dropHistory(CHAT));
      sync.begin();
      t.service.next()!.answer(list);
      await settle();
      t.service.next();
      await sync.opened(hello(7, 42));
      expect(t.service.next()).toBeUndefined();
    });

    test("is waited for, when it comes after the line is open", async () => {
      t.store.setState(dropHistory(CHAT));
      sync.begin();
      const opened = sync.opened(hello(7, 42));
      t.service.next()!.answer(list);
      await opened;
      expect(t.service.next()).toBeUndefined();
    });

    test.each([
      ["something was said", hello(7, 43)],
      ["the person's own things changed", hello(8, 42)],
    ])("is read anew, if %s before the line was open", async (_what, frame) => {
      sync.begin();
      t.service.next()!.answer(list);
      await settle();
      t.service.next();
      void sync.opened(frame);
      await settle();
      expect(t.service.next()!.method).toBe("listChats");
    });

    test("is asked for again, if it failed", async () => {
      sync.begin();
      t.service.next()!.refuse(new Error("away"));
      void sync.opened(hello(7, 42));
      await settle();
      expect(t.service.next()!.method).toBe("listChats");
    });

    test("does for the next opening of the line as well, if nothing has happened since", async () => {
      t.store.setState(dropHistory(CHAT));
      sync.begin();
      t.service.next()!.answer(list);
      await sync.opened(hello(7, 42));
      await sync.opened(hello(7, 42));
      expect(t.service.next()).toBeUndefined();
    });
  });

  test("a list that is older than what has come does not turn time back", async () => {
    const done = sync.refresh();
    sync.takeChatFrame(message(1, 1, { unread_count: 1, unread_after: 0 }));
    t.service.next()!.answer({ seq: 0, chats: [row(CHAT, { seq: 0 })] });
    await done;
    expect([shown().seq, shown().unread_count, shown().last_message!.message_id]).toEqual([1, 1, 1]);
  });

  test("the list does not go on showing what was deleted", async () => {
    sync.takeChatFrame(message(1, 1));
    sync.takeChatFrame(message(2, 2));
    sync.takeChatFrame({ type: "chat", chat_id: CHAT, seq: 3, kind: "delete", message_id: 2 });
    expect([held(), shown().last_message!.message_id]).toEqual([[1], 1]);
    sync.takeChatFrame({ type: "chat", chat_id: CHAT, seq: 4, kind: "delete", message_id: 1 });
    t.service.next()!.answer({ seq: 4, messages: [] });
    await settle();
    expect(shown().last_message).toBeUndefined();
  });

  test("reading elsewhere is reading here", () => {
    const read = { type: "chat", chat_id: CHAT, seq: 1, kind: "read", read_up_to: 5 } as const;
    sync.takeChatFrame({ ...read, user_id: ME.id, unread_count: 0, unread_after: 0 });
    sync.takeChatFrame({ ...read, seq: 2, user_id: BOB.id, read_up_to: 4 });
    expect([shown().read_up_to, shown().others_read_up_to]).toEqual([5, 4]);
  });

  test("what is delivered elsewhere, and to the other one, is shown, and never goes back", () => {
    const delivered = { type: "chat", chat_id: CHAT, kind: "delivered" } as const;
    sync.takeChatFrame({ ...delivered, seq: 1, user_id: ME.id, delivered_up_to: 5 });
    sync.takeChatFrame({ ...delivered, seq: 2, user_id: BOB.id, delivered_up_to: 4 });
    sync.takeChatFrame({ ...delivered, seq: 3, user_id: BOB.id, delivered_up_to: 3 });
    const pointers = { delivered_up_to: 5, others_delivered_up_to: 4 };
    expect(shown()).toMatchObject(pointers);
    t.store.setState(takeRows([row(CHAT)]));
    expect(shown()).toMatchObject(pointers);
    t.store.setState(takeRows([row(CHAT, { seq: 9, others_read_up_to: 6 })]));
    expect(shown().others_delivered_up_to).toBeUndefined();
  });

  test("messages are said to have come, by whichever way", async () => {
    sync.takeChatFrame(message(1, 1));
    expect(came.splice(0)).toEqual([[CHAT]]);
    const done = sync.refresh();
    t.service.next()!.answer({ seq: 0, chats: [row(CHAT, { seq: 2 }), row(-5)] });
    await done;
    expect(came.splice(0)).toEqual([[CHAT, -5]]);
    t.service.next()!.answer({ seq: 2, resync: false, events: [{ seq: 2, kind: "message", message: said(2, BOB) }] });
    await settle();
    expect(came).toEqual([[CHAT]]);
  });

  test("a chat that is not in the list yet is asked for", () => {
    sync.takeChatFrame({ ...message(1, 1), chat_id: 77 });
    expect(t.service.next()!.method).toBe("listChats");
  });

  test("a list that was asked for before does not take back what was written meanwhile", async () => {
    const draft = () => t.store.getState().drafts[CHAT]?.text;
    const list = (saved?: object) => ({
      seq: 1,
      chats: [{ ...row(CHAT), settings: { ...row(CHAT).settings, ...saved } }],
      pinned_chats: [],
    });
    t.store.setState(setDraft(CHAT, { text: "offline" }));
    t.store.setState(setUnsaved(CHAT, true));
    void sync.refresh();
    // Saved, and told to be, before the list comes that knows nothing of it.
    t.store.setState(setSaved(CHAT, 1));
    t.service.next()!.answer(list());
    await settle();
    expect(draft()).toBe("offline");
    void sync.refresh();
    t.store.setState(setDraft(CHAT, { text: "offline, and on" }));
    t.service.next()!.answer(list({ draft: { text: "offline", date: 1 } }));
    await settle();
    expect(draft()).toBe("offline, and on");
    void sync.refresh();
    t.service.next()!.answer(list({ draft: { text: "from elsewhere", date: 2 } }));
    await settle();
    expect(draft()).toBe("from elsewhere");
  });
});
