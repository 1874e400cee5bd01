/** Loading the chat list: the first page before the others, and later only what changed. */
import { beforeEach, expect, test } from "vitest";
import { BOB, inside, row, said, settle, type Asked, type Inside } from "../../../tests/support/web-client.ts";
import { NetworkError } from "../api/errors.ts";
import type { ChatRow } from "../store/state.ts";
import { Sync } from "./sync.ts";

let t: Inside;
let sync: Sync;
let came: number[];
beforeEach(() => {
  t = inside();
  t.store.setState({ chats: undefined, list_complete: false });
  came = [];
  sync = new Sync(
    t,
    () => {},
    (chat_ids) => came.push(...chat_ids),
  );
});

const state = () => t.store.getState();
const held = () => Object.keys(state().chats ?? {}).map(Number);
const groups = (from: number, count: number) => Array.from({ length: count }, (_, i) => row(-from - i, { seq: 1 }));
const list = (chats: readonly ChatRow[], seq: number, more = {}) => ({ seq, chats, pinned_chats: [], ...more });
const next = () => t.service.next() as Asked;

/** Loads three chats, each at event 1, with the account at event 7. */
async function begun(): Promise<void> {
  sync.prefetchList();
  next().answer(list(groups(1, 3), 7, { more: false }));
  await settle();
  expect(state().list_complete).toBe(true);
}

test("the first page is shown before the others, and the list is known to be incomplete", async () => {
  sync.prefetchList();
  const first = next();
  expect(first.params).toEqual({ limit: 50 });
  first.answer(list(groups(1, 50), 7, { more: true }));
  await settle();
  expect([held().length, state().list_complete]).toEqual([50, false]);
  const rest = next();
  expect(rest.params).toMatchObject({ seq: 7, limit: 500 });
  expect(rest.params.known).toHaveLength(50);
  rest.answer(list(groups(51, 10), 8, { more: false, gone: [-1], reset: false }));
  await settle();
  expect([held().length, state().list_complete, t.service.asked]).toEqual([59, true, []]);
});

test("after a disconnection without events nothing is requested", async () => {
  await begun();
  await sync.onHello({ seq: 7, heads: 3, chats: 3 });
  sync.receiveChatFrame({ type: "chat", chat_id: -1, seq: 2, kind: "message", message: said(5, BOB) });
  sync.advanceAccountSeq(8);
  await sync.onHello({ seq: 8, heads: 4, chats: 3 });
  expect(t.service.asked).toEqual([]);
});

test.each([
  ["a chat has moved", { seq: 7, heads: 4, chats: 3 }],
  ["the person's own things changed", { seq: 8, heads: 3, chats: 3 }],
  ["a chat has gone, and another has moved by as much", { seq: 7, heads: 3, chats: 2 }],
])("after a disconnection in which %s, only what changed is loaded", async (_what, standing) => {
  await begun();
  const before = state().chats!;
  came = [];
  const opened = sync.onHello(standing);
  await settle();
  const call = next();
  expect(call.params).toEqual({
    known: expect.arrayContaining([
      [-1, 1],
      [-2, 1],
      [-3, 1],
    ]),
    limit: 500,
    seq: 7,
  });
  call.answer(list([row(-1, { seq: 2 })], 8, { more: false, gone: [-3], reset: false }));
  await opened;
  expect([held().sort(), came, state().chats![-2]]).toEqual([[-1, -2], [-1], before[-2]]);
  expect(state().chats![-2]).toBe(before[-2]);
});

test("after a long absence everything is loaded, and chats that are missing are removed", async () => {
  await begun();
  const opened = sync.onHello({ seq: 900, heads: 90, chats: 2 });
  await settle();
  next().answer(list(groups(2, 2), 900, { more: true, gone: [], reset: true }));
  await settle();
  expect(held()).toHaveLength(3);
  const rest = next();
  expect(rest.params.known).toHaveLength(2);
  rest.answer(list([row(9)], 900, { more: false, gone: [], reset: false }));
  await opened;
  expect(held().sort((a, b) => a - b)).toEqual([-3, -2, 9]);
});

test("changed rights are loaded for that chat only, and retried after a failure", async () => {
  await begun();
  const stateAtRequest = sync.reloadRow(-2);
  const call = next();
  expect(call.params).toEqual({ chat_ids: [-2] });
  call.refuse(new NetworkError("gone"));
  await expect(stateAtRequest).rejects.toThrow("gone");
  // A new connection opens, and nothing has happened.
  const opened = sync.onHello({ seq: 7, heads: 3, chats: 3 });
  await settle();
  const again = next();
  expect((again.params.known as number[][]).map(([id]) => id).sort()).toEqual([-1, -3]);
  again.answer(list([row(-2, { seq: 1, member_count: 9 })], 7, { more: false, gone: [], reset: false }));
  await opened;
  expect(state().chats![-2]!.member_count).toBe(9);
  await sync.onHello({ seq: 7, heads: 3, chats: 3 });
  expect(t.service.asked).toEqual([]);
});

test("a frame that arrives during a load does not hide a missed event", async () => {
  sync.prefetchList();
  const first = next();
  // Since the list was loaded, a chat got an event that the list lacks.
  const opened = sync.onHello({ seq: 7, heads: 4, chats: 3 });
  first.answer(list(groups(1, 3), 7, { more: false }));
  await Promise.resolve();
  // Another chat got an event after the connection was opened, so the sums are equal.
  t.store.setState({ chats: Object.fromEntries(groups(1, 3).map((each) => [each.chat.id, each])) });
  sync.receiveChatFrame({ type: "chat", chat_id: -1, seq: 2, kind: "message", message: said(5, BOB) });
  await settle();
  const missed = next();
  expect([missed.method, missed.params.seq]).toEqual(["listChats", 7]);
  missed.answer(list([row(-2, { seq: 2 })], 7, { more: false, gone: [], reset: false }));
  await opened;
  expect(state().chats![-2]!.seq).toBe(2);
});

test("the rows of many chats are requested together, one call at a time", async () => {
  await begun();
  for (const id of [-1, -2, -3, -2]) void sync.reloadRow(id);
  const call = next();
  expect([call.params, t.service.asked]).toEqual([{ chat_ids: [-1] }, []]);
  call.answer(list([row(-1, { seq: 1 })], 7));
  await settle();
  const others = next();
  expect(others.params).toEqual({ chat_ids: [-2, -3] });
  // The person has left one of them.
  others.answer(list([row(-2, { seq: 1 })], 7));
  await settle();
  expect([held().sort(), t.service.asked]).toEqual([[-1, -2], []]);
});
