/**
 * Versions of rows beside the values of lookups. A version is the `xmin` of a row, which every change of the row changes.
 */
import type { Lookup } from "../lookup.ts";
import type { Row } from "./round.ts";

const versionedSql = new Map<Lookup<unknown>, string>();

/** A lookup whose rows have their versions behind the columns. */
export function withVersions(lookup: Lookup<unknown>): string {
  let sql = versionedSql.get(lookup);
  if (sql === undefined) {
    sql = lookup.versionedBy
      ? lookup.sql.replace(/ from /, `, ${versionColumns(lookup.versionedBy)} from `)
      : lookup.sql;
    versionedSql.set(lookup, sql);
  }
  return sql;
}

/** The versions in a row of such a lookup. */
export function versionsIn(lookup: Lookup<unknown>, row: Row): string[] {
  return lookup.versionedBy!.map((_, i) => row[`version_${i + 1}`] as string);
}

export function versionColumns(names: readonly string[]): string {
  return names.map((name, i) => `${name}.xmin as version_${i + 1}`).join(", ");
}
