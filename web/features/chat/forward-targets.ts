/** The targets to which messages can be forwarded: the user's chats, other people, and public groups. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { Client } from "../../core/client/client.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { placeOf, type Place } from "../../core/model/chats/place.ts";
import { chatsInOrder } from "../../core/model/chats/chat-order.ts";
import { matchesName } from "../../core/model/people/name-match.ts";
import { nameOf, titleOf } from "../../core/model/people/names.ts";
import { canSendAnything } from "../../core/model/rights/sending-permissions.ts";
import type { ChatRow, TopicRow } from "../../core/store/state.ts";

export interface ForwardTarget {
  readonly id: number;
  readonly title: string;
  readonly photo: ChatRow["photo"];
  /** The topic, in a chat with topics. */
  readonly thread_id?: number;
  /** The public name of a group that has to be joined first. */
  readonly username_to_join?: string;
}

export function targetOf({ chat, photo }: ChatRow): ForwardTarget {
  return { id: chat.id, title: titleOf(chat), photo };
}

export function topicTargetOf({ chat, photo }: ChatRow, { topic }: TopicRow): ForwardTarget {
  return { id: chat.id, title: topic.name, photo, thread_id: topic.message_thread_id };
}

export function placeOfTarget({ id, thread_id }: ForwardTarget): Place {
  return placeOf(id, thread_id);
}

export function isSameTarget(a: ForwardTarget, b: ForwardTarget): boolean {
  return placeOfTarget(a) === placeOfTarget(b);
}

/** The address of the chat or topic. */
export function addressOfTarget({ id, thread_id }: ForwardTarget) {
  const search = thread_id === undefined ? {} : { topic: thread_id };
  return { to: "/chat/$chatId", params: { chatId: id }, search } as const;
}

/** Opens a private chat or joins a public group, if the user is not in it yet. */
export async function ensureChat({ chats, store }: Client, { id, username_to_join }: ForwardTarget): Promise<void> {
  if (store.getState().chats?.[id]) return;
  if (username_to_join === undefined) await chats.openChat(id);
  else await chats.joinChat({ username: username_to_join });
}

/** The user's chats in which they may send at least one kind of message. */
export function useForwardChats(query: string): readonly ChatRow[] {
  const chats = useClientState((state) => state.chats) ?? {};
  const pinned = useClientState((state) => state.pinned_chats);
  return chatsInOrder(chats, pinned).filter(
    ({ chat, can, peer }) =>
      can !== undefined &&
      canSendAnything(can) &&
      !(peer?.user.is_bot && peer.status !== "member") &&
      matchesName(query, titleOf(chat), chat.username),
  );
}

/**
 * People and public groups that match the query and are not among the user's chats. Bots are left out: they cannot
 * receive messages from a user who has not started them.
 */
export function useOtherTargets(query: string): readonly ForwardTarget[] {
  const { api } = useClient();
  const chats = useClientState((state) => state.chats) ?? {};
  const me = useClientState((state) => state.me?.user.id);
  const searched = useDeferredValue(query.trim());
  const search = useQuery({
    queryKey: ["search", searched],
    queryFn: () => api.call("search", { query: searched }),
    enabled: searched.length >= 2,
    placeholderData: keepPreviousData,
  });
  const { users = [], chats: found = [] } = searched.length >= 2 ? (search.data ?? {}) : {};
  const people = users
    .filter(({ id, is_bot }) => id !== me && !is_bot)
    .map((user): ForwardTarget => ({ id: user.id, title: nameOf(user), photo: user.photo }));
  const groups = found
    .filter(({ type }) => type === "supergroup")
    .map((chat): ForwardTarget => {
      return { id: chat.id, title: titleOf(chat), photo: chat.photo, username_to_join: chat.username ?? "" };
    });
  return [...people, ...groups].filter(({ id }) => !(id in chats));
}
