/** What a link or a public name leads to; whoever is in there already, or means a person, is taken there at once. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ResultOf } from "../api/call.ts";
import { useClient, useClientState } from "../client/context.tsx";

export type Way = { readonly username: string } | { readonly invite_link: string };

/** Where in the chat one is to come out. */
export interface Place {
  readonly message?: number;
  readonly start?: string;
}

export function useWay(by: Way, place: Place) {
  const { api, chats } = useClient();
  const navigate = useNavigate();
  const [fault, setFault] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const found = useQuery({ queryKey: ["resolve", by], queryFn: () => api.call("resolve", by), retry: false });
  const { user, preview } = split(found.data);
  const member_of = preview?.is_member ? preview.chat.id : undefined;
  // Who was let in this moment waits until the chat is in the list.
  const listed = useClientState(({ chats }) => member_of !== undefined && chats?.[member_of] !== undefined);
  useEffect(() => {
    const go = (chatId: number) => navigate({ to: "/chat/$chatId", params: { chatId }, search: place, replace: true });
    setFault(undefined);
    if (user) void chats.openChat(user.id).then(go, setFault);
    else if (member_of !== undefined && listed) void go(member_of);
  }, [chats, listed, member_of, navigate, place, user, tries]);
  const error = found.isFetching ? undefined : (found.error ?? fault);
  return {
    /** Why it cannot be gone. */
    error: error ?? undefined,
    /** A chat to look at before joining it; nothing for who is taken there. */
    preview: member_of === undefined ? preview : undefined,
    look: found.refetch,
    tryAgain: () => {
      if (found.error) void found.refetch();
      else setTries(tries + 1);
    },
  };
}

/** A person's private chat opens at once; a chat is shown first. */
function split(found: ResultOf<"resolve"> | undefined) {
  return found?.user ? { user: found.user, preview: undefined } : { user: undefined, preview: found };
}
