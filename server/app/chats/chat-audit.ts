/** Records in the audit log what is done in groups and channels. */
import type { AuditAction } from "@heliogram/shared/audit.ts";
import type { Account } from "../../domain/accounts.ts";
import type { AuditDetail } from "../../domain/audit.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Tx } from "../../store/db.ts";
import { record } from "../../store/queries/service/audit.ts";

/** Private chats are nobody's business but that of the two people. */
export async function recordInChat(
  tx: Tx,
  by: Account,
  action: AuditAction,
  chat: Pick<Chat, "id" | "type" | "title">,
  detail: AuditDetail,
  now_s: number,
): Promise<void> {
  if (chat.type === "private") return;
  const actor = by.is_bot ? { bot_id: by.id } : by.id;
  const subject = { kind: "chat", id: chat.id } as const;
  await record(tx, { by: actor, action, subject, detail: { title: chat.title, ...detail } }, now_s);
}
