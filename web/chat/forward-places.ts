/** Where messages can be forwarded to: the person's chats, and people and public groups with whom there is none yet. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { chatsInOrder } from "../model/chat-order.ts";
import { fits } from "../model/fits.ts";
import { nameOf, titleOf } from "../model/names.ts";
import { maySpeak } from "../model/sending.ts";
import type { ChatRow } from "../store/state.ts";

/** A chat to forward to. */
export interface ForwardPlace {
  readonly id: number;
  readonly title: string;
  readonly photo: ChatRow["photo"];
  /** Of a public group that is to be joined first. */
  readonly join?: string;
}

export function placeOf({ chat, photo }: ChatRow): ForwardPlace {
  return { id: chat.id, title: titleOf(chat), photo };
}

/** Chats in which the person may say anything at all. */
export function useReachable(query: string): readonly ChatRow[] {
  const chats = useClientState((state) => state.chats) ?? {};
  const pinned = useClientState((state) => state.pinned_chats);
  return chatsInOrder(chats, pinned).filter(
    ({ chat, can, peer }) =>
      can !== undefined &&
      maySpeak(can) &&
      !(peer?.user.is_bot && peer.status !== "member") &&
      fits(query, titleOf(chat), chat.username),
  );
}

/** People and public groups of this name that are in no chat of the person's. Bots hear nobody who has not started them. */
export function useOthers(query: string): readonly ForwardPlace[] {
  const { api } = useClient();
  const chats = useClientState((state) => state.chats) ?? {};
  const me = useClientState((state) => state.me?.user.id);
  const wanted = useDeferredValue(query.trim());
  const search = useQuery({
    queryKey: ["search", wanted],
    queryFn: () => api.call("search", { query: wanted }),
    enabled: wanted.length >= 2,
    placeholderData: keepPreviousData,
  });
  const { users = [], chats: found = [] } = wanted.length >= 2 ? (search.data ?? {}) : {};
  const people = users
    .filter(({ id, is_bot }) => id !== me && !is_bot)
    .map((user) => ({ id: user.id, title: nameOf(user), photo: user.photo }));
  const groups = found
    .filter(({ type }) => type === "supergroup")
    .map((chat) => ({ id: chat.id, title: titleOf(chat), photo: chat.photo, join: chat.username ?? "" }));
  return [...people, ...groups].filter(({ id }) => !(id in chats));
}
