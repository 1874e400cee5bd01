/** The results of the switcher: the user's own chats at once, all others when the service has answered. */
import type { Message } from "@heliogram/shared/wire.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { chatsInOrder } from "../../core/model/chats/chat-order.ts";
import { matchesName } from "../../core/model/people/name-match.ts";
import { nameOf, titleOf } from "../../core/model/people/names.ts";
import type { Range } from "../../core/model/messages/excerpt.ts";
import type { SearchFilters } from "../search/filters.tsx";
import { isFiltered } from "../search/search.ts";
import { useSearchResults, type SearchResults } from "../search/use-search-results.ts";
import type { ChatRow } from "../../core/store/state.ts";

export interface SwitcherResult {
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly username: string | undefined;
  readonly photo: ChatRow["photo"];
  /** A chat of the user's, a person to write to, a public chat, or a message. */
  readonly kind: "chat" | "person" | "public" | "message";
  /** The found message and the positions of the matches in it. */
  readonly message?: Message;
  readonly matches?: readonly Range[];
}

const MAX_OWN_CHATS = 50;

export interface SwitcherResults extends Pick<SearchResults, "indexing" | "error" | "loadMore"> {
  readonly results: readonly SwitcherResult[];
  readonly searching: boolean;
}

/** If a filter is set, only messages are searched. */
export function useSwitcherResults(query: string, filters: SearchFilters): SwitcherResults {
  const chats = useClientState((state) => state.chats) ?? {};
  const me = useClientState((state) => state.me?.user.id);
  const { api } = useClient();
  // Not deferred: Enter directly after the last keystroke must open the result of the complete query.
  const trimmed = query.trim();
  const filtered = isFiltered({ query: trimmed, ...filters });
  const own = (filtered ? [] : chatsInOrder(chats))
    .filter(({ chat }) => matchesName(trimmed, titleOf(chat), chat.username))
    .slice(0, MAX_OWN_CHATS)
    .map((row) => ({ ...resultOf(row.chat.id, titleOf(row.chat), row.chat.username, "chat"), photo: row.photo }));
  const search = useQuery({
    queryKey: ["search", trimmed],
    queryFn: () => api.call("search", { query: trimmed }),
    enabled: trimmed.length >= 2 && !filtered,
    placeholderData: keepPreviousData,
  });
  const { users = [], chats: publicChats = [] } = trimmed.length >= 2 && !filtered ? (search.data ?? {}) : {};
  const {
    results: messageResults,
    loading,
    indexing,
    error,
    loadMore,
  } = useSearchResults({ query: trimmed, ...filters });
  const messages = messageResults.map(({ message, matches }) => ({
    ...resultOf(message.chat.id, titleOf(message.chat), undefined, "message"),
    key: `message${message.chat.id}/${message.message_id}`,
    photo: chats[message.chat.id]?.photo,
    message,
    matches,
  }));
  const others = [
    ...users
      .filter(({ id }) => id !== me)
      .map((user) => ({
        ...resultOf(user.id, nameOf(user), user.username, "person"),
        photo: user.photo,
      })),
    ...publicChats.map((chat) => ({ ...resultOf(chat.id, titleOf(chat), chat.username, "public"), photo: chat.photo })),
  ].filter(({ id }) => !(id in chats));
  const results = [...own, ...others, ...messages];
  return { results, searching: search.isFetching || loading, indexing, error, loadMore };
}

function resultOf(
  id: number,
  title: string,
  username: string | undefined,
  kind: SwitcherResult["kind"],
): SwitcherResult {
  return { key: `${kind}${id}`, id, title, username, photo: undefined, kind };
}
