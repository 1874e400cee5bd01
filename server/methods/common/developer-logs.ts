/** What the lists of the developer API have in common: their parameters, and how they are read. */
import type { Developer } from "../../developer/developer.ts";
import type { LogRecord, RecordLog } from "../../developer/record-log.ts";
import { refuse } from "../../domain/refusals.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import type { Deps } from "../engine/deps.ts";
import { chatId, described, int, optional, text, type ChatRef } from "../engine/fields.ts";

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;
/** As long as getUpdates waits at most. */
const MAX_TIMEOUT_S = 50;

/** The parameters of every list. */
export const LIST_FIELDS = {
  after: described(
    optional(int()),
    "Only what has changed after this revision, the oldest change first. Without it, the newest entries.",
  ),
  limit: described(optional(int()), `At most this many, 1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} by default.`),
  timeout: described(optional(int()), `Seconds to wait if there is nothing, 0 to ${MAX_TIMEOUT_S}.`),
};

export const botField = () => described(optional(chatId()), "Only this bot, by its id or user name.");
export const chatField = () => described(optional(chatId()), "Only this chat, by its id or user name.");
export const traceField = () => described(optional(text({ max: 64 })), "Only what this trace id belongs to.");

interface ListParams {
  readonly after: number | undefined;
  readonly limit: number | undefined;
  readonly timeout: number | undefined;
}

/** The id of an account or chat; `undefined` if none was named. @throws RefusalError */
export async function idOf({ db }: Pick<Deps, "db">, ref: ChatRef | undefined): Promise<number | undefined> {
  if (typeof ref !== "string") return ref;
  const name = ref.replace(/^@/, "");
  return (await db.read((tx) => findUsername(tx, name))) ?? refuse("USER_NOT_FOUND");
}

/** One page of a log, and the revision after which the next page begins. */
export async function readLog<T extends LogRecord>(
  developer: Developer,
  log: RecordLog<T>,
  params: ListParams,
  signal: AbortSignal | undefined,
  matches: (record: T) => boolean,
): Promise<{ readonly records: readonly T[]; readonly revision: number }> {
  const { after, limit = DEFAULT_LIMIT, timeout = 0 } = params;
  const page = { after, limit: Math.min(MAX_LIMIT, Math.max(1, limit)), matches };
  const timeout_ms = Math.min(MAX_TIMEOUT_S, Math.max(0, timeout)) * 1000;
  const records = await developer.read(log, page, timeout_ms, signal);
  return { records, revision: records.at(-1)?.revision ?? after ?? log.revision };
}

/** A recorded body as JSON, or its beginning as text where it was cut. */
export function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
