/** Devices that get pushes, and what each of them shows. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** A device of a person that gets pushes. */
export interface PushSubscription {
  readonly id: number;
  readonly account_id: number;
  readonly session_id: number;
  readonly endpoint: string;
  /** The public key of the device, in base64url. */
  readonly p256dh: string;
  /** Its secret, sealed. */
  readonly auth: string;
  readonly label: string;
  /** 1 if it takes pushes that show nothing. */
  readonly takes_silent: number;
  readonly created_at: number;
  readonly delivered_at: number | null;
  /** The first failure since the last delivery. */
  readonly failing_since: number | null;
  readonly last_error: string | null;
}

const COLUMNS =
  "id, account_id, session_id, endpoint, p256dh, auth, label, takes_silent, created_at, delivered_at, failing_since, last_error";
const LIVE = `select ${COLUMNS.replaceAll(/\w+/g, "p.$&")} from push_subscription p
  join session s on s.id = p.session_id and s.person_id = p.account_id`;

const LIST_LIVE = read<PushSubscription>("push_subscription", "session")`
  ${LIVE} where p.account_id = ? and s.expires_at > ? order by p.id`;

/** The subscriptions of a person whose sessions have not ended. */
export function listPushSubscriptions(tx: ReadTx, account_id: number, now_s: number): Promise<PushSubscription[]> {
  return tx.all(LIST_LIVE, account_id, now_s);
}

const SUBSCRIBERS = read<{ account_id: number }>("push_subscription", "account")`
  select distinct account_id from push_subscription
  where account_id in (select id from account where suspended_at is null) order by account_id`;

/** Everybody with a subscription who is not suspended. */
export async function listSubscribers(tx: ReadTx): Promise<number[]> {
  return (await tx.all(SUBSCRIBERS)).map(({ account_id }) => account_id);
}

const IS_SUBSCRIBER = read<{ id: number }>("push_subscription", "account")`
  select id from push_subscription
  where account_id = ? and account_id in (select id from account where suspended_at is null) limit 1`;

export async function isSubscriber(tx: ReadTx, account_id: number): Promise<boolean> {
  return (await tx.get(IS_SUBSCRIBER, account_id)) !== undefined;
}

const DELETE_ENDPOINT = write<{ id: number; account_id: number }>("push_subscription")`
  delete from push_subscription where endpoint = ? returning id, account_id`;
const INSERT = write("push_subscription")`
  insert into push_subscription (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Deletes the subscription of an endpoint, whosever it is. @returns it */
export function deleteEndpoint(tx: Tx, endpoint: string): Promise<{ id: number; account_id: number } | undefined> {
  return tx.get(DELETE_ENDPOINT, endpoint);
}

export async function insertPushSubscription(tx: Tx, subscription: PushSubscription): Promise<void> {
  const { id, account_id, session_id, endpoint, p256dh, auth, label, takes_silent } = subscription;
  const { created_at, delivered_at, failing_since, last_error } = subscription;
  const key = [id, account_id, session_id, endpoint, p256dh, auth] as const;
  await tx.run(INSERT, ...key, label, takes_silent, created_at, delivered_at, failing_since, last_error);
}

const DELETE = write<{ id: number }>("push_subscription")`
  delete from push_subscription where account_id = ? and id = ? returning id`;
const FORGET_SHOWN = write("push_shown")`delete from push_shown where account_id = ? and subscription_id = ?`;

/** @returns whether there was one */
export async function deletePushSubscription(tx: Tx, account_id: number, id: number): Promise<boolean> {
  const row = await tx.get(DELETE, account_id, id);
  if (row) await forgetAllShown(tx, account_id, id);
  return row !== undefined;
}

/** Forgets what a device shows. */
export async function forgetAllShown(tx: Tx, account_id: number, subscription_id: number): Promise<void> {
  await tx.run(FORGET_SHOWN, account_id, subscription_id);
}

const MARK_DELIVERED = write("push_subscription")`
  update push_subscription set delivered_at = ?, failing_since = null, last_error = null where account_id = ? and id = ?`;
const MARK_FAILED = write("push_subscription")`
  update push_subscription set failing_since = coalesce(failing_since, ?), last_error = ?
  where account_id = ? and id = ?`;

export async function markPushDelivered(tx: Tx, account_id: number, id: number, now_s: number): Promise<void> {
  await tx.run(MARK_DELIVERED, now_s, account_id, id);
}

/** @param error - a sentence without the address */
export async function markPushFailed(
  tx: Tx,
  account_id: number,
  id: number,
  error: string,
  now_s: number,
): Promise<void> {
  await tx.run(MARK_FAILED, now_s, error, account_id, id);
}

/** What a notification is about: a chat, a topic, or the reactions in a chat. */
export interface ShownKey {
  readonly chat_id: number;
  /** `NO_THREAD`, the topic, or `REACTIONS`. */
  readonly thread_id: number;
}

/** The `thread_id` of a chat without topics. */
export const NO_THREAD = 0;
/** The `thread_id` of the notification about reactions in a chat. */
export const REACTIONS = -1;

/** A notification that a device shows. */
export interface ShownPush extends ShownKey {
  readonly subscription_id: number;
  /** The newest message that was announced; of reactions, the second of the newest. */
  readonly mark: number;
}

const LIST_SHOWN = read<ShownPush>("push_shown")`
  select subscription_id, chat_id, thread_id, mark from push_shown where account_id = ?
  order by subscription_id, chat_id, thread_id`;

export function listShown(tx: ReadTx, account_id: number): Promise<ShownPush[]> {
  return tx.all(LIST_SHOWN, account_id);
}

const SAVE_SHOWN = write("push_shown")`
  insert into push_shown (account_id, subscription_id, chat_id, thread_id, mark) values (?, ?, ?, ?, ?)
  on conflict (account_id, subscription_id, chat_id, thread_id) do update set mark = excluded.mark`;

export async function saveShown(tx: Tx, account_id: number, shown: ShownPush): Promise<void> {
  await tx.run(SAVE_SHOWN, account_id, shown.subscription_id, shown.chat_id, shown.thread_id, shown.mark);
}

const DELETE_SHOWN = write("push_shown")`
  delete from push_shown where account_id = ? and subscription_id = ? and chat_id = ? and thread_id = ? and mark <= ?`;

export async function deleteShown(tx: Tx, account_id: number, shown: ShownPush): Promise<void> {
  await tx.run(DELETE_SHOWN, account_id, shown.subscription_id, shown.chat_id, shown.thread_id, shown.mark);
}

const LAST_OF_PAGE = read<{ last: number | null }>("push_subscription")`
  select max(id) as last from (select id from push_subscription where id > ? order by id limit ?) as page`;
const DELETE_ENDED = write<{ id: number; account_id: number }>("push_subscription", { reads: ["session"] })`
  delete from push_subscription where id in (
    select p.id from push_subscription p left join session s on s.id = p.session_id and s.expires_at > ?
    where p.id > ? and p.id <= ? and s.id is null) returning id, account_id`;

/**
 * Deletes the subscriptions of one page, by id, whose sessions have ended.
 * @returns the id after which the next page begins; `undefined` after the last one
 */
export async function deleteEndedSubscriptions(
  tx: Tx,
  now_s: number,
  after_id: number,
  limit: number,
): Promise<number | undefined> {
  const last_id = (await tx.get(LAST_OF_PAGE, after_id, limit))?.last ?? undefined;
  if (last_id === undefined) return undefined;
  const ended = await tx.all(DELETE_ENDED, now_s, after_id, last_id);
  for (const { id, account_id } of ended) await forgetAllShown(tx, account_id, id);
  return last_id;
}
