/** Reads what the panel shows anew when somebody changes it: members, rights, the chat itself. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { readAgain } from "../client/read-again.ts";
import { chatKey } from "./queries.ts";

export function useLive(chat_id: number): void {
  const client = useClient();
  const queries = useQueryClient();
  const waiting = useClientState((state) => state.chats?.[chat_id]?.join_request_count);
  const line = useClientState((state) => state.line);
  useEffect(
    () =>
      client.listen((id, { kind }) => {
        if (id === chat_id && (kind === "member" || kind === "chat")) {
          void readAgain(queries, chatKey(chat_id));
        }
      }),
    [client, queries, chat_id],
  );
  // Somebody asked to come in, or was answered.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: chatKey(chat_id) });
  }, [waiting, queries, chat_id]);
  // What happened while the line was broken was heard by nobody.
  useEffect(() => {
    if (line === "open") void queries.invalidateQueries({ queryKey: chatKey(chat_id) });
  }, [line, queries, chat_id]);
}
