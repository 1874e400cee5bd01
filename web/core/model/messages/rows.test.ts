/** Rows: days, groups of one sender, albums, the unread line, and stable keys. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import { describe, expect, test } from "vitest";
import type { Outgoing } from "./outgoing.ts";
import { rowsOf, type Row, type RowsInput } from "./rows.ts";

const ALICE: User = { id: 1, is_bot: false, first_name: "Alice" };
const BOB: User = { id: 2, is_bot: false, first_name: "Bob" };
const DAY_S = 86_400;

function said(message_id: number, from: User, date: number, more: Partial<Message> = {}): Message {
  return { message_id, from, chat: { id: -1, type: "supergroup" }, date, text: `m${message_id}`, ...more };
}

function rows(input: Partial<RowsInput>): Row[] {
  const dayOf = (at_ms: number) => Math.floor(at_ms / 1000 / DAY_S);
  return rowsOf({
    messages: [],
    outgoing: [],
    me: ALICE,
    reachesStart: true,
    unread_after: undefined,
    dayOf,
    ...input,
  });
}

const kinds = (all: Row[]) => all.map((row) => row.kind);
const posts = (all: Row[]) => all.filter((row) => row.kind === "post");

describe("rows", () => {
  test("a day precedes its first message", () => {
    const all = rows({ messages: [said(1, BOB, 10), said(2, BOB, 20), said(3, BOB, DAY_S + 1)] });
    expect(kinds(all)).toEqual(["day", "post", "post", "day", "post"]);
  });

  test("the oldest loaded message is hidden while there may be older ones", () => {
    const messages = [said(1, BOB, 10), said(2, BOB, 20), said(3, BOB, DAY_S + 1)];
    const all = rows({ messages, reachesStart: false });
    expect(kinds(all)).toEqual(["post", "day", "post"]);
    expect(posts(all).map(({ key, first }) => [key, first])).toEqual([
      ["m2", false],
      ["m3", true],
    ]);
    expect(kinds(rows({ messages: messages.slice(0, 1), reachesStart: false }))).toEqual(["post"]);
  });

  test("no row changes when older messages are loaded", () => {
    const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
    const messages = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) =>
      said(
        id,
        id === 5 ? ALICE : BOB,
        id < 8 ? id : DAY_S + id,
        id === 3 || id === 4 ? { photo, media_group_id: "7" } : {},
      ),
    );
    const whole = rows({ messages });
    // A single row is shown, even if older messages may change it.
    for (let from = 1; from < messages.length - 1; from++) {
      const part = rows({ messages: messages.slice(from), reachesStart: false });
      expect([from, part]).toEqual([from, whole.slice(-part.length)]);
    }
  });

  test("the unread line is above the first unread message, and absent in a history that begins after it", () => {
    const messages = [said(2, BOB, 0), said(3, BOB, 1), said(4, BOB, 2)];
    const kindsAfter = (unread_after: number, reachesStart = false) =>
      kinds(rows({ messages, unread_after, reachesStart }));
    expect(kindsAfter(2)).toEqual(["unread", "post", "post"]);
    expect(kindsAfter(1)).toEqual(["post", "post"]);
    expect(kindsAfter(1, true)).toEqual(["day", "unread", "post", "post", "post"]);
    expect(kindsAfter(4, true)).toEqual(["day", "post", "post", "post"]);
  });

  test("the unread line does not divide an album", () => {
    const album = [2, 3, 4].map((id) => ({ ...said(id, BOB, id), media_group_id: "g" }));
    const messages = [said(1, BOB, 0), ...album];
    for (const unread_after of [1, 2, 3]) {
      expect(kinds(rows({ messages, unread_after }))).toEqual(["day", "post", "unread", "post"]);
    }
  });

  test("a group has one sender and no long pause", () => {
    const messages = [said(1, BOB, 0), said(2, BOB, 10), said(3, ALICE, 20), said(4, ALICE, 2000)];
    expect(posts(rows({ messages })).map(({ first, last, isOwn: own }) => [first, last, own])).toEqual([
      [true, false, false],
      [false, true, false],
      [true, true, true],
      [true, true, true],
    ]);
  });

  test("an album is one row", () => {
    const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
    const messages = [1, 2, 3].map((id) => said(id, BOB, id, { photo, media_group_id: "7" }));
    expect(posts(rows({ messages })).map((row) => row.messages.length)).toEqual([3]);
  });

  test("the unread line is above the first unread message of others", () => {
    const messages = [said(1, BOB, 0), said(2, ALICE, 1), said(3, BOB, 2), said(4, BOB, 3)];
    expect(kinds(rows({ messages, unread_after: 1 }))).toEqual(["day", "post", "post", "unread", "post", "post"]);
    expect(kinds(rows({ messages, unread_after: 4 }))).not.toContain("unread");
  });

  test("an outgoing album is one row, and stays that row until it has arrived completely", () => {
    const file = { kind: "photo", name: "a.jpg", size: 1, mime_type: "image/jpeg", address: "" } as const;
    const outgoing: Outgoing = { key: "abc", chat_id: -1, at_ms: 0, text: "", state: "waiting", files: [file, file] };
    const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
    const came = ["abc", "abc.1"].map((client_key, i) =>
      said(i + 1, ALICE, 0, { client_key, photo, media_group_id: "7" }),
    );
    const before = posts(rows({ outgoing: [outgoing] }));
    expect(before.map((row) => row.messages.length)).toEqual([2]);
    expect(posts(rows({ messages: came.slice(0, 1), outgoing: [outgoing] }))).toEqual(before);
    const after = posts(rows({ messages: came }));
    expect(after.map((row) => [row.key, row.messages.length])).toEqual([[before[0]!.key, 2]]);
  });

  const person = (id: number): User => ({ id, is_bot: false, first_name: `P${id}` });
  const came = (message_id: number, of: number, by = of, more: Partial<Message> = {}): Message => ({
    message_id,
    from: person(by),
    chat: { id: -1, type: "supergroup" },
    date: message_id,
    new_chat_members: [person(of)],
    ...more,
  });
  const went = (message_id: number, of: number): Message => ({
    message_id,
    from: person(of),
    chat: { id: -1, type: "supergroup" },
    date: message_id,
    left_chat_member: person(of),
  });
  const lines = (all: Row[]) =>
    all.flatMap((row) => (row.kind === "service" ? [row.messages.map(({ message_id }) => message_id)] : []));

  test("those who came or went in the same way are one line", () => {
    const byLink = { joined_by_link: true } as const;
    const messages = [
      ...[came(1, 11, 11, byLink), came(2, 12, 12, byLink)],
      ...[came(3, 13), came(4, 14)],
      ...[came(5, 15, 1), came(6, 16, 1), came(7, 17, 2)],
      ...[went(8, 11), went(9, 12)],
      { ...went(10, 13), from: person(1) },
    ];
    expect(lines(rows({ messages }))).toEqual([[1, 2], [3, 4], [5, 6], [7], [8, 9], [10]]);
  });

  test("a line of those who came ends at another message, a day, the unread line, and a block of ids", () => {
    expect(lines(rows({ messages: [came(1, 11), said(2, BOB, 2), came(3, 13)] }))).toEqual([[1], [3]]);
    expect(lines(rows({ messages: [came(1, 11), came(2, 12, 12, { date: DAY_S })] }))).toEqual([[1], [2]]);
    expect(lines(rows({ messages: [came(1, 11), came(2, 12), came(3, 13)], unread_after: 1 }))).toEqual([[1], [2, 3]]);
    expect(lines(rows({ messages: [came(99, 11), came(100, 12), came(101, 13)] }))).toEqual([[99], [100, 101]]);
    const renamed = [1, 2].map((id) => ({ ...said(id, BOB, id), text: undefined, new_chat_title: "T" }));
    expect(lines(rows({ messages: renamed as unknown as Message[] }))).toEqual([[1], [2]]);
  });

  test("a message keeps its row when it arrives", () => {
    const outgoing: Outgoing = { key: "abc", chat_id: -1, at_ms: 5000, text: "m1", state: "waiting" };
    const before = posts(rows({ outgoing: [outgoing] }))[0]!;
    const after = posts(rows({ messages: [said(1, ALICE, 5, { client_key: "abc" })] }))[0]!;
    expect(after.key).toBe(before.key);
    expect([before.isOwn, after.isOwn]).toEqual([true, true]);
  });
});
