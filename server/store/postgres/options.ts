/** The options of PostgreSQL, and the configuration of its connections. */
import type { ClientConfig } from "pg";
import type { DbOptions } from "../db.ts";

export interface PostgresLimits {
  /** Connections at most, at least two, besides the one of the instance lock and those of the reader pool. */
  readonly connections: number;
  /** Milliseconds that a transaction waits for a connection. */
  readonly wait_ms: number;
  /** Milliseconds that a statement may take. */
  readonly statement_ms: number;
  /** Milliseconds that the start waits for a server that is not there. */
  readonly start_ms: number;
  /** Milliseconds to wait for the instance lock; by default `LOCK_WAIT_MS`. Set by tests. */
  readonly lock_wait_ms?: number | undefined;
}

export interface PostgresOptions extends DbOptions {
  readonly url: string;
  readonly now_ms: () => number;
  readonly limits: PostgresLimits;
}

/** The part of a statement's time that may be spent waiting for a lock. */
const LOCK_SHARE = 1 / 3;
/** The part of a statement's time after which the server ends a transaction that is idle, because it holds locks. */
const IDLE_SHARE = 1 / 2;
/** Milliseconds that the client waits longer than the server, so that the error is the server's. */
const MARGIN_MS = 1000;
/** Interval of TCP keep-alives, by which a lost server is noticed. */
const KEEP_ALIVE_MS = 10_000;

/** A connection whose statements have no time limit. */
export function unboundedConfig({ url, limits }: PostgresOptions): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: limits.wait_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "heliogram",
  };
}

/**
 * A connection for batches. Their statements have arrays of keys and find single rows by them, so one plan serves all
 * values. Planning them anew each time would take the server longer than running them. A plan that was made while a
 * table was small must not read all of it later.
 */
export function batchConfig(config: ClientConfig): ClientConfig {
  return { ...config, options: "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off" };
}

/** A connection whose statements have a time limit. The client gives it up if the server does not respond. */
export function boundedConfig(options: PostgresOptions): ClientConfig {
  const { statement_ms } = options.limits;
  return {
    ...unboundedConfig(options),
    statement_timeout: statement_ms,
    lock_timeout: Math.ceil(statement_ms * LOCK_SHARE),
    idle_in_transaction_session_timeout: Math.ceil(statement_ms * IDLE_SHARE),
    query_timeout: statement_ms + MARGIN_MS,
  };
}
