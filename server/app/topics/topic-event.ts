/** Notifies the clients of a chat that a topic was created, changed or deleted. */
import type { Topic } from "../../domain/topics.ts";
import type { Tx } from "../../store/db.ts";

export function appendTopicEvent(tx: Tx, { chat_id, thread_id }: Pick<Topic, "chat_id" | "thread_id">): void {
  tx.append({ stream: chat_id, kind: "topic", ref: thread_id, body: "" });
}
