/** Delivery reports: one call for many chats, at intervals, and none for what the server knows already. */
import type { User } from "@heliogram/shared/wire.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, ME, row, said, settle, type Asked, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import type { ChatRow } from "../store/state.ts";
import { updateChat, mergeRows } from "../store/chats.ts";
import { deliveryActions, type DeliveryActions } from "./delivery.ts";

const PAUSE_MS = 500;
const EVERY_MS = 1000;
const AGAIN_MS = 3000;

/** A private chat in which the other person wrote one message that is not read yet. */
function unread(id: number, message_id: number, more: Partial<ChatRow> = {}): ChatRow {
  const user: User = { id, is_bot: false, first_name: "Somebody" };
  const peer = { user, status: "member" } as const;
  return row(id, { peer, unread_count: 1, last_message: said(message_id, user), ...more });
}

describe("delivery reports", () => {
  let t: Inside;
  let delivery: DeliveryActions;
  beforeEach(() => {
    t = inside();
    delivery = deliveryActions(t);
  });

  const list = (...rows: ChatRow[]) => {
    t.store.setState(mergeRows(rows));
    delivery.reportDelivered(rows.map(({ chat }) => chat.id));
  };
  const chatsOf = (call: Asked | undefined) => call?.params.chats;

  test("cover the whole list in one call, and are not repeated without new messages", async () => {
    list(unread(2, 5), unread(3, 7));
    expect(t.service.next()).toBeUndefined();
    t.time.advance(PAUSE_MS);
    const call = t.service.next()!;
    expect([call.method, chatsOf(call)]).toEqual([
      "markDelivered",
      [
        { chat_id: 2, message_id: 5 },
        { chat_id: 3, message_id: 7 },
      ],
    ]);
    call.answer(true);
    await settle();
    delivery.reportDelivered();
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("are sent at most every second", async () => {
    for (let n = 1; n <= 40; n++) {
      list(unread(2, n));
      t.time.advance(100);
      t.service.asked.at(-1)?.answer(true);
      await settle();
    }
    const told = t.service.asked.map(({ params }) => (params.chats as { message_id: number }[])[0]!.message_id);
    expect(told).toEqual([5, 15, 25, 35]);
  });

  test("contain at most a hundred chats", async () => {
    list(...Array.from({ length: 250 }, (_, i) => unread(1000 + i, 1)));
    const sizes: number[] = [];
    for (let n = 0; n < 5; n++) {
      t.time.advance(EVERY_MS);
      const call = t.service.next();
      if (call) sizes.push((chatsOf(call) as unknown[]).length);
      call?.answer(true);
      await settle();
    }
    expect(sizes).toEqual([100, 100, 50]);
  });

  const bot: User = { id: 2, is_bot: true, first_name: "Bot" };
  test.each([
    ["a bot has written", unread(2, 5, { peer: { user: bot, status: "member" } })],
    ["a group's members have", row(-5, { unread_count: 3, last_message: said(5, BOB) })],
    ["the person has, and nothing is unread", unread(2, 5, { unread_count: 0, last_message: said(5, ME) })],
    ["another device has told of", unread(2, 5, { delivered_up_to: 5 })],
    ["is read", unread(2, 5, { read_up_to: 5 })],
  ])("are not sent where %s", (_what, listed) => {
    list(listed);
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("are sent although the person replied on another device", () => {
    list(unread(2, 6, { last_message: said(6, ME) }));
    t.time.advance(PAUSE_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 2, message_id: 6 }]);
  });

  test("are not needed for messages that are read at once", () => {
    list(unread(2, 5));
    t.store.setState(updateChat(2, (each) => ({ ...each, read_up_to: 5 })));
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("wait for the connection, so that the first screen loads first", async () => {
    t.store.setState({ connection: "connecting" });
    list(unread(2, 5));
    t.time.advance(10 * EVERY_MS);
    await settle();
    expect(t.service.next()).toBeUndefined();
    t.store.setState({ connection: "open" });
    delivery.reportDelivered();
    t.time.advance(PAUSE_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 2, message_id: 5 }]);
  });

  test("are retried after a failure, but not after a rejection", async () => {
    list(unread(2, 5));
    t.time.advance(PAUSE_MS);
    t.service.next()!.refuse(new NetworkError());
    await settle();
    t.time.advance(AGAIN_MS - 1);
    expect(t.service.next()).toBeUndefined();
    t.time.advance(1);
    t.service.next()!.refuse(new ApiError(400, "Bad Request", {}));
    await settle();
    delivery.reportDelivered();
    t.time.advance(AGAIN_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("that a broken connection lost are sent after the reconnect", async () => {
    list(unread(2, 5));
    t.time.advance(PAUSE_MS);
    t.store.setState({ connection: "connecting" });
    t.service.next()!.refuse(new NetworkError());
    await settle();
    t.time.advance(10 * AGAIN_MS);
    expect(t.service.next()).toBeUndefined();
    t.store.setState({ connection: "open" });
    delivery.reportDelivered();
    t.time.advance(PAUSE_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 2, message_id: 5 }]);
  });

  test("are not sent for the next user of the page", () => {
    list(unread(2, 5));
    t.store.setState({ me: { user: BOB, is_owner: false } });
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("of an earlier user do not suppress those of the next", async () => {
    list(unread(3, 5));
    t.time.advance(PAUSE_MS);
    const call = t.service.next()!;
    t.store.setState({ me: { user: BOB, is_owner: false } });
    delivery.reportDelivered();
    call.answer(true);
    await settle();
    t.time.advance(EVERY_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 3, message_id: 5 }]);
  });
});
