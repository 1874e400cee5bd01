/** Sets and lifts legal holds, and records both. */
import type { AuditActor } from "../../domain/audit.ts";
import type { HoldSubject } from "../../domain/retention.ts";
import { record } from "../../store/queries/service/audit.ts";
import { countHolds, deleteHold, findHold, saveHold } from "../../store/queries/retention/holds.ts";
import type { Tx } from "../../store/db.ts";

/** Each round of maintenance reads the held people. */
const MAX_HOLDS = 10_000;

/** The subject of a hold; `title` is that of a chat at this time. */
export interface NamedSubject extends HoldSubject {
  readonly title?: string;
}

/** Sets a hold, or changes the reason of one. @returns the refusal, or `null` */
export async function setHold(
  tx: Tx,
  by: AuditActor,
  { title, ...subject }: NamedSubject,
  reason: string,
  now_s: number,
): Promise<"TOO_MANY_HOLDS" | null> {
  const before = await findHold(tx, subject);
  if (before?.reason === reason) return null;
  if (!before && (await countHolds(tx)) >= MAX_HOLDS) return "TOO_MANY_HOLDS";
  await saveHold(tx, { ...subject, reason, at: now_s });
  await record(tx, { by, action: "hold_set", subject, detail: title === undefined ? {} : { title } }, now_s);
  return null;
}

/** @returns the refusal, or `null` */
export async function liftHold(
  tx: Tx,
  by: AuditActor,
  { title, ...subject }: NamedSubject,
  now_s: number,
): Promise<"HOLD_NOT_FOUND" | null> {
  if (!(await findHold(tx, subject))) return "HOLD_NOT_FOUND";
  await deleteHold(tx, subject);
  await record(tx, { by, action: "hold_lifted", subject, detail: title === undefined ? {} : { title } }, now_s);
  return null;
}
