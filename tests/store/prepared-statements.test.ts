/** Prepared statements of SQLite are not prepared again when they are executed with other values. */
import { constants, DatabaseSync, type StatementSync } from "node:sqlite";
import { expect, test } from "vitest";
import { prepareForReuse } from "../../server/store/sqlite/prepare.ts";

const NEWEST = "select seq from event where stream = ? and seq > ? order by seq limit ?";

/** How often SQLite looks at names of tables and columns while a statement is executed, which it does to prepare one. */
function namesLookedAt(prepare: (db: DatabaseSync) => StatementSync): number {
  using db = new DatabaseSync(":memory:");
  db.exec("create table event (stream integer, seq integer, primary key (stream, seq)) without rowid");
  db.exec("insert into event values (1, 1), (1, 2), (1, 3)");
  const statement = prepare(db);
  let looked = 0;
  db.setAuthorizer(() => {
    looked++;
    return constants.SQLITE_OK;
  });
  // Setting an authorizer makes SQLite prepare every statement once more.
  statement.all(1, 0, 3);
  looked = 0;
  for (const limit of [1, 2, 2]) expect(statement.all(1, 0, limit)).toHaveLength(limit);
  return looked;
}

test("a statement is prepared once for all values of its limit", () => {
  expect(namesLookedAt((db) => prepareForReuse(db, NEWEST))).toBe(0);
});

test("the check sees a statement that is prepared again", () => {
  expect(namesLookedAt((db) => db.prepare(NEWEST))).toBeGreaterThan(0);
});
