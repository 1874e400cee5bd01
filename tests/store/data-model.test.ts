/** The page on the data model names every table and column of the migrated schema, and no others. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "heliogram/store/db.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { sqlRead } from "../support/sql.ts";

const PAGE = readFileSync(new URL("../../docs/architecture/data-model.md", import.meta.url), "utf8");

let place: StoreLocation;
let db: Db;
beforeAll(async () => {
  place = await makeStoreLocation("memory");
  db = await place.open();
});
afterAll(async () => {
  await db.close();
  await place.remove();
});

/** `table.column` of everything that the migrations have made. */
async function schema(): Promise<string[]> {
  const rows = await db.read((tx) =>
    tx.all(
      sqlRead<{
        place: string;
      }>(`select m.name || '.' || c.name as place from sqlite_master m, pragma_table_info(m.name) c
       where m.type = 'table' and m.name not like 'sqlite_%'`),
    ),
  );
  return rows.map((row) => row.place);
}

/** What a page names in the rows of its tables. */
function columnsIn(page: string): string[] {
  return Array.from(page.matchAll(/^\| `(\w+\.\w+)` +\| (?=.)/gm), ([, place]) => place!);
}

function tablesIn(page: string): string[] {
  return Array.from(page.matchAll(/^\| `(\w+)` +\| (?=.)/gm), ([, table]) => table!);
}

function differences(page: string, places: readonly string[]): string[] {
  const named = columnsIn(page);
  const tables = new Set(places.map((each) => each.split(".", 1)[0]!));
  return [
    ...places.filter((each) => !named.includes(each)).map((each) => `${each} is not in the page`),
    ...named.filter((each) => !places.includes(each)).map((each) => `${each} is not in the schema`),
    ...[...tables].filter((each) => !tablesIn(page).includes(each)).map((each) => `${each} is not in the page`),
    ...tablesIn(page)
      .filter((each) => !tables.has(each))
      .map((each) => `${each} is not in the schema`),
  ];
}

test("the page and the schema have the same tables and columns", async () => {
  expect(differences(PAGE, await schema())).toEqual([]);
});

test("a missing and a superfluous name are found", async () => {
  const places = await schema();
  expect(differences(PAGE.replace(/^\| `message\.file_id`.*\n/m, ""), places)).toEqual([
    "message.file_id is not in the page",
  ]);
  expect(differences(PAGE.replace(/^\| `mention` .*\n/m, ""), places)).toEqual(["mention is not in the page"]);
  expect(differences(PAGE, [...places, "poll.id"])).toEqual(["poll.id is not in the page", "poll is not in the page"]);
  expect(differences(`${PAGE}\n| \`message.colour\` | none |\n`, places)).toEqual([
    "message.colour is not in the schema",
  ]);
});
