/** Reading: told once, told in full whatever else arrives meanwhile, and told again after a broken line. */
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, row, settle, type Inside } from "../../tests/kit/web-client.ts";
import { Refusal, Unreachable } from "../api/failure.ts";
import { takeRows } from "../store/chats.ts";
import { takeCount } from "../store/reading.ts";
import { readingActions, type ReadingActions } from "./reading.ts";

const CHAT = 2;
const PAUSE_MS = 250;

describe("reading", () => {
  let t: Inside;
  let reading: ReadingActions;
  const shown = () => t.store.getState().chats![CHAT]!;

  beforeEach(() => {
    t = inside();
    reading = readingActions(t);
  });

  test("is told once for what is scrolled past", () => {
    for (const message_id of [3, 5, 4]) reading.markRead(CHAT, message_id);
    expect(t.service.next()).toBeUndefined();
    t.time.advance(PAUSE_MS);
    expect(t.service.next()).toMatchObject({ method: "readMessages", params: { chat_id: CHAT, message_id: 5 } });
    expect(t.service.next()).toBeUndefined();
  });

  test("is told now and then while it goes on", () => {
    for (let message_id = 1; message_id <= 10; message_id++) {
      reading.markRead(CHAT, message_id);
      t.time.advance(PAUSE_MS - 50);
    }
    expect(t.service.asked.map(({ params }) => params.message_id)).toEqual([5, 10]);
  });

  test("what is at the end is not counted, and is again when the person goes elsewhere", () => {
    const told = { unread_count: 2, unread_mentions: 1, unread_after: 3 };
    reading.sitAtEnd(CHAT);
    t.store.setState(takeCount(CHAT, told));
    t.store.setState(takeRows([row(CHAT, { unread_count: 2, read_up_to: 3 })]));
    expect(shown()).toMatchObject({ unread_count: 0, unread_mentions: 0 });
    t.store.setState(takeCount(CHAT, told));
    reading.sitAtEnd();
    expect(shown()).toMatchObject({ unread_count: 2, unread_mentions: 1 });
  });

  test("a list that was made before does not take it back", () => {
    reading.markRead(CHAT, 5);
    t.store.setState(takeRows([row(CHAT, { seq: 9, unread_count: 2, read_up_to: 3 })]));
    expect(shown()).toMatchObject({ seq: 9, read_up_to: 5 });
    t.time.advance(PAUSE_MS);
    expect(t.service.next()!.params).toEqual({ chat_id: CHAT, message_id: 5 });
  });

  test("what a broken line has swallowed is told when it is back, and then no more", async () => {
    reading.markRead(CHAT, 5);
    t.time.advance(PAUSE_MS);
    t.store.setState({ line: "connecting" });
    t.service.next()!.refuse(new Unreachable());
    await settle();
    reading.tellReading();
    t.time.advance(0);
    const again = t.service.next()!;
    expect(again.params).toEqual({ chat_id: CHAT, message_id: 5 });
    again.answer(true);
    await settle();
    reading.tellReading();
    t.time.advance(0);
    expect(t.service.next()).toBeUndefined();
  });

  test("what the service asks to wait for is told no sooner", async () => {
    reading.markRead(CHAT, 5);
    t.time.advance(PAUSE_MS);
    t.service.next()!.refuse(new Refusal(429, "Too Many Requests", { retry_after_s: 60 }));
    await settle();
    t.time.advance(59_999);
    expect(t.service.next()).toBeUndefined();
    t.time.advance(1);
    expect(t.service.next()!.params).toEqual({ chat_id: CHAT, message_id: 5 });
  });

  test("what failed while the line stood is tried again", async () => {
    reading.markRead(CHAT, 5);
    t.time.advance(PAUSE_MS);
    t.service.next()!.refuse(new Unreachable());
    await settle();
    expect(t.service.next()).toBeUndefined();
    t.time.advance(3000);
    expect(t.service.next()!.params).toEqual({ chat_id: CHAT, message_id: 5 });
  });

  test("is not told for whoever signs in next", () => {
    reading.markRead(CHAT, 5);
    t.store.setState({ me: { user: BOB, is_owner: false } });
    t.time.advance(PAUSE_MS);
    reading.tellReading();
    expect(t.service.next()).toBeUndefined();
  });
});
