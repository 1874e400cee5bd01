/** The periods after which data is deleted: those of the service, and those of chats. */
import {
  CHAT_RETENTION_KINDS,
  SERVICE_PERIODS,
  type ChatRetention,
  type ServicePeriod,
  type ServiceRetention,
} from "../../../domain/retention.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";

/** The service in the column of the chat. */
const SERVICE = 0;
const SERVICE_KINDS = Object.keys(SERVICE_PERIODS) as ServicePeriod[];

interface RuleRow {
  readonly chat_id: number;
  readonly kind: string;
  readonly period: number;
  readonly is_by_service: number;
}

const RULES_OF = read<RuleRow>("retention_rule")`
  select chat_id, kind, period, is_by_service from retention_rule where chat_id in ${numbers}`;

/** The periods of the service. */
export async function findServiceRetention(tx: ReadTx): Promise<ServiceRetention> {
  const rows = await tx.all(RULES_OF, JSON.stringify([SERVICE]));
  return Object.fromEntries(rows.map(({ kind, period }) => [kind, period]));
}

/** The periods of these chats; chats without any are left out. */
export async function retentionOfChats(tx: ReadTx, chat_ids: readonly number[]): Promise<Map<number, ChatRetention>> {
  const found = new Map<number, ChatRetention>();
  for (const { chat_id, kind, period, is_by_service } of await tx.all(RULES_OF, JSON.stringify(chat_ids)))
    found.set(chat_id, { ...found.get(chat_id), [kind]: period, is_by_service: is_by_service === 1 });
  return found;
}

/** The periods of a chat; `undefined` if it has none of its own. */
export async function findChatRetention(tx: ReadTx, chat_id: number): Promise<ChatRetention | undefined> {
  return (await retentionOfChats(tx, [chat_id])).get(chat_id);
}

const SAVE_RULE = write("retention_rule")`
  insert into retention_rule (chat_id, kind, period, is_by_service) values (?, ?, ?, ?)`;
const DELETE_RULES = write("retention_rule")`delete from retention_rule where chat_id = ?`;

/** Replaces the periods of the service. */
export async function saveServiceRetention(tx: Tx, periods: ServiceRetention): Promise<void> {
  await tx.run(DELETE_RULES, SERVICE);
  for (const kind of SERVICE_KINDS) {
    const period = periods[kind];
    if (period !== undefined) await tx.run(SAVE_RULE, SERVICE, kind, period, 1);
  }
}

/** Replaces the periods of a chat. */
export async function saveChatRetention(tx: Tx, chat_id: number, periods: ChatRetention): Promise<void> {
  await tx.run(DELETE_RULES, chat_id);
  for (const kind of CHAT_RETENTION_KINDS) {
    const days = periods[`${kind}_days`];
    if (days !== undefined) await tx.run(SAVE_RULE, chat_id, `${kind}_days`, days, periods.is_by_service ? 1 : 0);
  }
}

const HAS_RULES = read<{ found: number }>("retention_rule")`
  select 1 as found from retention_rule where kind in ('messages_days', 'media_days') limit 1`;

/** Whether messages of any chat may expire. */
export async function doMessagesExpire(tx: ReadTx): Promise<boolean> {
  return (await tx.get(HAS_RULES)) !== undefined;
}
