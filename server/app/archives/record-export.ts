/** Records in the audit log who has exported a person's data, or a chat. */
import type { AuditActor } from "../../domain/audit.ts";
import type { Chat } from "../../domain/chats.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";

export async function recordPersonExport(tx: Tx, by: AuditActor, person_id: number, now_s: number): Promise<void> {
  await record(tx, { by, action: "person_exported", subject: { kind: "person", id: person_id } }, now_s);
}

export async function recordChatExport(
  tx: Tx,
  by: AuditActor,
  { id, title }: Pick<Chat, "id" | "title">,
  now_s: number,
): Promise<void> {
  await record(tx, { by, action: "chat_exported", subject: { kind: "chat", id }, detail: { title } }, now_s);
}
