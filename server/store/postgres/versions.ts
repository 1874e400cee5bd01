/**
 * Versions of rows beside the values of lookups. A version is the `xmin` of a row, which every change of the row changes.
 */
import type { Lookup } from "../lookup.ts";
import type { Row } from "./pipeline.ts";

/** A lookup whose rows have their versions behind the columns. */
export function withVersions({ sql, select, from, versionedBy }: Lookup<unknown>): string {
  return versionedBy ? `select ${select}, ${versionColumns(versionedBy)} from ${from}` : sql;
}

/** The versions in a row of such a lookup. */
export function versionsIn(lookup: Lookup<unknown>, row: Row): string[] {
  return lookup.versionedBy!.map((_, i) => row[`version_${i + 1}`] as string);
}

export function versionColumns(names: readonly string[]): string {
  return names.map((name, i) => `${name}.xmin as version_${i + 1}`).join(", ");
}
