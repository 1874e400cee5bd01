/** Devices that get pushes: subscribing them, and what the person wants to be pushed (behaviour.md §6). */
import type { AuditActor } from "../../domain/audit.ts";
import type { Tx } from "../../store/db.ts";
import {
  allowsPushContents,
  findPushSettings,
  savePushSettings,
  setActiveUntil,
  setPushContents,
  type PushSettings,
} from "../../store/queries/accounts/push-settings.ts";
import {
  deleteEndpoint,
  deletePushSubscription,
  forgetAllShown,
  insertPushSubscription,
  listPushSubscriptions,
  type PushSubscription,
} from "../../store/queries/accounts/push-subscriptions.ts";
import { listOwners } from "../../store/queries/accounts/people.ts";
import { record } from "../../store/queries/service/audit.ts";
import { nextNumber } from "../../store/queries/service/counters.ts";
import { notifyNodesOfPush } from "../../store/queries/streams/service-stream.ts";
import type { Seal } from "./seal.ts";
import { tellOwnPages } from "./own-pages.ts";

/** Devices of one person. A further one takes the place of the oldest. */
const MAX_SUBSCRIPTIONS = 20;

/** A device as its client describes it. */
export interface NewPushSubscription extends Pick<
  PushSubscription,
  "account_id" | "session_id" | "endpoint" | "p256dh" | "label"
> {
  /** Its secret, not sealed. */
  readonly auth: string;
  readonly takes_silent: boolean;
}

/**
 * Subscribes a device. An endpoint belongs to one session: whoever has it now gets its pushes, and nobody else. The
 * person is locked.
 * @returns the id of the subscription
 */
export async function subscribe(tx: Tx, seal: Seal, device: NewPushSubscription, now_s: number): Promise<number> {
  const before = await deleteEndpoint(tx, device.endpoint);
  if (before) await forgetAllShown(tx, before.account_id, before.id);
  if (before && before.account_id !== device.account_id) notifyNodesOfPush(tx, before.account_id);
  const own = await listPushSubscriptions(tx, device.account_id, now_s);
  for (const { id } of own.slice(0, Math.max(0, own.length - MAX_SUBSCRIPTIONS + 1)))
    await deletePushSubscription(tx, device.account_id, id);
  const id = await nextNumber(tx, "push");
  await insertPushSubscription(tx, {
    ...device,
    id,
    auth: seal.close(device.auth, pushPurpose(id)),
    takes_silent: device.takes_silent ? 1 : 0,
    created_at: now_s,
    delivered_at: null,
    failing_since: null,
    last_error: null,
  });
  changed(tx, device.account_id);
  await record(tx, { by: device.account_id, action: "push_enabled", detail: { device: device.label } }, now_s);
  return id;
}

/** What the secret of a subscription is sealed for. */
export function pushPurpose(subscription_id: number): string {
  return `push ${subscription_id}`;
}

/** Ends a subscription of a person. @returns false if there is none of this id */
export async function unsubscribe(tx: Tx, account_id: number, id: number, now_s: number): Promise<boolean> {
  if (!(await deletePushSubscription(tx, account_id, id))) return false;
  changed(tx, account_id);
  await record(tx, { by: account_id, action: "push_disabled" }, now_s);
  return true;
}

/** Ends a subscription whose push service says that it is gone, or that has failed for long. */
export async function dropSubscription(tx: Tx, account_id: number, id: number): Promise<void> {
  if (await deletePushSubscription(tx, account_id, id)) changed(tx, account_id);
}

/** Nodes begin or end to push, and the person's pages learn whether they are to say that they are looked at. */
function changed(tx: Tx, account_id: number): void {
  notifyNodesOfPush(tx, account_id);
  tellOwnPages(tx, account_id);
}

export async function changePushSettings(tx: Tx, account_id: number, settings: PushSettings): Promise<void> {
  await savePushSettings(tx, account_id, settings);
  tellOwnPages(tx, account_id);
}

/**
 * Notes whether a page of the person is looked at. When none is any more, what is unread is pushed at once.
 * @param active_until - in Unix seconds; not in the future if none is
 */
export async function noteActivity(tx: Tx, account_id: number, active_until: number, now_s: number): Promise<void> {
  if (active_until > now_s) return setActiveUntil(tx, account_id, active_until);
  const { active_until: before } = await findPushSettings(tx, account_id);
  if (before <= now_s) return;
  await setActiveUntil(tx, account_id, active_until);
  notifyNodesOfPush(tx, account_id);
}

/**
 * Lets pushes contain names and texts, or withholds these from all. Pages of owners show it at once. Records nothing if
 * that is already so.
 */
export async function allowPushContents(tx: Tx, by: AuditActor, are_allowed: boolean, now_s: number): Promise<void> {
  if ((await allowsPushContents(tx)) === are_allowed) return;
  await setPushContents(tx, are_allowed);
  for (const owner_id of await listOwners(tx)) tellOwnPages(tx, owner_id);
  await record(tx, { by, action: are_allowed ? "push_contents_allowed" : "push_contents_withheld" }, now_s);
}
