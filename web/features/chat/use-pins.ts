/** The pinned messages of a chat, the newest pin first. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ChatEvent, Message } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { placeParams } from "../../core/model/chats/place.ts";
import { refetchAfterChange } from "../../core/client/refetch.ts";

const NO_PINS: readonly Message[] = [];

export function usePins(chat_id: number): { readonly pins: readonly Message[] } {
  const client = useClient();
  const place = usePlace(chat_id);
  const changed = useClientState((state) => state.pins_seqs[chat_id]);
  const pins = useQuery({
    queryKey: ["pins", chat_id, place, changed],
    queryFn: () => client.api.call("getPinnedMessages", placeParams(place)),
    placeholderData: keepPreviousData,
  });
  return { pins: pins.data ?? NO_PINS };
}

/** Refetches the pins when one of the pinned messages is edited or deleted. */
export function usePinsRefresh(chat_id: number, pins: readonly Message[]): void {
  const client = useClient();
  const queries = useQueryClient();
  const latest = useRef(pins);
  useEffect(() => void (latest.current = pins));
  useEffect(
    () =>
      client.listen((event_chat_id, event) => {
        if (event_chat_id !== chat_id) return;
        const changed = changedBy(event);
        if (!latest.current.some(({ message_id }) => changed.includes(message_id))) return;
        void refetchAfterChange(queries, ["pins", chat_id]);
      }),
    [client, queries, chat_id],
  );
}

/** The messages that an event edits or deletes. */
function changedBy(event: ChatEvent): readonly (number | undefined)[] {
  if (event.kind === "edit") return [event.message?.message_id ?? event.message_id];
  if (event.kind === "delete") return [event.message_id];
  return event.kind === "deletions" ? event.message_ids : [];
}
