/** Whether calls changed a store of SQLite, by triggers: comparing dumps would cost a quarter of the matrix. */
import type { TestService } from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

const TABLES = sqlRead<{ name: string }>(
  "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' and name not like 'sqlite_%'",
);
const COUNT = sqlRead<{ rows: number }>("select count as rows from temp.changes");

const watched = new WeakSet<TestService>();

/**
 * The number of rows that transactions have inserted, updated and deleted since the first call of this function. What
 * is rolled back does not count, because the count is rolled back too.
 */
export async function countChanges({ t }: { readonly t: TestService }): Promise<number> {
  const { db } = t.service;
  if (!watched.has(t)) {
    watched.add(t);
    const names = (await db.read((tx) => tx.all(TABLES))).map(({ name }) => name);
    await db.write(async (tx) => {
      await tx.run(sqlWrite("create temp table changes (count integer not null)"));
      await tx.run(sqlWrite("insert into temp.changes values (0)"));
      for (const name of names) {
        for (const change of ["insert", "update", "delete"]) {
          const trigger = `create temp trigger "${change} ${name}" after ${change} on main."${name}"`;
          await tx.run(sqlWrite(`${trigger} begin update changes set count = count + 1; end`));
        }
      }
    });
  }
  return (await db.read((tx) => tx.get(COUNT)))!.rows;
}
