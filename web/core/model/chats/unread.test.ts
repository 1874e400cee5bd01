/** The unread count, from the server's count and local reads. */
import type { Message } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import type { History } from "../messages/history.ts";
import { unreadNow, type ServerUnread, type LocalReading } from "./unread.ts";

const ME = 1;
const said = (message_id: number, from = 2): Message => ({
  message_id,
  from: { id: from, is_bot: false, first_name: "Somebody" },
  chat: { id: -1, type: "supergroup" },
  date: 0,
  text: "Hello",
});
const held = (from: number, to: number, more: Partial<History> = {}): History => ({
  // Every fifth message is the person's own.
  messages: Array.from({ length: to - from + 1 }, (_, i) => said(from + i, (from + i) % 5 === 0 ? ME : 2)),
  reachesStart: false,
  reachesEnd: true,
  ...more,
});
const told = (unread_count: number, unread_after: number, unread_mentions = 0): ServerUnread => ({
  unread_count,
  unread_after,
  unread_mentions,
});
const seen = (read_up_to: number, history?: History, more: Partial<LocalReading> = {}): LocalReading => ({
  read_up_to,
  last_message: said(20),
  history,
  me: ME,
  isFollowed: false,
  ...more,
});

test.each<[what: string, count: number, told: ServerUnread, seen: LocalReading]>([
  ["what the service told, while nothing was read since", 8, told(8, 10), seen(10)],
  ["what the service told, where it knows better", 3, told(3, 15), seen(10)],
  ["nothing at the end", 0, told(8, 10), seen(10, held(1, 20), { isFollowed: true })],
  ["nothing past the newest message", 0, told(8, 10), seen(20)],
  ["what is held after the place, where the end is held", 4, told(8, 10), seen(15, held(8, 20))],
  ["the same where the place is before the first that is held", 8, told(9, 8), seen(9, held(10, 20))],
  [
    "what is left of the count, where the end is not held",
    96,
    told(100, 10),
    seen(15, held(8, 16, { reachesEnd: false })),
  ],
  ["the count, where what was read is not held", 100, told(100, 5), seen(15, held(8, 16, { reachesEnd: false }))],
  ["the count, of more than is counted", 1000, told(1000, 10), seen(15, held(8, 16, { reachesEnd: false }))],
  ["the count, where nothing is held", 8, told(8, 10), seen(15)],
])("it is %s", (_what, count, counted, at) => {
  expect(unreadNow(counted, at).unread_count).toBe(count);
});

test("mentions are those of the server, and none if nothing is unread", () => {
  expect(unreadNow(told(8, 10, 2), seen(10)).unread_mentions).toBe(2);
  expect(unreadNow(told(8, 10, 2), seen(20)).unread_mentions).toBe(0);
  expect(unreadNow(told(8, 10, 2), seen(10, undefined, { isFollowed: true })).unread_mentions).toBe(0);
});
