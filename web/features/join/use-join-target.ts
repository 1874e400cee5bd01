/** Resolves an invite link or public name. A user's name, or a chat that the user is a member of, is opened at once. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";

export type JoinTarget = { readonly username: string } | { readonly invite_link: string };

/** The search parameters of the chat's address: the message to show and the payload for a bot. */
export interface ChatSearch {
  readonly message?: number;
  readonly start?: string;
}

export function useJoinTarget(target: JoinTarget, search: ChatSearch) {
  const { api, chats } = useClient();
  const navigate = useNavigate();
  const [openError, setOpenError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const resolved = useQuery({
    queryKey: ["resolve", target],
    queryFn: () => api.call("resolve", target),
    retry: false,
  });
  const { user, preview } = splitResolved(resolved.data);
  const member_of = preview?.is_member ? preview.chat.id : undefined;
  // After the user was let in, the chat opens once it is in the list of chats.
  const isListed = useClientState(({ chats }) => member_of !== undefined && chats?.[member_of] !== undefined);
  useEffect(() => {
    const go = (chatId: number) => navigate({ to: "/chat/$chatId", params: { chatId }, search, replace: true });
    setOpenError(undefined);
    if (user) void chats.openChat(user.id).then(go, setOpenError);
    else if (member_of !== undefined && isListed) void go(member_of);
  }, [chats, isListed, member_of, navigate, search, user, tries]);
  const error = resolved.isFetching ? undefined : (resolved.error ?? openError);
  return {
    /** Why the target could not be opened. */
    error: error ?? undefined,
    /** The chat to show before joining it; `undefined` if it is opened at once. */
    preview: member_of === undefined ? preview : undefined,
    refetch: resolved.refetch,
    retry: () => {
      if (resolved.error) void resolved.refetch();
      else setTries(tries + 1);
    },
  };
}

function splitResolved(resolved: ResultOf<"resolve"> | undefined) {
  return resolved?.user ? { user: resolved.user, preview: undefined } : { user: undefined, preview: resolved };
}
