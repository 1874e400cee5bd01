/** Stopping the streamed draft of a bot. */
import type { Chat } from "../../domain/chats.ts";
import type { DraftPlace } from "../../domain/streamed-draft.ts";
import { shownThread } from "../../domain/topics.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Tx } from "../../store/db.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";
import type { AppContext } from "../app-context.ts";
import { queueUpdate } from "../messages/deliver.ts";

function messageThread(chat: Chat, thread_id: number): { readonly message_thread_id?: number } {
  const shown = thread_id === 0 ? undefined : shownThread(chat, thread_id);
  return shown === undefined ? {} : { message_thread_id: shown };
}

/** Notifies a bot that somebody has stopped its draft. @returns false if there is no such bot */
export async function queueStopped(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  { bot_id, thread_id }: DraftPlace,
  draft_id: number,
): Promise<boolean> {
  const bot = await findBot(tx, bot_id);
  if (!bot) return false;
  const shown = await new ViewerContext(tx, bot, app.fileIds).chat(chat);
  queueUpdate(tx, app, bot, "stopped_message_generation", chat.id, {
    chat: shown,
    ...messageThread(chat, thread_id),
    draft_id,
  });
  return true;
}
