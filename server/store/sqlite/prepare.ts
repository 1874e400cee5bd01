/** Prepares statements so that SQLite keeps them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * Prepares a statement for many executions. The planner of SQLite reads the value of a bare `limit ?`, and therefore
 * prepares the statement again whenever a value is bound, which takes about as long as a read by key. It does not look
 * into an expression.
 */
export function prepareForReuse(db: DatabaseSync, sql: string): StatementSync {
  return db.prepare(sql.replaceAll("limit ?", "limit +?"));
}
