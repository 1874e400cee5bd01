/** Deletes a bot: revokes its token, releases its user name and removes it from its chats. Its messages stay. */
import type { Tx } from "../../store/db.ts";
import { markDeleted, setTokenHash, suspendAccount, takeUsername } from "../../store/queries/accounts/accounts.ts";
import { deleteWebhook } from "../../store/queries/bots/webhooks.ts";
import { leaveAllChats } from "../../store/queries/members/members.ts";
import { notifyNodes } from "../../store/queries/streams/service-stream.ts";
import { streamState, trimStream } from "../../store/queries/streams/streams.ts";

export async function deleteBot(tx: Tx, bot_id: number, now_s: number): Promise<void> {
  await suspendAccount(tx, bot_id, now_s);
  await markDeleted(tx, bot_id, now_s);
  await takeUsername(tx, bot_id, null);
  await deleteWebhook(tx, bot_id);
  await leaveAllChats(tx, bot_id);
  await setTokenHash(tx, bot_id, `deleted:${bot_id}`);
  const state = await streamState(tx, bot_id);
  if (state) await trimStream(tx, bot_id, state.last_seq);
  notifyNodes(tx, "suspension", bot_id);
}
