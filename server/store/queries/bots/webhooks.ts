/** Webhooks: where updates of bots are pushed, and the last errors. */
import { truncated } from "../../../domain/text/portable.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface Webhook {
  readonly bot_id: number;
  readonly url: string;
  readonly secret: string;
  readonly max_connections: number;
  /** The address to connect to instead of resolving the host name; empty to resolve it. */
  readonly ip_address: string;
  /** The address that the host had when the webhook was set, to be shown; empty if it was not found. */
  readonly resolved_ip_address: string;
  /** PEM to check the receiver's certificate against; empty to use public authorities. */
  readonly certificate: string;
  readonly set_at: number;
  readonly last_error_at: number | null;
  readonly last_error: string | null;
  /** Updates that became too old before they were delivered. */
  readonly expired: number;
}

/** A webhook to which updates are pushed. */
export interface OpenWebhook extends Webhook {
  /** The owner of the bot; the bot itself where it has none. */
  readonly accountable_id: number;
}

const WEBHOOK =
  "bot_id, url, secret, max_connections, ip_address, resolved_ip_address, certificate, set_at, last_error_at, last_error, expired";

const FIND_WEBHOOK = read<Webhook>("webhook")`select ${WEBHOOK} from webhook where bot_id = ?`;

export function findWebhook(tx: ReadTx, bot_id: number): Promise<Webhook | undefined> {
  return tx.get(FIND_WEBHOOK, bot_id);
}

const OPEN = `${WEBHOOK}, coalesce((select owner_id from bot where account_id = bot_id), bot_id) as accountable_id`;
const ADMITTED = "bot_id in (select id from account where suspended_at is null)";

const FIND_OPEN_WEBHOOK = read<OpenWebhook>("bot", "webhook", "account")`
  select ${OPEN} from webhook where bot_id = ? and ${ADMITTED}`;

/** The webhook to push a bot's updates to; none while the bot is suspended. */
export function findOpenWebhook(tx: ReadTx, bot_id: number): Promise<OpenWebhook | undefined> {
  return tx.get(FIND_OPEN_WEBHOOK, bot_id);
}

const LIST_OPEN_WEBHOOKS = read<OpenWebhook>("bot", "webhook", "account")`
  select ${OPEN} from webhook where ${ADMITTED} order by bot_id`;

export function listOpenWebhooks(tx: ReadTx): Promise<OpenWebhook[]> {
  return tx.all(LIST_OPEN_WEBHOOKS);
}

const DELETE_WEBHOOK = write("webhook")`delete from webhook where bot_id = ?`;
const INSERT_WEBHOOK = write("webhook")`insert into webhook (${WEBHOOK}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Sets or replaces the webhook of a bot, which is locked, and clears the errors of an earlier one. */
export async function saveWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await tx.run(DELETE_WEBHOOK, webhook.bot_id);
  await tx.run(
    INSERT_WEBHOOK,
    webhook.bot_id,
    webhook.url,
    webhook.secret,
    webhook.max_connections,
    webhook.ip_address,
    webhook.resolved_ip_address,
    webhook.certificate,
    webhook.set_at,
    webhook.last_error_at,
    webhook.last_error,
    webhook.expired,
  );
}

const SAVE_RESOLVED_ADDRESS = write("webhook")`update webhook set resolved_ip_address = ? where bot_id = ? and url = ?`;

/** Keeps the address that the host of a webhook has now, unless the webhook has another URL by now. */
export async function saveResolvedAddress(
  tx: Tx,
  { bot_id, url, resolved_ip_address }: Pick<Webhook, "bot_id" | "url" | "resolved_ip_address">,
): Promise<void> {
  await tx.run(SAVE_RESOLVED_ADDRESS, resolved_ip_address, bot_id, url);
}

export async function deleteWebhook(tx: Tx, bot_id: number): Promise<void> {
  await tx.run(DELETE_WEBHOOK, bot_id);
}

const RECORD_FAILURE = write("webhook")`update webhook set last_error = ?, last_error_at = ? where bot_id = ?`;

export async function recordFailure(tx: Tx, bot_id: number, sentence: string, now_s: number): Promise<void> {
  await tx.run(RECORD_FAILURE, truncated(sentence, 512), now_s, bot_id);
}

const RECORD_EXPIRED_UPDATES = write("webhook")`update webhook set expired = expired + ? where bot_id = ?`;

/** Counts updates that became too old before delivery; the number is shown to the bot's owner. */
export async function recordExpiredUpdates(tx: Tx, bot_id: number, count: number): Promise<void> {
  await tx.run(RECORD_EXPIRED_UPDATES, count, bot_id);
}
