/**
 * Shows notifications of new messages while the user is not looking at the page, and closes them when the messages are
 * read.
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Client } from "../../core/client/client.ts";
import { useClient } from "../../core/client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { alertFor } from "../../core/model/chats/alerts.ts";
import { senderOf, titleOf } from "../../core/model/people/names.ts";
import type { State } from "../../core/store/state.ts";

type ChatListener = Parameters<Client["listen"]>[0];

export function useNotifications(): void {
  const client = useClient();
  const preview = usePreview();
  const latestPreview = useRef(preview);
  useEffect(() => void (latestPreview.current = preview));
  useEffect(() => {
    const announce: ChatListener = async (chat_id, event) => {
      if (event.kind !== "message" || !event.message) return;
      const { message } = event;
      const isLookedAt = await client.ports.browserStatus.isAnyPageActive();
      const { chats, me } = client.store.getState();
      const row = chats?.[chat_id];
      if (!row || !me) return;
      // The event contains the number of unread mentions only if the message mentions the user or replies to them.
      const mentions = event.unread_mentions !== undefined;
      const now_ms = client.ports.clock.now_ms();
      const alert = alertFor({ message, mentions, row, me: me.user.id, now_ms, isAnyPageActive: isLookedAt });
      if (alert === "none") return;
      const title = titleOf(row.chat);
      const { text } = latestPreview.current(message);
      const body = row.chat.type === "supergroup" ? `${senderOf(message).name}: ${text}` : text;
      const place = { chat_id, message_id: message.message_id, path: `/chat/${chat_id}`, tag: `chat ${chat_id}` };
      await client.notifications.show({ title, body, is_silent: alert === "quiet", ...place });
    };
    return client.listen(announce);
  }, [client]);
  useOpenOnClick();
  useCloseRead();
}

/** Opens the chat of a notification that was clicked. */
function useOpenOnClick(): void {
  const { notifications } = useClient().ports;
  const router = useRouter();
  useEffect(() => notifications.watch((path) => router.history.push(path)), [notifications, router]);
}

/**
 * Closes the notifications of messages that were read, on any device. This includes notifications shown by an earlier
 * page.
 */
function useCloseRead(): void {
  const { store, notifications } = useClient();
  useEffect(() => {
    notifications.closeRead();
    return store.subscribe(({ chats }, { chats: earlier }) => {
      if (chats !== earlier && readStateChanged(chats, earlier)) notifications.closeRead();
    });
  }, [notifications, store]);
}

/** Whether a chat was read, added or removed. */
function readStateChanged(chats: State["chats"] = {}, earlier: State["chats"] = {}): boolean {
  const [now, before] = [Object.values(chats), Object.values(earlier)];
  // A chat keeps its index in the record, so that rows can be compared by index.
  return (
    now.length !== before.length ||
    now.some((row, i) => {
      const other = before[i]!;
      return row !== other && (row.chat.id !== other.chat.id || row.read_up_to !== other.read_up_to);
    })
  );
}
