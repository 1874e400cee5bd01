/** The audit log: appended to, read from the newest entry, and deleted from the oldest. */
import type { AuditAction, AuditOrigin, AuditSubjectKind } from "@heliogram/shared/audit.ts";
import type { AuditDetail, AuditRecord } from "../../../domain/audit.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { clientAddressOf } from "./transaction-client.ts";
import { deletesOldest } from "./oldest-rows.ts";

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

const INSERT_AUDIT = write("audit")`
  insert into audit (at, origin, actor_id, action, subject_kind, subject_id, detail, client_address)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Adds an entry in the transaction of the action, so that both are kept or neither is. */
export async function record(tx: Tx, { by, action, subject, detail }: AuditRecord, now_s: number): Promise<void> {
  await tx.run(
    INSERT_AUDIT,
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

/** The conditions of a filter, in the order of their columns. */
const CONDITIONS = [
  "actor_id = ?",
  "origin = ?",
  "action = ?",
  "subject_kind = 'chat' and subject_id = ?",
  "at >= ?",
  "at < ?",
] as const;
/** A statement for each set of conditions, at the index that has their bits. */
const AUDIT_BEFORE = Array.from({ length: 2 ** CONDITIONS.length }, (_, set) => {
  const conditions = CONDITIONS.filter((_condition, i) => (set & (1 << i)) !== 0).map((each) => ` and ${each}`);
  return read<Omit<AuditEntry, "detail"> & { detail: string }>("audit")`
    select id, at, origin, actor_id, action, subject_kind, subject_id, detail, client_address from audit
    where id < ?${conditions.join("")} order by id desc limit ?`;
});

/** Entries that pass the filter, the newest first. */
export async function auditBefore(tx: ReadTx, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const { before, actor_id, origin, action, chat_id, since, until } = filter;
  const wanted = [actor_id, origin, action, chat_id, since, until];
  const values = wanted.filter((value) => value !== undefined);
  const set = wanted.reduce<number>((bits, value, i) => (value === undefined ? bits : bits | (1 << i)), 0);
  const rows = await tx.all(AUDIT_BEFORE[set]!, before, ...values, limit);
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditDetail }));
}

/** Deletes entries that are older. */
export const forgetAudit = deletesOldest({ table: "audit", key: "id", time: "at", until: "<" });
