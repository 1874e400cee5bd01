/** Which chats have topics, and whether they open as the list of these. */
import type { Chat } from "@heliogram/shared/wire.ts";

interface Row {
  readonly chat: Pick<Chat, "id" | "is_forum">;
  readonly peer?: { readonly status: string; readonly has_topics?: boolean };
}

/** Whether it is a group with topics, or the chat with a bot that has them. */
export function hasTopics({ chat, peer }: Row): boolean {
  return chat.is_forum === true || (peer?.has_topics === true && peer.status === "member");
}

/**
 * Whether the chat is shown as a list of topics: a group, unless the person looks at it as one chat; the chat with a
 * bot, if they do not.
 */
export function isDivided({ toggled_views }: { readonly toggled_views: ReadonlySet<number> }, row: Row): boolean {
  return hasTopics(row) && (row.chat.is_forum === true) !== toggled_views.has(row.chat.id);
}
