/** Refetches the panel's data when an event changes the members, their rights or the chat. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { chatKey } from "./queries.ts";

export function usePanelRefresh(chat_id: number): void {
  const client = useClient();
  const queries = useQueryClient();
  const waiting = useClientState((state) => state.chats?.[chat_id]?.join_request_count);
  const line = useClientState((state) => state.connection);
  useEffect(
    () =>
      client.listen((id, { kind }) => {
        if (id === chat_id && (kind === "member" || kind === "chat")) {
          void refetchAfterChange(queries, chatKey(chat_id));
        }
      }),
    [client, queries, chat_id],
  );
  // A join request arrived or was answered.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: chatKey(chat_id) });
  }, [waiting, queries, chat_id]);
  // Events during a break of the connection were missed.
  useEffect(() => {
    if (line === "open") void queries.invalidateQueries({ queryKey: chatKey(chat_id) });
  }, [line, queries, chat_id]);
}
