/** Announces new messages outside the page while nobody looks at it, until they are read. */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Client } from "../client/client.ts";
import { useClient } from "../client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { alertFor } from "../model/attention.ts";
import { speakerOf, titleOf } from "../model/names.ts";
import type { State } from "../store/state.ts";

type Heard = Parameters<Client["listen"]>[0];

export function useNotices(): void {
  const client = useClient();
  const preview = usePreview();
  const shown = useRef(preview);
  useEffect(() => void (shown.current = preview));
  useEffect(() => {
    const announce: Heard = async (chat_id, event) => {
      if (event.kind !== "message" || !event.message) return;
      const { message } = event;
      const isLookedAt = await client.ports.surroundings.isLookedAt();
      const { chats, me } = client.store.getState();
      const row = chats?.[chat_id];
      if (!row || !me) return;
      // The count of mentions comes with those messages alone that mention the person or answer them.
      const mentions = event.unread_mentions !== undefined;
      const now_ms = client.ports.clock.now_ms();
      const alert = alertFor({ message, mentions, row, me: me.user.id, now_ms, isLookedAt });
      if (alert === "none") return;
      const title = titleOf(row.chat);
      const { text } = shown.current(message);
      const body = row.chat.type === "supergroup" ? `${speakerOf(message).name}: ${text}` : text;
      const place = { chat_id, message_id: message.message_id, path: `/chat/${chat_id}`, tag: `chat ${chat_id}` };
      await client.notices.show({ title, body, is_silent: alert === "quiet", ...place });
    };
    return client.listen(announce);
  }, [client]);
  useOpening();
  useClosing();
}

/** A notification that is pressed opens its chat. */
function useOpening(): void {
  const { notices } = useClient().ports;
  const router = useRouter();
  useEffect(() => notices.watch((path) => router.history.push(path)), [notices, router]);
}

/** What was read, here or on another screen, is announced no longer; also what an earlier page announced. */
function useClosing(): void {
  const { store, notices } = useClient();
  useEffect(() => {
    notices.closeRead();
    return store.subscribe(({ chats }, { chats: earlier }) => {
      if (chats !== earlier && isOtherwiseRead(chats, earlier)) notices.closeRead();
    });
  }, [notices, store]);
}

/** Whether a chat was read, came or went. */
function isOtherwiseRead(chats: State["chats"] = {}, earlier: State["chats"] = {}): boolean {
  const [now, before] = [Object.values(chats), Object.values(earlier)];
  // A chat keeps its place among the others.
  return (
    now.length !== before.length ||
    now.some((row, i) => {
      const other = before[i]!;
      return row !== other && (row.chat.id !== other.chat.id || row.read_up_to !== other.read_up_to);
    })
  );
}
