/** Sets how long the service and its chats keep data (behaviour.md §6). */
import type { AuditActor } from "../../domain/audit.ts";
import type { Chat } from "../../domain/chats.ts";
import {
  areWithinBounds,
  haveOrder,
  type ChatPeriods,
  type ChatRetention,
  type ServiceRetention,
} from "../../domain/retention.ts";
import { record } from "../../store/queries/service/audit.ts";
import {
  findChatRetention,
  findServiceRetention,
  saveChatRetention,
  saveServiceRetention,
} from "../../store/queries/retention/rules.ts";
import { notifyNodesOfRetention } from "../../store/queries/streams/service-stream.ts";
import type { ReadTx, Tx } from "../../store/db.ts";

/** @returns the refusal, or `null` */
export async function setServiceRetention(
  tx: Tx,
  by: AuditActor,
  periods: ServiceRetention,
  now_s: number,
): Promise<"RETENTION_OUT_OF_BOUNDS" | null> {
  if (!haveOrder(periods)) return "RETENTION_OUT_OF_BOUNDS";
  const changed = changesOf(await findServiceRetention(tx), periods);
  if (changed.length === 0) return null;
  await saveServiceRetention(tx, periods);
  notifyNodesOfRetention(tx);
  await record(tx, { by, action: "retention_changed", detail: { changed } }, now_s);
  return null;
}

/** The periods of the service, and those of a chat. */
export interface RetentionOfChat {
  readonly service: ServiceRetention;
  /** Absent if the chat has none of its own. */
  readonly own: ChatRetention | undefined;
}

export async function findRetention(tx: ReadTx, chat_id: number): Promise<RetentionOfChat> {
  return { service: await findServiceRetention(tx), own: await findChatRetention(tx, chat_id) };
}

/**
 * Sets the periods of a group or channel for an owner of the service, who is not bound. Without any, those of the service
 * apply again.
 */
export async function setPeriodsByService(
  tx: Tx,
  by: AuditActor,
  chat: Chat,
  periods: ChatPeriods,
  now_s: number,
): Promise<void> {
  await save(tx, by, chat, { ...periods, is_by_service: true }, now_s);
}

/** Sets them for the owner of the chat, within the bounds of the service. @returns the refusal, or `null` */
export async function setPeriodsByOwner(
  tx: Tx,
  by: AuditActor,
  chat: Chat,
  periods: ChatPeriods,
  now_s: number,
): Promise<"RETENTION_NOT_CHOSEN" | "RETENTION_OUT_OF_BOUNDS" | null> {
  const { service, own } = await findRetention(tx, chat.id);
  if (service.chat_min_days === undefined || own?.is_by_service) return "RETENTION_NOT_CHOSEN";
  if (!areWithinBounds(service, periods)) return "RETENTION_OUT_OF_BOUNDS";
  await save(tx, by, chat, { ...periods, is_by_service: false }, now_s);
  return null;
}

async function save(tx: Tx, by: AuditActor, chat: Chat, periods: ChatRetention, now_s: number): Promise<void> {
  const before = await findChatRetention(tx, chat.id);
  const changed = changesOf(before ?? {}, periods).filter((name) => name !== "is_by_service");
  if (changed.length === 0 && before?.is_by_service === periods.is_by_service) return;
  await saveChatRetention(tx, chat.id, periods);
  const subject = { kind: "chat", id: chat.id } as const;
  await record(tx, { by, action: "chat_retention_changed", subject, detail: { title: chat.title, changed } }, now_s);
}

/** The names of what differs. */
function changesOf(before: object, after: object): string[] {
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name));
}
