/** Webhooks and update queues of bots, as the bots set them. The caller has locked the bot. */
import type { Bot } from "../../domain/accounts.ts";
import { setAllowedUpdates } from "../../store/queries/accounts/accounts.ts";
import {
  deleteWebhook,
  findWebhook,
  saveResolvedAddress,
  saveWebhook,
  type Webhook,
} from "../../store/queries/bots/webhooks.ts";
import { notifyNodes } from "../../store/queries/streams/service-stream.ts";
import { streamState, trimStream } from "../../store/queries/streams/streams.ts";
import type { Tx } from "../../store/db.ts";

const COMPARED = ["url", "secret", "max_connections", "ip_address"] as const;

export type NewWebhook = Pick<Webhook, "bot_id" | "certificate" | "resolved_ip_address" | (typeof COMPARED)[number]>;

export interface QueueOptions {
  /** Removes every pending update of the bot. */
  readonly drop_pending_updates: boolean;
  /** The kinds of update that the bot receives from now on; `undefined` for those of before. */
  readonly allowed_updates?: Bot["allowed_updates"] | undefined;
}

/** Sets a webhook. One that is set already stays, with the errors of its deliveries, unless updates are dropped. */
export async function setWebhook(
  tx: Tx,
  wanted: NewWebhook,
  options: QueueOptions,
  now_s: number,
): Promise<"set" | "unchanged"> {
  const before = await findWebhook(tx, wanted.bot_id);
  await changeQueue(tx, wanted.bot_id, options);
  notifyNodes(tx, "webhook", wanted.bot_id);
  if (before && !options.drop_pending_updates && isSame(before, wanted)) {
    await saveResolvedAddress(tx, wanted);
    return "unchanged";
  }
  await saveWebhook(tx, { ...wanted, set_at: now_s, last_error_at: null, last_error: null, expired: 0 });
  return "set";
}

/** Removes the webhook. @returns whether there was one */
export async function removeWebhook(tx: Tx, bot_id: number, options: QueueOptions): Promise<boolean> {
  const before = await findWebhook(tx, bot_id);
  await changeQueue(tx, bot_id, options);
  if (!before) return false;
  await deleteWebhook(tx, bot_id);
  notifyNodes(tx, "webhook", bot_id);
  return true;
}

/** Sets the kinds of update that a bot receives from now on. */
export function allowUpdates(tx: Tx, bot_id: number, kinds: Bot["allowed_updates"]): Promise<void> {
  return setAllowedUpdates(tx, bot_id, kinds);
}

async function changeQueue(tx: Tx, bot_id: number, options: QueueOptions): Promise<void> {
  if (options.drop_pending_updates) {
    const state = await streamState(tx, bot_id);
    if (state && state.last_seq > state.trimmed_seq) await trimStream(tx, bot_id, state.last_seq);
  }
  if (options.allowed_updates !== undefined) await allowUpdates(tx, bot_id, options.allowed_updates);
}

/** Whether a webhook stays as it is. A certificate counts as a change, also the same one, as in Telegram. */
function isSame(before: Webhook, wanted: NewWebhook): boolean {
  return before.certificate === "" && wanted.certificate === "" && COMPARED.every((key) => before[key] === wanted[key]);
}
