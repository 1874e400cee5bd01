/** Takes a bot out of service: its token dies, its name is free, its chats lose it; what it said stays. */
import type { Tx } from "../store/db.ts";
import { markDeleted, setTokenHash, suspendAccount, takeUsername } from "../store/accounts.ts";
import { deleteWebhook } from "../store/webhooks.ts";
import { leaveEverywhere } from "../store/members.ts";
import { streamState, trimStream } from "../store/streams.ts";

export async function deleteBot(tx: Tx, bot_id: number, now_s: number): Promise<void> {
  await suspendAccount(tx, bot_id, now_s);
  await markDeleted(tx, bot_id, now_s);
  await takeUsername(tx, bot_id, null);
  await deleteWebhook(tx, bot_id);
  await leaveEverywhere(tx, bot_id);
  await setTokenHash(tx, bot_id, `deleted:${bot_id}`);
  const state = await streamState(tx, bot_id);
  if (state) await trimStream(tx, bot_id, state.head);
}
