/** What is pinned in a chat, the newest pin first, as it stands. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { readAgain } from "../client/read-again.ts";

const NONE: readonly Message[] = [];

export function usePins(chat_id: number): { readonly pins: readonly Message[] } {
  const client = useClient();
  const changed = useClientState((state) => state.pins[chat_id]);
  const pins = useQuery({
    queryKey: ["pins", chat_id, changed],
    queryFn: () => client.api.call("getPinnedMessages", { chat_id }),
    placeholderData: keepPreviousData,
  });
  return { pins: pins.data ?? NONE };
}

/** Reads the pins anew when one of them is changed or deleted. */
export function useFreshPins(chat_id: number, pins: readonly Message[]): void {
  const client = useClient();
  const queries = useQueryClient();
  const held = useRef(pins);
  useEffect(() => void (held.current = pins));
  useEffect(
    () =>
      client.listen((where, event) => {
        if (where !== chat_id || (event.kind !== "edit" && event.kind !== "delete")) return;
        const id = event.message?.message_id ?? ("message_id" in event ? event.message_id : undefined);
        if (!held.current.some(({ message_id }) => message_id === id)) return;
        void readAgain(queries, ["pins", chat_id]);
      }),
    [client, queries, chat_id],
  );
}
