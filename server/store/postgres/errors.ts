/** Classifies errors of PostgreSQL and its driver: the database is unreachable, busy, or has met a conflict. */

/** The session has ended or never began: classes 08 and 57P, and time-outs of idle sessions. */
const ENDED = /^(?:08...|57P..|25P0[34])$/;

/**
 * The server is busy: 53 insufficient resources, 55P03 lock timeout, 57014 statement timeout, 25006 a standby that
 * takes no writes (the address may lead to another server by now).
 */
const BUSY = /^(?:53...|55P03|57014|25006)$/;

/** SQLSTATE lock_not_available: a lock was not granted in time. */
const LOCK_TIMEOUT = "55P03";

/**
 * Serialization failure, deadlock, (23505) two inserts of one key, and (22012) message ids of one chat that were
 * allocated twice (final-statements.ts). The same transaction can succeed when retried.
 */
const CONFLICTS = ["40001", "40P01", "23505", "22012"];

/** The driver's message when `query_timeout` has passed. It has no code. */
const NO_ANSWER = "Query read timeout";

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}

/** Whether the session cannot be used any more after this error. */
export function endsSession(error: unknown): boolean {
  return ENDED.test(codeOf(error)) || hasNoAnswer(error);
}

/** Whether a response did not come in time. */
export function hasNoAnswer(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

export function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error));
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT;
}

export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(codeOf(error));
}

/** The server cannot be reached: refused, unreachable, an unknown name, or a server that starts or stops. */
const NOT_THERE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|08...|57P..|53300)$/;

/** The driver's messages, without a code, when a connection took too long or was closed early. */
const CUT_SHORT = /^(?:timeout expired|timeout exceeded|Connection terminated)/;

/** Whether connecting may succeed later without a change of the configuration. */
export function mayRecover(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayRecover);
  return NOT_THERE.test(codeOf(error)) || CUT_SHORT.test((error as Error).message);
}
