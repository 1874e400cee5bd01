/** What is pinned in a chat, the newest pin first, as it stands. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";

const NONE: readonly Message[] = [];

export function usePins(chat_id: number): { readonly pins: readonly Message[] } {
  const client = useClient();
  const pins = useQuery({
    queryKey: ["pins", chat_id],
    queryFn: () => client.api.call("getPinnedMessages", { chat_id }),
  });
  return { pins: pins.data ?? NONE };
}

/** Reads the pins anew whenever they change, or one of them does. */
export function useFreshPins(chat_id: number): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(
    () =>
      client.listen((where, event) => {
        if (where !== chat_id) return;
        const id = event.kind === "edit" || event.kind === "delete" ? idOf(event) : undefined;
        const held = queries.getQueryData<readonly Message[]>(["pins", chat_id]);
        if (event.kind !== "pins" && !held?.some(({ message_id }) => message_id === id)) return;
        void queries.invalidateQueries({ queryKey: ["pins", chat_id] });
      }),
    [client, queries, chat_id],
  );
}

function idOf(event: { readonly message?: Message; readonly message_id?: number }): number | undefined {
  return event.message?.message_id ?? event.message_id;
}
