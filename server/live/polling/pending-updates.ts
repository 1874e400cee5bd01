/** Reads the updates that one poll returns. */
import { portableJson } from "../../domain/text/portable.ts";
import { readJsonPage } from "../../present/json-page.ts";
import type { ReadTx } from "../../store/db.ts";
import { updatesAfter, type EventRow } from "../../store/queries/streams/streams.ts";
import { updateTextsAfter } from "../../store/queries/streams/update-texts.ts";
import { updateJson } from "../update-json.ts";

/** Consecutive updates of a bot. */
export interface PendingUpdates {
  /** Their JSON, separated by commas. */
  readonly json: string;
  /** The rows of the first ones, or of all. */
  readonly rows: readonly EventRow[];
  /** The number of the last one; 0 if there are none. */
  readonly last: number;
}

export const NO_UPDATES: PendingUpdates = { json: "", rows: [], last: 0 };

/** Updates that are read as rows. Most polls return fewer, and one query is enough for them. */
const FIRST_ROWS = 8;

/**
 * A bot's updates after `seq`, at most `limit`, and at most about a page of JSON.
 *
 * @param needsRows - whether the rows of the updates after `first` up to `last` are needed, of which there are `count`
 */
export async function readPendingUpdates(
  tx: ReadTx,
  bot_id: number,
  seq: number,
  limit: number,
  needsRows: (first: number, last: number, count: number) => boolean,
): Promise<PendingUpdates> {
  const rows = await updatesAfter(tx, bot_id, seq, Math.min(limit, FIRST_ROWS));
  if (rows.length === limit || rows.length < FIRST_ROWS) return fromRows(rows, rows.map(updateJson));
  const first = rows.at(-1)!.seq;
  const json = rows.map(updateJson).join(",");
  const more = await updateTextsAfter(tx, bot_id, first, limit - rows.length);
  if (more?.count === 0) return { json, rows, last: first };
  if (more && !needsRows(first, more.last, more.count))
    return { json: `${json},${portableJson(more.json)}`, rows, last: more.last };
  const page = await readJsonPage<EventRow>({
    limit,
    read: (last, count) => updatesAfter(tx, bot_id, last?.seq ?? seq, count),
    present: updateJson,
  });
  return fromRows(page.rows, page.json);
}

function fromRows(rows: readonly EventRow[], json: readonly string[]): PendingUpdates {
  return { json: json.join(","), rows, last: rows.at(-1)?.seq ?? 0 };
}
