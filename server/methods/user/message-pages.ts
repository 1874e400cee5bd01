/** Pages of a chat's messages, as JSON. */
import type { Chat } from "../../domain/chats.ts";
import { readJsonPage, type JsonPage } from "../../present/json-page.ts";
import { presentMessage } from "../../present/messages.ts";
import { preloadChosenReactions } from "../../present/reactions.ts";
import { preloadAccountsAndChats, preloadReferences } from "../../present/references.ts";
import type { ViewerContext } from "../../present/viewer-context.ts";
import { findStoredMessage, type StoredMessage } from "../../store/queries/messages/history.ts";

interface MessageSource {
  readonly limit: number;
  readonly characters?: number | undefined;
  /** As in `PageSource`. */
  readonly read: (last: StoredMessage | undefined, count: number) => Promise<readonly StoredMessage[]>;
  /** Whether replies have the message that they answer; true by default. */
  readonly withReply?: boolean;
}

/** One page of messages that `read` finds, as the viewer sees them. */
export function readMessagePage(
  context: ViewerContext,
  chat: Chat,
  { limit, characters, read, withReply = true }: MessageSource,
): Promise<JsonPage<StoredMessage>> {
  return readJsonPage<StoredMessage>({
    limit,
    ...(characters === undefined ? {} : { characters }),
    read,
    lengthOf: (stored) => stored.characters,
    prepare: (stored) => {
      const messages = stored.map(({ message }) => message);
      return Promise.all([
        withReply ? preloadReferences(context, chat, messages) : preloadAccountsAndChats(context, messages),
        preloadChosenReactions(context, messages),
      ]);
    },
    present: async ({ message }) => JSON.stringify(await presentMessage(context, chat, message, withReply)),
  });
}

/** One page of the messages with these ids, in this order. Those that do not exist are left out. */
export function readMessagesOf(
  context: ViewerContext,
  chat: Chat,
  message_ids: readonly number[],
  source: Omit<MessageSource, "read">,
): Promise<JsonPage<StoredMessage>> {
  const rest = [...message_ids];
  const next = async (count: number): Promise<StoredMessage[]> => {
    const ids = rest.splice(0, count);
    const found = await Promise.all(ids.map((id) => findStoredMessage(context.tx, chat.id, id)));
    return found.flatMap((stored) => stored ?? []);
  };
  return readMessagePage(context, chat, {
    ...source,
    read: async (_, count) => {
      const found: StoredMessage[] = [];
      while (found.length < count && rest.length > 0) found.push(...(await next(count - found.length)));
      return found;
    },
  });
}
