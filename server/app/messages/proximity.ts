/** Alerts about live locations that come near each other in a chat (behaviour.md §4). */
import { distance_m } from "@heliogram/shared/distance.ts";
import { endOfLive, isLive } from "../../domain/live-location.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Location, Message } from "../../domain/messages.ts";
import type { Tx } from "../../store/db.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { deleteLiveLocation } from "../../store/queries/messages/messages.ts";
import {
  deleteEndedLiveLocations,
  liveLocations,
  saveLiveLocation,
  type LiveLocation,
} from "../../store/queries/messages/live-locations.ts";
import type { AppContext } from "../app-context.ts";
import { post } from "./post.ts";

/** Live locations of a chat that one is compared with, the newest. */
const MAX_OTHERS = 50;

/**
 * Follows a live location that was sent, moved or stopped, and posts the alerts that this triggers. Locations in the name of a
 * chat take no part: an alert would reveal who has sent them. The chat is locked.
 * @param before - the location before a move
 */
export async function followLiveLocation(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  moved: Message,
  before: Location | undefined,
  now_s: number,
): Promise<void> {
  if (moved.sender_chat_id !== null) return;
  if (!isLive(moved, now_s)) return deleteLiveLocation(tx, moved);
  await deleteEndedLiveLocations(tx, chat.id, now_s);
  const all = await liveLocations(tx, chat.id, now_s, MAX_OTHERS);
  const known = all.find(({ message }) => message.message_id === moved.message_id);
  const hasSameRadius = before?.proximity_alert_radius === moved.content.location?.proximity_alert_radius;
  const own = { message: moved, alerted: known && (hasSameRadius || before === undefined) ? known.alerted : [] };
  await saveLiveLocation(tx, moved, endOfLive(moved), own.alerted);
  let { alerted } = own;
  for (const other of all) {
    if (other.message.sender_id === moved.sender_id) continue;
    if (await alert(tx, app, chat, { ...own, alerted }, other, now_s)) alerted = [...alerted, other.message.sender_id];
    if (await alert(tx, app, chat, other, own, now_s))
      await saveLiveLocation(tx, other.message, endOfLive(other.message), [...other.alerted, moved.sender_id]);
  }
  if (alerted !== own.alerted) await saveLiveLocation(tx, moved, endOfLive(moved), alerted);
}

/** Posts the alert if the traveler is within the radius that the watcher has set. @returns whether it is posted */
async function alert(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  watcher: LiveLocation,
  traveler: LiveLocation,
  now_s: number,
): Promise<boolean> {
  const radius_m = watcher.message.content.location?.proximity_alert_radius ?? 0;
  const { sender_id } = traveler.message;
  if (radius_m === 0 || watcher.alerted.includes(sender_id)) return false;
  const apart_m = distance_m(watcher.message.content.location!, traveler.message.content.location!);
  if (apart_m > radius_m) return false;
  const account = await findAccount(tx, sender_id);
  const [member, watching] = [
    await findMember(tx, chat.id, sender_id),
    await findMember(tx, chat.id, watcher.message.sender_id),
  ];
  if (!account || account.suspended_at !== null || !member?.is_member || !watching?.is_member) return false;
  const service = {
    kind: "proximity_alert_triggered",
    accounts: [sender_id, watcher.message.sender_id],
    distance_m: Math.round(apart_m),
  } as const;
  const draft = { text: "", reply_to: null, content: { service }, thread_id: watcher.message.thread_id };
  await post(tx, app, chat, { account, member }, [draft], now_s);
  return true;
}
