/** The JSON of updates, as the database makes it. */
import type { ReadTx } from "../../db.ts";
import { readOfStream } from "../../statement.ts";
import type { EventRow } from "./event-ranges.ts";

/**
 * What is around the number, the kind and the body of an update. `update_id` comes first and the kind second, because
 * some clients read the kind from the second member (behaviour.md §1).
 */
const AROUND = { number: '{"update_id":', kind: ',"', body: '":', end: "}" };

/** The JSON of one update. */
export function updateText({ seq, kind, body }: Pick<EventRow, "seq" | "kind" | "body">): string {
  return AROUND.number + seq + AROUND.kind + kind + AROUND.body + body + AROUND.end;
}

/** Some consecutive updates of a bot. */
export interface UpdateTexts {
  readonly count: number;
  /** The number of the last one; that of the one before them if there are none. */
  readonly last: number;
  /** Their JSON, separated by commas. */
  readonly json: string;
}

/** Bytes of a body up to which it is joined with others. A hundred of them are less than a page (`PAGE_CHARACTERS`). */
const MAX_JOINED = 24 * 1024;

const JOINED = readOfStream<{ count: number; last: number | null; largest: number; json: string | null }>("event")`
  select count(*) as count, max(seq) as last, max(octet_length(body)) as largest,
    string_agg(
      case when octet_length(body) <= ${MAX_JOINED} then seq || '${AROUND.kind}' || kind || '${AROUND.body}' || body end,
      '${AROUND.end},${AROUND.number}') as json
  from (select seq, kind, body from event where stream = ? and seq > ? order by seq limit ?) as pending`;

/**
 * A bot's updates after `seq`, at most `limit`, for half of what their rows cost. `undefined` if one of them is too long
 * to be joined with the others.
 */
export async function updateTextsAfter(
  tx: ReadTx,
  bot_id: number,
  seq: number,
  limit: number,
): Promise<UpdateTexts | undefined> {
  const { count, last, largest, json } = (await tx.get(JOINED, bot_id, seq, limit))!;
  if (last === null) return { count, last: seq, json: "" };
  return largest > MAX_JOINED ? undefined : { count, last, json: AROUND.number + json! + AROUND.end };
}
