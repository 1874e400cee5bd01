/** The members of a chat who can be mentioned, and the commands of its bots. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "@heliogram/shared/wire.ts";
import type { Api, ResultOf } from "../../core/api/api.ts";
import { useEffect } from "react";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import type { ChatDetails } from "../../core/store/state.ts";

/** The page size and the maximum number of pages read. Members beyond them are not suggested. */
const PAGE_SIZE = 200;
const MAX_PAGES = 5;
const NOBODY: readonly User[] = [];

export function useMembers({ chat }: ChatDetails, enabled: boolean): readonly User[] {
  const { api } = useClient();
  const members = useQuery({
    queryKey: ["mentionable", chat.id],
    queryFn: () => readMembers(api, chat.id),
    enabled: enabled && chat.type === "supergroup",
    staleTime: 60_000,
  });
  return members.data ?? NOBODY;
}

async function readMembers(api: Api, chat_id: number): Promise<User[]> {
  const users: User[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const after = users.at(-1)?.id ?? 0;
    const members = await api.call("listMembers", { chat_id, after, limit: PAGE_SIZE });
    users.push(...members.map(({ user }) => user));
    if (members.length < PAGE_SIZE) break;
  }
  return users;
}

export type ListedBot = ResultOf<"listBotCommands">[number];
const NO_BOTS: readonly ListedBot[] = [];

/**
 * The bots of a chat with their commands there. `refetch` reads them again, because no event reports changed commands.
 */
export function useBots({ chat, peer }: ChatDetails, refetch = false): readonly ListedBot[] {
  const { api } = useClient();
  const bots = useQuery({
    queryKey: ["bots", chat.id, peer?.status],
    queryFn: () => api.call("listBotCommands", { chat_id: chat.id }),
    enabled: chat.type === "supergroup" || peer?.user.is_bot === true,
    staleTime: refetch ? 0 : 60_000,
  });
  return bots.data ?? NO_BOTS;
}

/** Refetches the bots of a chat when one of them joins, leaves or gets another status. */
export function useBotsRefresh(chat_id: number): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(
    () =>
      client.listen((id, event) => {
        if (id !== chat_id || event.kind !== "member") return;
        const user = event.member?.user ?? event.user;
        if (user?.is_bot) void refetchAfterChange(queries, ["bots", chat_id]);
      }),
    [client, queries, chat_id],
  );
}
