/** Reading the list: its first rows before the others, and then what changed alone. */
import { beforeEach, expect, test } from "vitest";
import { BOB, inside, row, said, settle, type Asked, type Inside } from "../../tests/kit/web-client.ts";
import { Unreachable } from "../api/failure.ts";
import type { ChatRow } from "../store/state.ts";
import { Sync } from "./sync.ts";

let t: Inside;
let sync: Sync;
let came: number[];
beforeEach(() => {
  t = inside();
  t.store.setState({ chats: undefined, list_whole: false });
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

/** Three chats, each at its first event, and the person's own news at the seventh. */
async function begun(): Promise<void> {
  sync.begin();
  next().answer(list(groups(1, 3), 7, { more: false }));
  await settle();
  expect(state().list_whole).toBe(true);
}

test("the first rows are shown before the others have come, and it is known that there are others", async () => {
  sync.begin();
  const first = next();
  expect(first.params).toEqual({ limit: 50 });
  first.answer(list(groups(1, 50), 7, { more: true }));
  await settle();
  expect([held().length, state().list_whole]).toEqual([50, false]);
  const rest = next();
  expect(rest.params).toMatchObject({ seq: 7, limit: 500 });
  expect(rest.params.known).toHaveLength(50);
  rest.answer(list(groups(51, 10), 8, { more: false, gone: [-1], reset: false }));
  await settle();
  expect([held().length, state().list_whole, t.service.asked]).toEqual([59, true, []]);
});

test("after a break without news nothing is asked for", async () => {
  await begun();
  await sync.opened({ seq: 7, heads: 3, chats: 3 });
  sync.takeChatFrame({ type: "chat", chat_id: -1, seq: 2, kind: "message", message: said(5, BOB) });
  sync.heardNews(8);
  await sync.opened({ seq: 8, heads: 4, chats: 3 });
  expect(t.service.asked).toEqual([]);
});

test.each([
  ["a chat has moved", { seq: 7, heads: 4, chats: 3 }],
  ["the person's own things changed", { seq: 8, heads: 3, chats: 3 }],
  ["a chat has gone, and another has moved by as much", { seq: 7, heads: 3, chats: 2 }],
])("after a break in which %s, only what changed is taken", async (_what, standing) => {
  await begun();
  const before = state().chats!;
  came = [];
  const opened = sync.opened(standing);
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

test("who was away for too long reads everything, and what is not told of is there no longer", async () => {
  await begun();
  const opened = sync.opened({ seq: 900, heads: 90, chats: 2 });
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

test("what the person may do now is asked for of that chat alone, and not forgotten where no answer comes", async () => {
  await begun();
  const asked = sync.reread(-2);
  const call = next();
  expect(call.params).toEqual({ chat_ids: [-2] });
  call.refuse(new Unreachable("gone"));
  await expect(asked).rejects.toThrow("gone");
  // Another line opens, and nothing has happened.
  const opened = sync.opened({ seq: 7, heads: 3, chats: 3 });
  await settle();
  const again = next();
  expect((again.params.known as number[][]).map(([id]) => id).sort()).toEqual([-1, -3]);
  again.answer(list([row(-2, { seq: 1, member_count: 9 })], 7, { more: false, gone: [], reset: false }));
  await opened;
  expect(state().chats![-2]!.member_count).toBe(9);
  await sync.opened({ seq: 7, heads: 3, chats: 3 });
  expect(t.service.asked).toEqual([]);
});

test("a frame that comes while the list is read does not hide what is missed", async () => {
  sync.begin();
  const first = next();
  // Since the list was read, a chat has got an event that it lacks.
  const opened = sync.opened({ seq: 7, heads: 4, chats: 3 });
  first.answer(list(groups(1, 3), 7, { more: false }));
  await Promise.resolve();
  // Another has got one since the line is open: now the sum is the same.
  t.store.setState({ chats: Object.fromEntries(groups(1, 3).map((each) => [each.chat.id, each])) });
  sync.takeChatFrame({ type: "chat", chat_id: -1, seq: 2, kind: "message", message: said(5, BOB) });
  await settle();
  const missed = next();
  expect([missed.method, missed.params.seq]).toEqual(["listChats", 7]);
  missed.answer(list([row(-2, { seq: 2 })], 7, { more: false, gone: [], reset: false }));
  await opened;
  expect(state().chats![-2]!.seq).toBe(2);
});

test("the rows of many chats are asked for together, one call at a time", async () => {
  await begun();
  for (const id of [-1, -2, -3, -2]) void sync.reread(id);
  const call = next();
  expect([call.params, t.service.asked]).toEqual([{ chat_ids: [-1] }, []]);
  call.answer(list([row(-1, { seq: 1 })], 7));
  await settle();
  const others = next();
  expect(others.params).toEqual({ chat_ids: [-2, -3] });
  // The person is in one of them no longer.
  others.answer(list([row(-2, { seq: 1 })], 7));
  await settle();
  expect([held().sort(), t.service.asked]).toEqual([[-1, -2], []]);
});
