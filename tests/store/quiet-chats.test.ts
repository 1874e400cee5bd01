/** The rows of the messages of chats, which a search in many quiet chats reads from the store. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { MAX_QUIET_ROWS, ROWS_OF_CHATS, rowsOfChats } from "heliogram/store/search/sqlite-quiet-chats.ts";
import { RowStatement } from "heliogram/store/sqlite/row-statement.ts";

function storeWith(messages: readonly (readonly [row_id: number, chat_id: number])[]): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec("create table message (row_id integer primary key, chat_id integer, message_id integer)");
  db.exec("create unique index message_place on message (chat_id, message_id)");
  const insert = db.prepare("insert into message values (?, ?, ?)");
  for (const [row_id, chat_id] of messages) insert.run(row_id, chat_id, row_id);
  return db;
}

test("all rows of the chats, and none of others", () => {
  using db = storeWith([
    [1, 10],
    [2, 11],
    [3, -12],
    [4, 10],
    [5, 13],
  ]);
  expect(rowsOfChats(new RowStatement(db.prepare(ROWS_OF_CHATS)), [10, -12, 99])).toEqual([1, 4, 3]);
});

test("undefined where the chats have more messages than are read", () => {
  const messages = Array.from({ length: MAX_QUIET_ROWS + 1 }, (_, i) => [i + 1, i % 3] as const);
  using db = storeWith(messages);
  const statement = new RowStatement(db.prepare(ROWS_OF_CHATS));
  expect(rowsOfChats(statement, [0, 1, 2])).toBeUndefined();
  expect(rowsOfChats(statement, [0, 1])).toHaveLength(messages.filter(([, chat_id]) => chat_id !== 2).length);
});
