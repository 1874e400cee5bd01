/** Copies a store, row by row, into an empty database of any engine, and compares all rows afterwards. */
import { createHash } from "node:crypto";
import { keyOf, type CopiedRow, type CopiedTable } from "./copied-tables.ts";
import type { CopySide, CopySource, CopyTarget } from "./sides.ts";

/** What has been done, for whoever waits. */
export interface RowProgress {
  begin(step: string, unit: "rows", total: number): void;
  advance(count: number): void;
  end(): void;
}

/** A table that is the same on both sides. */
export interface ComparedTable {
  readonly rows: number;
  /** SHA-256 in hex of the checksums of its ranges. */
  readonly sha256: string;
}

export interface CopiedStore {
  readonly rows: number;
  /** By name. */
  readonly tables: Readonly<Record<string, ComparedTable>>;
}

/** A table is not the same on both sides. */
export class CopyDiffers extends Error {}

/**
 * A copy that was interrupted goes on where it was. All rows are compared, those of the interrupted copy too. If the
 * source has changed meanwhile, the copy begins anew.
 * @throws CopyDiffers when the database does not return what was written to it
 */
export async function copyStore(
  source: CopySource,
  target: CopyTarget,
  tables: readonly CopiedTable[],
  progress: RowProgress,
): Promise<CopiedStore> {
  const copied = target.isResumed ? await resume(source, target, tables, progress) : undefined;
  const made = copied ?? (await copyAndCompare(source, target, tables, progress));
  await target.finish(await source.lastNumbers());
  return made;
}

/** @returns `undefined` if the source has changed since the interruption; the target is empty then */
async function resume(
  source: CopySource,
  target: CopyTarget,
  tables: readonly CopiedTable[],
  progress: RowProgress,
): Promise<CopiedStore | undefined> {
  try {
    return await copyAndCompare(source, target, tables, progress);
  } catch (error) {
    if (!(error instanceof CopyDiffers || target.isConflict((error as Error).cause))) throw error;
    await target.beginAnew();
    return undefined;
  }
}

async function copyAndCompare(
  source: CopySource,
  target: CopyTarget,
  tables: readonly CopiedTable[],
  progress: RowProgress,
): Promise<CopiedStore> {
  let total = 0;
  for (const table of tables) total += await source.count(table);
  progress.begin("copy", "rows", total);
  for (const table of tables) await copyTable(source, target, table, progress);
  progress.begin("comparison", "rows", total);
  const compared: Record<string, ComparedTable> = {};
  for (const table of tables) compared[table.name] = await compareTable(source, target, table, progress);
  progress.end();
  return { rows: Object.values(compared).reduce((sum, { rows }) => sum + rows, 0), tables: compared };
}

async function copyTable(source: CopySide, target: CopyTarget, table: CopiedTable, progress: RowProgress) {
  const last = await target.lastKey(table);
  if (last) progress.advance(await target.count(table));
  for await (const rows of source.ranges(table, last)) {
    try {
      await target.insert(table, rows);
    } catch (error) {
      const [first, end] = [rows[0]!, rows.at(-1)!].map((row) => JSON.stringify(keyOf(table, row)));
      const sentence = `the rows ${first} to ${end} of the table ${table.name} are refused: ${(error as Error).message}`;
      throw new Error(sentence, { cause: error });
    }
    progress.advance(rows.length);
  }
}

/** @throws CopyDiffers */
async function compareTable(
  source: CopySide,
  target: CopySide,
  table: CopiedTable,
  progress: RowProgress,
): Promise<ComparedTable> {
  const [from, to] = [source.ranges(table), target.ranges(table)];
  const sum = createHash("sha256");
  let rows = 0;
  try {
    for (;;) {
      const [{ value: sent = [] }, { value: stored = [] }] = await Promise.all([from.next(), to.next()]);
      const [range] = [sent, stored].filter(({ length }) => length > 0);
      if (!range) break;
      const checksum = checksumOf(sent);
      if (checksum !== checksumOf(stored))
        throw new CopyDiffers(
          `the table ${table.name} is not the same in the copy, from the row ${JSON.stringify(keyOf(table, range[0]!))} on`,
        );
      sum.update(checksum);
      rows += sent.length;
      progress.advance(sent.length);
    }
  } finally {
    await Promise.all([from.return(), to.return()]);
  }
  return { rows, sha256: sum.digest("hex") };
}

function checksumOf(rows: readonly CopiedRow[]): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
