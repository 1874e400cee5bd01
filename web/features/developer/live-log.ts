/** Follows a list of the developer API: the newest entries first, and then what changes. */
import { ApiError } from "../../core/api/errors.ts";
import type { LogPage } from "../../core/api/developer-api.ts";
import type { Clock } from "../../core/ports/clock.ts";

export interface LogEntry {
  readonly id: number;
  readonly revision: number;
}

export interface Page<T> {
  readonly entries: readonly T[];
  readonly revision: number;
  /** The log that the ids and the revision are of: each node has its own, and a new one from each start. */
  readonly log: string;
}

/** A list of the developer API with a filter. */
export interface LogSource<T, F> {
  readonly read: (filter: F, page: LogPage, signal: AbortSignal) => Promise<Page<T>>;
  /** Entries that are kept. Older ones are found by a filter. */
  readonly most: number;
  /** Entries are shown by this number, the greatest first. */
  readonly orderOf: (entry: T) => number;
}

/** Seconds that the service waits for news. */
const WAIT_S = 25;
/** The pause between two reads bounds what a busy bot costs this page. */
const PAUSE_MS = 100;
const RETRY_MS = 2000;

/** `onChange` gets the entries, the greatest order first, or the error. @returns a function that ends it */
export function followLog<T extends LogEntry, F>(
  clock: Pick<Clock, "after">,
  { read, most, orderOf }: LogSource<T, F>,
  filter: F,
  onChange: (entries: readonly T[], error: unknown, log?: string) => void,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const pause = (ms: number) => new Promise<void>((done) => void clock.after(ms, done));
  const follow = async () => {
    let entries: readonly T[] = [];
    let after: number | undefined;
    let log: string | undefined;
    while (!signal.aborted) {
      try {
        const wait = after === undefined ? {} : { after, log, timeout: WAIT_S };
        const page = await read(filter, { ...wait, limit: most }, signal);
        if (signal.aborted) return;
        const isOther = page.log !== log;
        if (isOther || page.entries.length > 0) {
          entries = merge(isOther ? [] : entries, page.entries, most, orderOf);
          onChange(entries, undefined, page.log);
        }
        ({ revision: after, log } = page);
        await pause(PAUSE_MS);
      } catch (error) {
        if (signal.aborted) return;
        onChange(entries, error, log);
        if (error instanceof ApiError && error.code < 500) return;
        await pause(RETRY_MS);
        // The service may have been started again, and count from the beginning.
        entries = [];
        after = log = undefined;
      }
    }
  };
  void follow();
  return () => ended.abort();
}

/** The newest entries, each in its latest state. */
export function merge<T extends LogEntry>(
  before: readonly T[],
  news: readonly T[],
  most: number,
  orderOf: (entry: T) => number,
): readonly T[] {
  const byId = new Map(news.map((entry) => [entry.id, entry]));
  const kept = before.filter(({ id }) => !byId.has(id));
  return [...byId.values(), ...kept].sort((a, b) => orderOf(b) - orderOf(a)).slice(0, most);
}
