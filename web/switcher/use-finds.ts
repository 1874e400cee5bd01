/** What the switcher finds: the person's own chats at once, everybody else when the service has answered. */
import type { Message } from "@heliogram/shared/wire.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useClient, useClientState } from "../client/context.tsx";
import { chatsInOrder } from "../model/chat-order.ts";
import { fits } from "../model/fits.ts";
import { nameOf, titleOf } from "../model/names.ts";
import type { Range } from "../model/excerpt.ts";
import type { Filtering } from "../search/filters.tsx";
import { isFiltered } from "../search/search.ts";
import { useFound, type Found } from "../search/use-found.ts";
import type { ChatRow } from "../store/state.ts";

export interface Find {
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly username: string | undefined;
  readonly photo: ChatRow["photo"];
  /** The person's own chat, somebody to write to, a public chat to look at, or a message. */
  readonly way: "chat" | "person" | "public" | "message";
  /** The message that has the words, and where it has them. */
  readonly message?: Message;
  readonly matches?: readonly Range[];
}

const MOST = 50;

export interface Finds extends Pick<Found, "indexing" | "fault" | "more"> {
  readonly finds: readonly Find[];
  readonly searching: boolean;
}

/** Where something narrows the search, messages alone are meant. */
export function useFinds(query: string, filtering: Filtering): Finds {
  const chats = useClientState((state) => state.chats) ?? {};
  const me = useClientState((state) => state.me?.user.id);
  const { api } = useClient();
  // Not deferred: Enter straight after the last letter goes where all the letters lead.
  const wanted = query.trim();
  const narrowed = isFiltered({ query: wanted, ...filtering });
  const own = (narrowed ? [] : chatsInOrder(chats))
    .filter(({ chat }) => fits(wanted, titleOf(chat), chat.username))
    .slice(0, MOST)
    .map((row) => ({ ...named(row.chat.id, titleOf(row.chat), row.chat.username, "chat"), photo: row.photo }));
  const search = useQuery({
    queryKey: ["search", wanted],
    queryFn: () => api.call("search", { query: wanted }),
    enabled: wanted.length >= 2 && !narrowed,
    placeholderData: keepPreviousData,
  });
  const { users = [], chats: publicChats = [] } = wanted.length >= 2 && !narrowed ? (search.data ?? {}) : {};
  const { found, waiting, indexing, fault, more } = useFound({ query: wanted, ...filtering });
  const messages = found.map(({ message, matches }) => ({
    ...named(message.chat.id, titleOf(message.chat), undefined, "message"),
    key: `message${message.chat.id}/${message.message_id}`,
    photo: chats[message.chat.id]?.photo,
    message,
    matches,
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
  const finds = [...own, ...others, ...messages];
  return { finds, searching: search.isFetching || waiting, indexing, fault, more };
}

function named(id: number, title: string, username: string | undefined, way: Find["way"]): Find {
  return { key: `${way}${id}`, id, title, username, photo: undefined, way };
}
