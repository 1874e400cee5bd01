/** Records in the audit log that the operator has exported a person's data, or a chat. */
import type { Chat } from "../../domain/chats.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";

export async function recordPersonExport(tx: Tx, person_id: number, now_s: number): Promise<void> {
  await record(tx, { by: "operator", action: "person_exported", subject: { kind: "person", id: person_id } }, now_s);
}

export async function recordChatExport(
  tx: Tx,
  { id, title }: Pick<Chat, "id" | "title">,
  now_s: number,
): Promise<void> {
  const subject = { kind: "chat", id } as const;
  await record(tx, { by: "operator", action: "chat_exported", subject, detail: { title } }, now_s);
}
