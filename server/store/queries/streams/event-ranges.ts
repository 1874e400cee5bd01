/** Event ranges: consecutive plain messages of a chat share one row of the table `event`. */
import type { NewEvent, Value } from "../../db.ts";
import { write } from "../../statement.ts";

export interface EventRow {
  readonly seq: number;
  readonly kind: string;
  readonly ref: number;
  readonly body: string;
  readonly at: number;
}

/** A row of the table: `seq` and `ref` are those of the last of its `run` events. */
export interface EventRangeRow extends EventRow {
  readonly run: number;
}

/** The columns of an event's row. */
export const EVENT_COLUMNS = "seq, run, kind, ref, body, at";

/** Inserts a row of events. */
export const INSERT_EVENTS = write("event")`
  insert into event (stream, seq, run, kind, ref, body, at) values (?, ?, ?, ?, ?, ?, ?)`;

/** An event with its sequence number. */
export interface NumberedEvent extends NewEvent {
  readonly seq: number;
  readonly at: number;
}

/** A row that may still grow. */
interface OpenRange extends NumberedEvent {
  seq: number;
  ref: number;
  run: number;
}

/**
 * Groups events into rows. Most events of a busy service are messages without mentions, in which only `message_id` and
 * `seq` have gone up by one: one row can represent hundreds of them. Updates of bots always have a body, so each has
 * its own row, and they can be counted, confirmed and deleted one by one.
 */
export class EventRangeBuilder {
  #rows: OpenRange[] = [];
  readonly #last = new Map<number, OpenRange>();

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Adds the next event of its stream. */
  add({ stream, kind, ref, body, seq, at }: NumberedEvent): void {
    const isPlain = kind === "message" && body === "";
    const last = isPlain ? this.#last.get(stream) : undefined;
    if (last && last.ref + 1 === ref && last.seq + 1 === seq && last.at === at) {
      last.seq = seq;
      last.ref = ref;
      last.run += 1;
      return;
    }
    const row = { stream, seq, run: 1, kind, ref, body, at };
    this.#rows.push(row);
    if (isPlain) this.#last.set(stream, row);
  }

  /** Returns the parameters of `INSERT_EVENTS` for each row, and starts empty again. */
  take(): Value[][] {
    const rows = this.#rows;
    this.#rows = [];
    this.#last.clear();
    return rows.map(valuesOf);
  }

  /** The same for the rows of one stream. */
  takeOf(stream: number): Value[][] {
    const rows = this.#rows.filter((row) => row.stream === stream);
    if (rows.length === 0) return [];
    this.#rows = this.#rows.filter((row) => row.stream !== stream);
    this.#last.delete(stream);
    return rows.map(valuesOf);
  }
}

function valuesOf({ stream, seq, run, kind, ref, body, at }: OpenRange): Value[] {
  return [stream, seq, run, kind, ref, body, at];
}

/** Expands rows into the events after `seq`, at most `limit`. */
export function expandRanges(rows: readonly EventRangeRow[], seq: number, limit: number): EventRow[] {
  const events: EventRow[] = [];
  for (const { seq: last_seq, run, kind, ref, body, at } of rows) {
    for (let before = Math.min(run, last_seq - seq) - 1; before >= 0; before--) {
      if (events.length === limit) return events;
      events.push({ seq: last_seq - before, kind, ref: ref - before, body, at });
    }
  }
  return events;
}
