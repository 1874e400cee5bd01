/** Incremental rows stay the same objects. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outgoing } from "./outgoing.ts";
import { rowsOf, type Row, type RowsInput } from "./rows.ts";
import { incrementalRows } from "./incremental-rows.ts";

const ALICE: User = { id: 1, is_bot: false, first_name: "Alice" };
const BOB: User = { id: 2, is_bot: false, first_name: "Bob" };

const said = (message_id: number, from: User): Message => ({
  message_id,
  from,
  chat: { id: -1, type: "supergroup" },
  date: message_id,
  text: `m${message_id}`,
});

const dayOf = () => 0;
const rows = (messages: readonly Message[], more: Partial<RowsInput> = {}): RowsInput => {
  return {
    messages: [...messages],
    outgoing: [],
    me: ALICE,
    reachesStart: true,
    unread_after: undefined,
    dayOf,
    ...more,
  };
};

/** The rows that are different objects than before. */
function changed(before: readonly Row[], now: readonly Row[]): string[] {
  return now.filter((row) => !before.includes(row)).map(({ key }) => key);
}

test("a new message changes its own row, and the one it continues", () => {
  const steady = incrementalRows();
  const messages = [said(1, BOB), said(2, ALICE), said(3, BOB)];
  const before = steady(rows(messages));
  messages.push(said(4, BOB));
  const goesOn = steady(rows(messages));
  expect(changed(before, goesOn)).toEqual(["m3", "m4"]);
  messages.push(said(5, ALICE));
  expect(changed(goesOn, steady(rows(messages)))).toEqual(["m5"]);
});

test("an edit changes one row", () => {
  const steady = incrementalRows();
  const messages = [said(1, BOB), said(2, ALICE), said(3, BOB)];
  const before = steady(rows(messages));
  const now = steady(rows(messages.with(1, { ...messages[1]!, text: "other" })));
  expect(changed(before, now)).toEqual(["m2"]);
});

test("an album that grows, and a message that goes away", () => {
  const steady = incrementalRows();
  const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
  const part = (id: number): Message => ({ ...said(id, BOB), photo, media_group_id: "7" });
  const messages = [said(1, ALICE), part(2)];
  const before = steady(rows(messages));
  const grown = steady(rows([...messages, part(3)]));
  expect(changed(before, grown)).toEqual(["m2"]);
  expect(steady(rows([messages[0]!])).map(({ key }) => key)).toEqual(before.slice(0, 2).map(({ key }) => key));
});

test("an album across midnight, of which the last part is unread", () => {
  const incremental = incrementalRows();
  const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
  const part = (id: number): Message => ({ ...said(id, BOB), photo, media_group_id: "7" });
  const more = { unread_after: 2, dayOf: (at_ms: number) => (at_ms < 2000 ? 0 : 1) };
  incremental(rows([part(1), part(2)], more));
  const input = rows([part(1), part(2), part(3)], more);
  const now = incremental(input);
  expect(now).toEqual(rowsOf(input));
  expect(now.map(({ key }) => key)).toEqual(["day0", "m1", "day1", "unread", "m2"]);
});

test("an unread line above a row ends the row before it", () => {
  const incremental = incrementalRows();
  const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
  const part = (id: number): Message => ({ ...said(id, BOB), photo, media_group_id: "7" });
  const messages = [said(1, ALICE), said(2, BOB), part(3)];
  const more = { unread_after: 3 };
  incremental(rows(messages, more));
  const input = rows([...messages, part(4)], more);
  const now = incremental(input);
  expect(now).toEqual(rowsOf(input));
  expect(now.find(({ key }) => key === "m2")).toMatchObject({ last: true });
});

test("incremental rows equal rows built from scratch", () => {
  const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
  const message = fc.record({
    from: fc.constantFrom(ALICE, BOB),
    date: fc.integer({ min: 0, max: 5000 }),
    media_group_id: fc.option(fc.constantFrom("1", "2"), { nil: undefined, freq: 4 }),
    came: fc.option(fc.constantFrom(ALICE, BOB), { nil: undefined, freq: 2 }),
  });
  const change = fc.record({
    at: fc.nat(40),
    removed: fc.nat(3),
    put: fc.array(message, { maxLength: 4 }),
    reachesStart: fc.boolean(),
    unread_after: fc.option(fc.nat(40), { nil: undefined, freq: 5 }),
    sent: fc.nat(2),
  });
  const outgoing = Array.from({ length: 2 }, (_, i): Outgoing => {
    return { key: `key${i}`, chat_id: -1, at_ms: 5_000_000, text: "out", state: "waiting" };
  });
  const byDay = (at_ms: number) => Math.floor(at_ms / 1_000_000);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const steady = incrementalRows();
      let messages: Message[] = [];
      let id = 0;
      for (const { at, removed, put, reachesStart, unread_after, sent } of changes) {
        const more = put.map(({ media_group_id, came, ...rest }): Message => {
          const album = media_group_id === undefined ? {} : { media_group_id, photo };
          const content = came ? { new_chat_members: [came] } : album;
          return { ...said(++id, BOB), ...rest, ...content };
        });
        messages = messages.toSpliced(at, removed, ...more);
        const input = rows(messages, { reachesStart, unread_after, dayOf: byDay, outgoing: outgoing.slice(0, sent) });
        expect(steady(input)).toEqual(rowsOf(input));
      }
    }),
  );
});

test("a new message does not examine all earlier ones", () => {
  const readsWith = (held: number) => {
    let reads = 0;
    const counted = (message: Message) =>
      new Proxy(message, {
        get(of, name) {
          reads++;
          return Reflect.get(of, name) as unknown;
        },
      });
    const messages = Array.from({ length: held }, (_, i) => counted(said(i + 1, i % 3 === 0 ? ALICE : BOB)));
    const steady = incrementalRows();
    steady(rows(messages, { unread_after: held }));
    reads = 0;
    messages.push(counted(said(held + 1, ALICE)));
    steady(rows(messages, { unread_after: held }));
    return reads;
  };
  expect(readsWith(2001)).toBe(readsWith(99));
  expect(readsWith(99)).toBeLessThan(100);
});
