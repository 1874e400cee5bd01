/** What an inspection of a store finds, the same for both engines. It changes nothing, and runs beside a service. */

export interface StoreReport {
  /** Damage that a quick check has found, in sentences. */
  readonly damage: readonly string[];
  /** The number of its schema; `undefined` if it has no tables yet. */
  readonly schema: number | undefined;
  readonly known_schema: number;
  /** Statements that make the indexes which it lacks. */
  readonly missing_indexes: readonly string[];
  /** What is wrong with the server or the database, each with what to do. */
  readonly server: readonly Advice[];
  /** Tables and files with much space that nothing uses, each with what to do. */
  readonly bloat: readonly Advice[];
  /** The mark of the key that belongs to it. */
  readonly key_mark: string | undefined;
  /** Whether sessions or tokens depend on the key. */
  readonly has_credentials: boolean;
  /** Milliseconds that the database's clock is ahead of this machine's; `undefined` where there is one clock. */
  readonly ahead_ms: number | undefined;
  /** The time of its newest message, in Unix seconds. */
  readonly newest_s: number | undefined;
  readonly webhooks: readonly FailingWebhook[];
  readonly queues: readonly LongQueue[];
  /** Mails that wait for the mail server, if there are any. */
  readonly mails: WaitingMails | undefined;
  /** Push services of people's devices, the most used first. */
  readonly push_services: readonly PushServiceUse[];
}

/** What is known of a store without tables, or of one that cannot be read. */
export const NOTHING_KNOWN: StoreReport = {
  damage: [],
  schema: undefined,
  known_schema: 0,
  missing_indexes: [],
  server: [],
  bloat: [],
  key_mark: undefined,
  has_credentials: false,
  ahead_ms: undefined,
  newest_s: undefined,
  webhooks: [],
  queues: [],
  mails: undefined,
  push_services: [],
};

export interface Advice {
  readonly message: string;
  readonly advice: string;
}

/** A webhook whose last attempt in the last hour has failed, while updates wait. */
export interface FailingWebhook {
  readonly username: string;
  readonly last_error: string;
  readonly waiting: number;
}

/** A queue that is long or old. */
export interface LongQueue {
  readonly username: string;
  readonly waiting: number;
  readonly oldest_s: number;
}

export interface WaitingMails {
  readonly waiting: number;
  readonly oldest_s: number;
}

/** How many devices get their pushes by a push service. */
export interface PushServiceUse {
  readonly origin: string;
  readonly devices: number;
  /** Devices whose last push could not be delivered. */
  readonly failing: number;
}

/** Runs a query on an engine. Numbers may come as texts. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
