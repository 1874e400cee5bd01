/** The queries of the panel. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";

export type MemberView = ResultOf<"getMember">;
export type InviteLink = ResultOf<"listInviteLinks">[number];
export type JoinRequest = ResultOf<"listJoinRequests">[number];
export type MemberFilter = "present" | "administrators" | "restricted" | "kicked";

const PAGE_SIZE = 100;

/** The prefix of all query keys about a chat. */
export function chatKey(chat_id: number): readonly unknown[] {
  return ["chat", chat_id];
}

/** The panel shows current data: cached data is shown at once and always refetched. */
const FRESH = { staleTime: 0 };

export function useChatInfo(chat_id: number) {
  const { api } = useClient();
  return useQuery({
    ...FRESH,
    queryKey: [...chatKey(chat_id), "info"],
    queryFn: () => api.call("getChat", { chat_id }),
  });
}

export function useMember(chat_id: number, user_id: number) {
  const { api } = useClient();
  return useQuery({
    ...FRESH,
    queryKey: [...chatKey(chat_id), "member", user_id],
    queryFn: () => api.call("getMember", { chat_id, user_id }),
  });
}

export function useMembers(chat_id: number, filter: MemberFilter, query = "", enabled = true) {
  const { api } = useClient();
  return useInfiniteQuery({
    ...FRESH,
    queryKey: [...chatKey(chat_id), "members", filter, query],
    queryFn: ({ pageParam }) => {
      const named = query === "" ? {} : { query };
      return api.call("listMembers", { chat_id, filter, after: pageParam, limit: PAGE_SIZE, ...named });
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)!.user.id),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useLinks(chat_id: number, enabled = true) {
  const { api } = useClient();
  return useQuery({
    ...FRESH,
    queryKey: [...chatKey(chat_id), "links"],
    queryFn: () => api.call("listInviteLinks", { chat_id }),
    enabled,
  });
}

/** Pending join requests, the oldest first. */
export function useJoinRequests(chat_id: number) {
  const { api } = useClient();
  return useInfiniteQuery({
    ...FRESH,
    queryKey: [...chatKey(chat_id), "requests"],
    queryFn: ({ pageParam }) => api.call("listJoinRequests", { chat_id, after: pageParam, limit: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)!.id),
  });
}

export function useProfile(user_id: number) {
  const { api } = useClient();
  return useQuery({ queryKey: ["profile", user_id], queryFn: () => api.call("getProfile", { user_id }) });
}
