/** What has come to this device: one call for many chats, now and then, and none for what the service knows or hears otherwise. */
import type { User } from "@heliogram/shared/wire.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, ME, row, said, settle, type Asked, type Inside } from "../../tests/kit/web-client.ts";
import { Refusal, Unreachable } from "../api/failure.ts";
import type { ChatRow } from "../store/state.ts";
import { changeChat, takeRows } from "../store/chats.ts";
import { deliveryActions, type DeliveryActions } from "./delivery.ts";

const PAUSE_MS = 500;
const EVERY_MS = 1000;
const AGAIN_MS = 3000;

/** A private chat with somebody, in which they have written one message that is not read. */
function unread(id: number, message_id: number, more: Partial<ChatRow> = {}): ChatRow {
  const user: User = { id, is_bot: false, first_name: "Somebody" };
  const peer = { user, status: "member" } as const;
  return row(id, { peer, unread_count: 1, last_message: said(message_id, user), ...more });
}

describe("what has come to this device", () => {
  let t: Inside;
  let delivery: DeliveryActions;
  beforeEach(() => {
    t = inside();
    delivery = deliveryActions(t);
  });

  const list = (...rows: ChatRow[]) => {
    t.store.setState(takeRows(rows));
    delivery.tellDelivered(rows.map(({ chat }) => chat.id));
  };
  const chatsOf = (call: Asked | undefined) => call?.params.chats;

  test("is told once for a whole list, and not again while nothing new comes", async () => {
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
    delivery.tellDelivered();
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("is told at most every second, however much comes", async () => {
    for (let n = 1; n <= 40; n++) {
      list(unread(2, n));
      t.time.advance(100);
      t.service.asked.at(-1)?.answer(true);
      await settle();
    }
    const told = t.service.asked.map(({ params }) => (params.chats as { message_id: number }[])[0]!.message_id);
    expect(told).toEqual([5, 15, 25, 35]);
  });

  test("is told of a hundred chats at a time", async () => {
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
  ])("is nobody's business where %s", (_what, listed) => {
    list(listed);
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("is told although the person has answered since, on a device that was away", () => {
    list(unread(2, 6, { last_message: said(6, ME) }));
    t.time.advance(PAUSE_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 2, message_id: 6 }]);
  });

  test("what is read at once needs no telling", () => {
    list(unread(2, 5));
    t.store.setState(changeChat(2, (each) => ({ ...each, read_up_to: 5 })));
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("waits until the line is open, so that nothing is asked before the first screen", async () => {
    t.store.setState({ line: "connecting" });
    list(unread(2, 5));
    t.time.advance(10 * EVERY_MS);
    await settle();
    expect(t.service.next()).toBeUndefined();
    t.store.setState({ line: "open" });
    delivery.tellDelivered();
    t.time.advance(PAUSE_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 2, message_id: 5 }]);
  });

  test("what failed is told again, what is refused is not", async () => {
    list(unread(2, 5));
    t.time.advance(PAUSE_MS);
    t.service.next()!.refuse(new Unreachable());
    await settle();
    t.time.advance(AGAIN_MS - 1);
    expect(t.service.next()).toBeUndefined();
    t.time.advance(1);
    t.service.next()!.refuse(new Refusal(400, "Bad Request", {}));
    await settle();
    delivery.tellDelivered();
    t.time.advance(AGAIN_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("what a broken line has swallowed is told when it is back", async () => {
    list(unread(2, 5));
    t.time.advance(PAUSE_MS);
    t.store.setState({ line: "connecting" });
    t.service.next()!.refuse(new Unreachable());
    await settle();
    t.time.advance(10 * AGAIN_MS);
    expect(t.service.next()).toBeUndefined();
    t.store.setState({ line: "open" });
    delivery.tellDelivered();
    t.time.advance(PAUSE_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 2, message_id: 5 }]);
  });

  test("is not told for whoever signs in next", () => {
    list(unread(2, 5));
    t.store.setState({ me: { user: BOB, is_owner: false } });
    t.time.advance(EVERY_MS);
    expect(t.service.next()).toBeUndefined();
  });

  test("what the one before has told of does not keep the next one from telling it", async () => {
    list(unread(3, 5));
    t.time.advance(PAUSE_MS);
    const call = t.service.next()!;
    t.store.setState({ me: { user: BOB, is_owner: false } });
    delivery.tellDelivered();
    call.answer(true);
    await settle();
    t.time.advance(EVERY_MS);
    expect(chatsOf(t.service.next())).toEqual([{ chat_id: 3, message_id: 5 }]);
  });
});
