/** One look at what a person is to be told of: in one read, for all of their devices. */
import { countedUnread } from "@heliogram/shared/alerts.ts";
import type { Chat } from "../domain/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { findPushSettings, showsContents } from "../store/queries/accounts/push-settings.ts";
import {
  listPushSubscriptions,
  listShown,
  NO_THREAD,
  REACTIONS,
  type PushSubscription,
  type ShownPush,
} from "../store/queries/accounts/push-subscriptions.ts";
import { membershipsIn, otherParties } from "../store/queries/chats/chat-list.ts";
import { chatsWith } from "../store/queries/chats/chats.ts";
import { recentlyReactedChats, recentUnreadChats } from "../store/queries/members/push-chats.ts";
import { alertsOf, MAX_AGE_S, shownId, Topics, type OwnChat, type PushAlert } from "./alerts.ts";
import { contentsOf, headOf, type PushPayload } from "./payload.ts";

/** Chats of one look; the others are looked at next. */
export const MAX_CHATS = 50;
/** The most recent chats with something to announce, after a restart. */
const MAX_RECENT_CHATS = 1000;
/** Chats with notifications that are looked at besides. */
const MAX_SHOWN_CHATS = 100;
/** Chats whose unread messages are counted for the icon. */
const COUNTED_CHATS = 200;

export interface Look {
  readonly subscriptions: readonly PushSubscription[];
  /** What to announce, the oldest first, with what each device is sent unless it shows that already. */
  readonly alerts: readonly { readonly alert: PushAlert; readonly payload: PushPayload }[];
  /** Notifications that are over, with the chat as the person sees it. */
  readonly read: readonly { readonly shown: ShownPush; readonly chat_id: number }[];
  readonly shown: readonly ShownPush[];
  /** Until when a page of the person is looked at, in Unix seconds: alerts wait. */
  readonly active_until: number;
  /** Unread messages in all; 0 where nothing is to be sent. */
  readonly badge: number;
  /** By chat, the newest event at this look. */
  readonly seqs: ReadonlyMap<number, number>;
}

/** All chats in which something may be to announce, or to close: what has changed is not known. The most recent first. */
export async function chatsToLookAt(tx: ReadTx, account_id: number, now_s: number): Promise<readonly number[]> {
  const after_s = now_s - MAX_AGE_S;
  const unread = await recentUnreadChats(tx, account_id, after_s, MAX_RECENT_CHATS);
  const reacted = await recentlyReactedChats(tx, account_id, after_s, MAX_RECENT_CHATS);
  return [...new Set([...unread, ...reacted, ...chatsShown(await listShown(tx, account_id))])];
}

/** @param chat_ids - the chats to look at */
export async function lookAt(
  tx: ReadTx,
  account_id: number,
  chat_ids: readonly number[],
  now_s: number,
): Promise<Look> {
  const subscriptions = await listPushSubscriptions(tx, account_id, now_s);
  const settings = await findPushSettings(tx, account_id);
  const nothing = { subscriptions, active_until: settings.active_until, alerts: [], read: [], shown: [] };
  if (subscriptions.length === 0) return { ...nothing, badge: 0, seqs: new Map() };
  const shown = await listShown(tx, account_id);
  const wanted = new Set(chat_ids);
  const chats = await ownChats(tx, account_id, [...wanted]);
  const topics = new Topics(tx, account_id);
  const recipient = { account_id, settings, now_s };
  const found: PushAlert[] = [];
  if (settings.active_until <= now_s)
    for (const own of chats.values()) found.push(...(await alertsOf(tx, recipient, own, topics)));
  const alerts = found.filter((alert) => subscriptions.some(({ id }) => !isShown(shown, id, alert)));
  // The first alert also says what is over in other chats.
  const others = alerts.length === 0 ? [] : chatsShown(shown).filter((id) => !wanted.has(id));
  for (const [id, own] of await ownChats(tx, account_id, others)) chats.set(id, own);
  for (const id of others) wanted.add(id);
  const read: { shown: ShownPush; chat_id: number }[] = [];
  for (const each of shown) {
    const own = chats.get(each.chat_id);
    if (wanted.has(each.chat_id) && (await isOver(each, own, topics)))
      read.push({ shown: each, chat_id: own ? shownId(own, account_id) : each.chat_id });
  }
  const seqs = new Map([...chats].map(([id, { membership }]) => [id, membership.last_seq]));
  const isNothing = alerts.length === 0 && read.length === 0;
  const badge = isNothing ? 0 : await unreadInAll(tx, account_id, now_s);
  const hasContents = await showsContents(tx, settings);
  const payloads = [];
  for (const alert of alerts.toSorted((one, other) => one.date - other.date))
    payloads.push({ alert, payload: await payloadOf(tx, account_id, alert, chats.get(alert.chat_id)!, hasContents) });
  return { ...nothing, alerts: payloads, read, shown, badge, seqs };
}

async function payloadOf(
  tx: ReadTx,
  account_id: number,
  alert: PushAlert,
  own: OwnChat,
  hasContents: boolean,
): Promise<PushPayload> {
  const chat_id = shownId(own, account_id);
  const head = headOf(alert, chat_id);
  return hasContents ? { ...head, ...(await contentsOf(tx, alert, own, chat_id)) } : head;
}

function chatsShown(shown: readonly ShownPush[]): readonly number[] {
  return [...new Set(shown.map(({ chat_id }) => chat_id))].slice(0, MAX_SHOWN_CHATS);
}

/** Whether a device shows this alert, or a newer one of the same chat or topic. */
export function isShown(shown: readonly ShownPush[], subscription_id: number, alert: PushAlert): boolean {
  return shown.some(
    (each) =>
      each.subscription_id === subscription_id &&
      each.chat_id === alert.chat_id &&
      each.thread_id === alert.thread_id &&
      each.mark >= alert.mark,
  );
}

/** Whether what a notification is about was read, or the person has left the chat. */
async function isOver({ chat_id, thread_id, mark }: ShownPush, own: OwnChat | undefined, topics: Topics) {
  if (!own) return true;
  if (thread_id === REACTIONS) return own.membership.unread_reactions === 0;
  if (own.membership.read_up_to >= mark || own.membership.unread_count === 0) return true;
  return thread_id !== NO_THREAD && (await topics.find(chat_id, thread_id)).read_up_to >= mark;
}

/** Those of these chats that the person is in. */
async function ownChats(tx: ReadTx, account_id: number, chat_ids: readonly number[]): Promise<Map<number, OwnChat>> {
  if (chat_ids.length === 0) return new Map();
  const memberships = (await membershipsIn(tx, account_id, chat_ids)).filter(({ member }) => member.is_member);
  const chats = new Map((await chatsWith(tx, chat_ids)).map((chat) => [chat.id, chat]));
  const isPrivate = ({ type }: Chat) => type === "private";
  const privates = [...chats.values()].filter(isPrivate).map(({ id }) => id);
  const parties = privates.length === 0 ? undefined : await otherParties(tx, account_id, privates);
  const found = new Map<number, OwnChat>();
  for (const membership of memberships) {
    const chat = chats.get(membership.chat_id);
    if (!chat) continue;
    const has_topics = chat.is_forum || parties?.get(chat.id)?.has_topics === true;
    found.set(chat.id, { chat, membership, has_topics });
  }
  return found;
}

/** The number on the icon, by the rule of the web client. Messages in muted topics count. */
async function unreadInAll(tx: ReadTx, account_id: number, now_s: number): Promise<number> {
  const ids = await recentUnreadChats(tx, account_id, 0, COUNTED_CHATS);
  const memberships = ids.length === 0 ? [] : await membershipsIn(tx, account_id, ids);
  return memberships.reduce((sum, each) => sum + countedUnread(each, now_s * 1000), 0);
}
