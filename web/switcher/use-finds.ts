/** What the switcher finds: the person's own chats at once, everybody else when the service has answered. */
import type { Message } from "@heliogram/shared/wire.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useClient, useClientState } from "../client/context.tsx";
import { chatsInOrder } from "../model/chat-order.ts";
import { fits } from "../model/fits.ts";
import { nameOf, titleOf } from "../model/names.ts";
import type { ChatRow } from "../store/state.ts";

export interface Find {
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly username: string | undefined;
  readonly photo: ChatRow["photo"];
  /** The person's own chat, somebody to write to, a public chat to look at, or a message. */
  readonly way: "chat" | "person" | "public" | "message";
  /** The message that has the words. */
  readonly message?: Message;
}

const MOST = 50;
const MOST_MESSAGES = 30;

export function useFinds(query: string): { readonly finds: readonly Find[]; readonly searching: boolean } {
  const chats = useClientState((state) => state.chats) ?? {};
  const me = useClientState((state) => state.me?.user.id);
  const { api } = useClient();
  // Not deferred: Enter straight after the last letter goes where all the letters lead.
  const wanted = query.trim();
  const own = chatsInOrder(chats)
    .filter(({ chat }) => fits(wanted, titleOf(chat), chat.username))
    .slice(0, MOST)
    .map((row) => ({ ...named(row.chat.id, titleOf(row.chat), row.chat.username, "chat"), photo: row.photo }));
  const search = useQuery({
    queryKey: ["search", wanted],
    queryFn: () => api.call("search", { query: wanted }),
    enabled: wanted.length >= 2,
    placeholderData: keepPreviousData,
  });
  const { users = [], chats: publicChats = [] } = wanted.length >= 2 ? (search.data ?? {}) : {};
  const words = useQuery({
    queryKey: ["found", wanted],
    queryFn: () => api.call("searchMessages", { query: wanted, limit: MOST_MESSAGES }),
    enabled: wanted.length >= 2,
    placeholderData: keepPreviousData,
  });
  const messages = (wanted.length >= 2 ? (words.data?.messages ?? []) : []).map((message) => ({
    ...named(message.chat.id, titleOf(message.chat), undefined, "message"),
    key: `message${message.chat.id}/${message.message_id}`,
    photo: chats[message.chat.id]?.photo,
    message,
  }));
  const others = [
    ...users
      .filter(({ id }) => id !== me)
      .map((user) => ({
        ...named(user.id, nameOf(user), user.username, "person"),
        photo: user.photo,
      })),
    ...publicChats.map((chat) => ({ ...named(chat.id, titleOf(chat), chat.username, "public"), photo: chat.photo })),
  ].filter(({ id }) => !(id in chats));
  return { finds: [...own, ...others, ...messages], searching: search.isFetching || words.isFetching };
}

function named(id: number, title: string, username: string | undefined, way: Find["way"]): Find {
  return { key: `${way}${id}`, id, title, username, photo: undefined, way };
}
