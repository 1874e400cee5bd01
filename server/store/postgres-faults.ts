/** Which errors of PostgreSQL and of its driver say that the database is away or busy, and not that a statement is wrong. */

/** The session is over, or never began: classes 08 and 57P, and the time-outs of idle sessions. */
const ENDED = /^(?:08...|57P..|25P0[34])$/;

/**
 * The server is there and cannot do it now: 53 lacks room, 55P03 waited too long for a lock, 57014 took too long,
 * 25006 is a standby that takes no writes (the address may have moved on to another server since).
 */
const BUSY = /^(?:53...|55P03|57014|25006)$/;

/** Serialization failure, deadlock, and (23505) the lost race of two inserts: the same work, run again, can succeed. */
const CONFLICTS = ["40001", "40P01", "23505"];

/** What the driver says when `query_timeout` has passed: it gives no code. */
const NO_ANSWER = "Query read timeout";

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}

/** Whether the session that answered so cannot be used any more. */
export function endsSession(error: unknown): boolean {
  return ENDED.test(codeOf(error)) || hasNoAnswer(error);
}

/** Whether an answer did not come in time. */
export function hasNoAnswer(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

export function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error));
}

export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(codeOf(error));
}

/** Nobody is there, or not yet: refused, unreachable, a name that is not known, a server that starts or goes down. */
const NOT_THERE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|08...|57P..|53300)$/;

/** What the driver says, without a code, when a connection took too long or was closed before it was made. */
const CUT_SHORT = /^(?:timeout expired|timeout exceeded|Connection terminated)/;

/** Whether connecting may succeed in a while, without anybody changing an address, a name or a password. */
export function mayComeUp(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayComeUp);
  return NOT_THERE.test(codeOf(error)) || CUT_SHORT.test((error as Error).message);
}
