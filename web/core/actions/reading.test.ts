/** Reporting reads: once, completely, and again after a failure. */
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, row, settle, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { mergeRows } from "../store/chats.ts";
import { setServerUnread } from "../store/reading.ts";
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

  test("is reported once for messages that are scrolled past", () => {
    for (const message_id of [3, 5, 4]) reading.markRead(CHAT, message_id);
    expect(t.service.next()).toBeUndefined();
    t.time.advance(PAUSE_MS);
    expect(t.service.next()).toMatchObject({ method: "readMessages", params: { chat_id: CHAT, message_id: 5 } });
    expect(t.service.next()).toBeUndefined();
  });

  test("is reported at intervals while it continues", () => {
    for (let message_id = 1; message_id <= 10; message_id++) {
      reading.markRead(CHAT, message_id);
      t.time.advance(PAUSE_MS - 50);
    }
    expect(t.service.asked.map(({ params }) => params.message_id)).toEqual([5, 10]);
  });

  test("makes no unread messages in the followed chat, until it is left", () => {
    const told = { unread_count: 2, unread_mentions: 1, unread_after: 3 };
    reading.setFollowed(CHAT);
    t.store.setState(setServerUnread(CHAT, told));
    t.store.setState(mergeRows([row(CHAT, { unread_count: 2, read_up_to: 3 })]));
    expect(shown()).toMatchObject({ unread_count: 0, unread_mentions: 0 });
    t.store.setState(setServerUnread(CHAT, told));
    reading.setFollowed();
    expect(shown()).toMatchObject({ unread_count: 2, unread_mentions: 1 });
  });

  test("is not undone by an older list", () => {
    reading.markRead(CHAT, 5);
    t.store.setState(mergeRows([row(CHAT, { seq: 9, unread_count: 2, read_up_to: 3 })]));
    expect(shown()).toMatchObject({ seq: 9, read_up_to: 5 });
    t.time.advance(PAUSE_MS);
    expect(t.service.next()!.params).toEqual({ chat_id: CHAT, message_id: 5 });
  });

  test("that a broken connection lost is reported once after the reconnect", async () => {
    reading.markRead(CHAT, 5);
    t.time.advance(PAUSE_MS);
    t.store.setState({ connection: "connecting" });
    t.service.next()!.refuse(new NetworkError());
    await settle();
    reading.reportReading();
    t.time.advance(0);
    const again = t.service.next()!;
    expect(again.params).toEqual({ chat_id: CHAT, message_id: 5 });
    again.answer(true);
    await settle();
    reading.reportReading();
    t.time.advance(0);
    expect(t.service.next()).toBeUndefined();
  });

  test("is not reported before the server's backoff has passed", async () => {
    reading.markRead(CHAT, 5);
    t.time.advance(PAUSE_MS);
    t.service.next()!.refuse(new ApiError(429, "Too Many Requests", { retry_after_s: 60 }));
    await settle();
    t.time.advance(59_999);
    expect(t.service.next()).toBeUndefined();
    t.time.advance(1);
    expect(t.service.next()!.params).toEqual({ chat_id: CHAT, message_id: 5 });
  });

  test("is retried after a failure while connected", async () => {
    reading.markRead(CHAT, 5);
    t.time.advance(PAUSE_MS);
    t.service.next()!.refuse(new NetworkError());
    await settle();
    expect(t.service.next()).toBeUndefined();
    t.time.advance(3000);
    expect(t.service.next()!.params).toEqual({ chat_id: CHAT, message_id: 5 });
  });

  test("is not reported for the next user of the page", () => {
    reading.markRead(CHAT, 5);
    t.store.setState({ me: { user: BOB, is_owner: false } });
    t.time.advance(PAUSE_MS);
    reading.reportReading();
    expect(t.service.next()).toBeUndefined();
  });
});
