/** Rows that stay the same objects. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { rowsOf, type Row } from "./rows.ts";
import { steadyRows } from "./steady-rows.ts";

const ALICE: User = { id: 1, is_bot: false, first_name: "Alice" };
const BOB: User = { id: 2, is_bot: false, first_name: "Bob" };

const said = (message_id: number, from: User): Message => ({
  message_id,
  from,
  chat: { id: -1, type: "supergroup" },
  date: message_id,
  text: `m${message_id}`,
});

const rows = (messages: readonly Message[]): Row[] =>
  rowsOf({ messages, outgoing: [], me: ALICE, reachesStart: true, unread_after: undefined, dayOf: () => 0 });

/** Which rows are other objects than before. */
function changed(before: readonly Row[], now: readonly Row[]): string[] {
  return now.filter((row) => !before.includes(row)).map(({ key }) => key);
}

test("a new message changes its own row, and the one that it goes on from", () => {
  const steady = steadyRows();
  const messages = [said(1, BOB), said(2, ALICE), said(3, BOB)];
  const before = steady(rows(messages));
  messages.push(said(4, BOB));
  const goesOn = steady(rows(messages));
  expect(changed(before, goesOn)).toEqual(["m3", "m4"]);
  messages.push(said(5, ALICE));
  expect(changed(goesOn, steady(rows(messages)))).toEqual(["m5"]);
});

test("an edit changes one row", () => {
  const steady = steadyRows();
  const messages = [said(1, BOB), said(2, ALICE), said(3, BOB)];
  const before = steady(rows(messages));
  const now = steady(rows(messages.with(1, { ...messages[1]!, text: "other" })));
  expect(changed(before, now)).toEqual(["m2"]);
});

test("an album that grows, and a message that goes away", () => {
  const steady = steadyRows();
  const photo = [{ file_id: "", file_unique_id: "", file_size: 1, width: 1, height: 1 }];
  const part = (id: number): Message => ({ ...said(id, BOB), photo, media_group_id: "7" });
  const messages = [said(1, ALICE), part(2)];
  const before = steady(rows(messages));
  const grown = steady(rows([...messages, part(3)]));
  expect(changed(before, grown)).toEqual(["m2"]);
  expect(steady(rows([messages[0]!])).map(({ key }) => key)).toEqual(before.slice(0, 2).map(({ key }) => key));
});
