/** Events and the rows that keep them: plain messages that follow one another in a chat share one row. */
import type { NewEvent, Value } from "./db.ts";

export interface EventRow {
  readonly seq: number;
  readonly kind: string;
  readonly ref: number;
  readonly body: string;
  readonly at: number;
}

/** A row as it lies in the store: `seq` and `ref` are those of the last of the `run` events that it stands for. */
export interface StoredEvents extends EventRow {
  readonly run: number;
}

/** The columns of an event's row. */
export const EVENT = "seq, run, kind, ref, body, at";

/** Writes a row of events. */
export const ADD_EVENTS = "insert into event (stream, seq, run, kind, ref, body, at) values (?, ?, ?, ?, ?, ?, ?)";

/** An event that has its number. */
export interface NumberedEvent extends NewEvent {
  readonly seq: number;
  readonly at: number;
}

/** A row that may still grow. */
interface Gathered extends NumberedEvent {
  seq: number;
  ref: number;
  run: number;
}

/**
 * Events on their way to their rows. Most of what a busy service writes is messages that mention nobody: their events say
 * only that `message_id` and `seq` went up by one together, which one row says as well as hundreds. Updates of bots
 * always have a body, so their rows stay whole and can be counted, confirmed and forgotten one by one.
 */
export class EventRows {
  #rows: Gathered[] = [];
  readonly #last = new Map<number, Gathered>();

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Takes the next event of its stream. */
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

  /** Hands over what `ADD_EVENTS` is given for each row, and begins anew. */
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

function valuesOf({ stream, seq, run, kind, ref, body, at }: Gathered): Value[] {
  return [stream, seq, run, kind, ref, body, at];
}

/** The events after `seq` in the rows that end after it, at most `limit`. */
export function eventsOf(rows: readonly StoredEvents[], seq: number, limit: number): EventRow[] {
  const events: EventRow[] = [];
  for (const { run, ...last } of rows) {
    for (let before = Math.min(run, last.seq - seq) - 1; before >= 0; before--) {
      if (events.length === limit) return events;
      events.push(before === 0 ? last : { ...last, seq: last.seq - before, ref: last.ref - before });
    }
  }
  return events;
}
