/** What the lists of the developer API have in common: their parameters, and how they are read. */
import type { DeveloperLogs } from "../../developer/developer-logs.ts";
import type { LogRecord, RecordLog } from "../../developer/record-log.ts";
import { refuse } from "../../domain/refusals.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import type { Deps } from "../engine/deps.ts";
import { chatId, described, int, optional, text, type ChatRef, type Schema } from "../engine/fields.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;
/** Bytes of the records on a page with bodies. Parsing and writing them holds up all other calls meanwhile. */
const PAGE_BYTES = 2 * 1024 * 1024;
/** As long as getUpdates waits at most. */
const MAX_TIMEOUT_S = 50;

export const logField = () =>
  described(
    optional(text({ max: 64 })),
    "The `log` of an earlier response. Each node has its own, and a new one from each start: their ids and revisions mean nothing elsewhere.",
  );

/** The parameters of every list. With the `log` of another node, a list begins anew. */
export const LIST_FIELDS = {
  log: logField(),
  after: described(
    optional(int()),
    "Only what has changed after this revision, the oldest change first. Without it, the newest entries.",
  ),
  limit: described(
    optional(int()),
    `At most this many, 1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} by default. A page with bodies ends after 2 MiB of them.`,
  ),
  timeout: described(optional(int()), `Seconds to wait if there is nothing, 0 to ${MAX_TIMEOUT_S}.`),
};

export const botField = () => described(optional(chatId()), "Only this bot, by its id or user name.");
export const chatField = () => described(optional(chatId()), "Only this chat, by its id or user name.");
export const traceField = () => described(optional(text({ max: 64 })), "Only what this trace id belongs to.");

/** What a list returns: its entries, the revision after which the next page begins, and the log that it is of. */
export function listResult(entries: Readonly<Record<string, Schema>>): Schema {
  return objectOfSchema({ ...entries, revision: schemas.Integer, log: schemas.String });
}

interface ListParams {
  readonly log: string | undefined;
  readonly after: number | undefined;
  readonly limit: number | undefined;
  readonly timeout: number | undefined;
  readonly with_bodies?: boolean | undefined;
}

/** The id of an account or chat; `undefined` if none was named. @throws RefusalError */
export async function idOf({ db }: Pick<Deps, "db">, ref: ChatRef | undefined): Promise<number | undefined> {
  if (typeof ref !== "string") return ref;
  const name = ref.replace(/^@/, "");
  return (await db.read((tx) => findUsername(tx, name))) ?? refuse("USER_NOT_FOUND");
}

/**
 * The first of these records, or the newest, that are within `PAGE_BYTES` together, and one at least: the rest is on
 * further pages.
 */
function withinBytes<T extends LogRecord>(records: readonly T[], areNewest: boolean): readonly T[] {
  let bytes = 0;
  const fits = ({ bytes: more }: T) => (bytes += more) <= PAGE_BYTES;
  const ordered = areNewest ? records.toReversed() : records;
  const end = ordered.findIndex((record) => !fits(record));
  const kept = end < 0 ? ordered : ordered.slice(0, Math.max(1, end));
  return areNewest ? kept.toReversed() : kept;
}

/** One page of a log, and the revision after which the next page begins. */
export async function readLog<T extends LogRecord>(
  logs: DeveloperLogs,
  log: RecordLog<T>,
  params: ListParams,
  signal: AbortSignal | undefined,
  matches: (record: T) => boolean,
): Promise<{ readonly records: readonly T[]; readonly revision: number; readonly log: string }> {
  const { limit = DEFAULT_LIMIT, timeout = 0 } = params;
  const after = (params.log ?? logs.id) === logs.id ? params.after : undefined;
  const page = { after, limit: Math.min(MAX_LIMIT, Math.max(1, limit)), matches };
  const timeout_ms = Math.min(MAX_TIMEOUT_S, Math.max(0, timeout)) * 1000;
  const found = await logs.read(log, page, timeout_ms, signal);
  const records = params.with_bodies ? withinBytes(found, after === undefined) : found;
  return { records, revision: records.at(-1)?.revision ?? after ?? log.revision, log: logs.id };
}

/** A recorded body as JSON, or its beginning as text where it was cut. */
export function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
