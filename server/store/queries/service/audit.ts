/** The audit log: appended to, read from the newest entry, and deleted from the oldest. */
import type { AuditAction, AuditDetail, AuditRecord, AuditOrigin, AuditSubjectKind } from "../../../domain/audit.ts";
import type { ReadTx, Tx, Value } from "../../db.ts";
import { clientAddressOf } from "./transaction-client.ts";

export interface AuditEntry {
  readonly id: number;
  /** Unix seconds. */
  readonly at: number;
  readonly origin: AuditOrigin;
  readonly actor_id: number | null;
  readonly action: AuditAction;
  readonly subject_kind: AuditSubjectKind | "";
  readonly subject_id: number | null;
  readonly detail: AuditDetail;
  /** Of the client; empty if it is not known, as at the command line. */
  readonly client_address: string;
}

/** Adds an entry in the transaction of the action, so that both are kept or neither is. */
export async function record(tx: Tx, { by, action, subject, detail }: AuditRecord, now_s: number): Promise<void> {
  await tx.run(
    `insert into audit (at, origin, actor_id, action, subject_kind, subject_id, detail, client_address)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    now_s,
    typeof by === "number" ? "person" : typeof by === "object" ? "bot" : by,
    typeof by === "number" ? by : typeof by === "object" ? by.bot_id : null,
    action,
    subject?.kind ?? "",
    subject?.id ?? null,
    JSON.stringify(detail ?? {}),
    clientAddressOf(tx),
  );
}

export interface AuditFilter {
  /** Only entries older than the one with this id. */
  readonly before: number;
  readonly actor_id: number | undefined;
  readonly origin: AuditOrigin | undefined;
  readonly action: AuditAction | undefined;
  readonly chat_id: number | undefined;
  /** Unix seconds: from the first on, and before the second. */
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** Entries that pass the filter, the newest first. */
export async function auditBefore(tx: ReadTx, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const conditions = ["id < ?"];
  const values: Value[] = [filter.before];
  for (const column of ["actor_id", "origin", "action"] as const) {
    const wanted = filter[column];
    if (wanted === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(wanted);
  }
  for (const [condition, value] of [
    ["subject_kind = 'chat' and subject_id = ?", filter.chat_id],
    ["at >= ?", filter.since],
    ["at < ?", filter.until],
  ] as const) {
    if (value === undefined) continue;
    conditions.push(condition);
    values.push(value);
  }
  const rows = await tx.all<Omit<AuditEntry, "detail"> & { detail: string }>(
    `select id, at, origin, actor_id, action, subject_kind, subject_id, detail, client_address from audit
     where ${conditions.join(" and ")} order by id desc limit ?`,
    ...values,
    limit,
  );
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditDetail }));
}

/** Deletes up to `limit` entries older than `before_s`, the oldest first. @returns whether there may be more */
export async function forgetAudit(tx: Tx, before_s: number, limit: number): Promise<boolean> {
  const gone = await tx.all<{ id: number }>(
    "delete from audit where id in (select id from audit where at < ? order by at, id limit ?) returning id",
    before_s,
    limit,
  );
  return gone.length === limit;
}
