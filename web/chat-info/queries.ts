/** What the pages of the panel ask the service about a chat. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ResultOf } from "../api/call.ts";
import { useClient } from "../client/context.tsx";

export type MemberView = ResultOf<"getMember">;
export type InviteLink = ResultOf<"listInviteLinks">[number];
export type JoinRequest = ResultOf<"listJoinRequests">[number];
export type MemberFilter = "present" | "administrators" | "restricted" | "kicked";

const PAGE = 100;

/** The beginning of every key about a chat. */
export function chatKey(chat_id: number): readonly unknown[] {
  return ["chat", chat_id];
}

/** Panels are opened to see how things stand now: what is held is shown, and asked for again. */
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
      return api.call("listMembers", { chat_id, filter, after: pageParam, limit: PAGE, ...named });
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)!.user.id),
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

/** Who waits to be let in; whoever has waited longest comes first. */
export function useJoinRequests(chat_id: number) {
  const { api } = useClient();
  return useInfiniteQuery({
    ...FRESH,
    queryKey: [...chatKey(chat_id), "requests"],
    queryFn: ({ pageParam }) => api.call("listJoinRequests", { chat_id, after: pageParam, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)!.id),
  });
}

export function useProfile(user_id: number) {
  const { api } = useClient();
  return useQuery({ queryKey: ["profile", user_id], queryFn: () => api.call("getProfile", { user_id }) });
}
