/** Changes a topic, and posts the service messages about it in the topic. */
import type { Chat } from "../../domain/chats.ts";
import type { Service } from "../../domain/messages.ts";
import type { Topic } from "../../domain/topics.ts";
import type { Tx } from "../../store/db.ts";
import { saveTopic } from "../../store/queries/messages/topics.ts";
import type { AppContext } from "../app-context.ts";
import { post, type Sender } from "../messages/post.ts";
import { appendTopicEvent } from "./topic-event.ts";

/** Saves the topic as it is to be. The caller has checked the rights, and that something changes. */
export async function changeTopic(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  topic: Topic,
  services: readonly Service[],
  now_s: number,
): Promise<void> {
  await saveTopic(tx, topic);
  appendTopicEvent(tx, topic);
  if (services.length === 0) return;
  const { thread_id } = topic;
  const drafts = services.map((service) => ({ text: "", reply_to: null, content: { service }, thread_id }));
  await post(tx, app, chat, by, drafts, now_s);
}
