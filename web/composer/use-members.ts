/** Who can be mentioned in a chat, and what its bots can be told. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "@heliogram/shared/wire.ts";
import type { Api, ResultOf } from "../api/call.ts";
import { useEffect } from "react";
import { useClient } from "../client/context.tsx";
import { readAgain } from "../client/read-again.ts";
import type { ChatDetails } from "../store/state.ts";

/** Members of a page, and pages that are read: beyond them, a name has to be typed. */
const PAGE = 200;
const PAGES = 5;
const NOBODY: readonly User[] = [];

export function useMembers({ chat }: ChatDetails, wanted: boolean): readonly User[] {
  const { api } = useClient();
  const members = useQuery({
    queryKey: ["mentionable", chat.id],
    queryFn: () => readMembers(api, chat.id),
    enabled: wanted && chat.type === "supergroup",
    staleTime: 60_000,
  });
  return members.data ?? NOBODY;
}

async function readMembers(api: Api, chat_id: number): Promise<User[]> {
  const users: User[] = [];
  for (let page = 0; page < PAGES; page++) {
    const after = users.at(-1)?.id ?? 0;
    const members = await api.call("listMembers", { chat_id, after, limit: PAGE });
    users.push(...members.map(({ user }) => user));
    if (members.length < PAGE) break;
  }
  return users;
}

export type ListedBot = ResultOf<"listBotCommands">[number];
const NO_BOTS: readonly ListedBot[] = [];

/** The bots of a chat with what they can be told there; `anew` reads them again, as nobody is told what they change. */
export function useBots({ chat, peer }: ChatDetails, anew = false): readonly ListedBot[] {
  const { api } = useClient();
  const bots = useQuery({
    queryKey: ["bots", chat.id, peer?.status],
    queryFn: () => api.call("listBotCommands", { chat_id: chat.id }),
    enabled: chat.type === "supergroup" || peer?.user.is_bot === true,
    staleTime: anew ? 0 : 60_000,
  });
  return bots.data ?? NO_BOTS;
}

/** Reads the bots of a chat again when one of them comes, goes, or becomes something else there. */
export function useLiveBots(chat_id: number): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(
    () =>
      client.listen((id, event) => {
        if (id !== chat_id || event.kind !== "member") return;
        const user = event.member?.user ?? event.user;
        if (user?.is_bot) void readAgain(queries, ["bots", chat_id]);
      }),
    [client, queries, chat_id],
  );
}
