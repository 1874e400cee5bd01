/** A lookup whose tables or ignored columns do not fit its SQL is refused when it is defined. */
import { expect, test } from "vitest";
import { Lookup } from "./lookup.ts";

const decode = () => 1;

test.each([
  ["a table that is not named", "select a.id from account a join bot b on b.id = a.id where a.id = ?", ["account"], []],
  ["a table of a subquery", "select id from chat where id = ? and exists (select 1 from member)", ["chat"], []],
  ["a second table behind a comma", "select a.id from account a, bot where a.id = ?", ["account"], []],
  ["a table that is not read", "select id from chat where id = ?", ["chat", "member"], []],
  ["an ignored column that is selected", "select title from chat where id = ?", ["chat"], ["title"]],
  ["an ignored column in a condition", "select id from chat c where c.title = ?", ["chat"], ["title"]],
  ["ignored columns beside all columns", "select * from chat where id = ?", ["chat"], ["title"]],
  ["a statement that writes", "delete from chat where id = ? returning id", ["chat"], []],
])("%s is refused", (_about, sql, tables, ignoredColumns) => {
  expect(() => new Lookup({ sql, tables, ignoredColumns, decode })).toThrow(sql);
});

test("versions of one table of two are refused, and by a name that the statement does not give", () => {
  const sql = "select a.id from bot b join account a on a.id = b.account_id where a.id = ?";
  for (const versionedBy of [["b"], ["b", "account_id"]])
    expect(() => new Lookup({ sql, tables: ["bot", "account"], versionedBy, decode })).toThrow("versions of account");
  expect(new Lookup({ sql, tables: ["bot", "account"], versionedBy: ["a", "b"], decode }).decode([])).toBe(1);
});

test("a definition that fits is accepted", () => {
  const lookup = new Lookup({
    sql: "select c.id from chat c left join member m on m.chat_id = c.id where c.id = ? order by c.id",
    tables: ["chat", "member"],
    ignoredColumns: ["title"],
    decode,
  });
  expect(lookup.decode([])).toBe(1);
});
