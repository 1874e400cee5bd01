/**
 * Shows notifications of new messages while the user is not looking at the page, and closes them when the messages are
 * read.
 */
import type { Message } from "@heliogram/shared/wire.ts";
import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Client } from "../../core/client/client.ts";
import { useClient } from "../../core/client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { isMuted } from "@heliogram/shared/alerts.ts";
import { alertFor } from "../../core/model/chats/alerts.ts";
import { hasTopics } from "../../core/model/chats/has-topics.ts";
import { nameOf, senderOf, titleOf } from "../../core/model/people/names.ts";
import { threadOf } from "../../core/model/chats/place.ts";
import type { ChatRow, State, TopicRow } from "../../core/store/state.ts";
import { topicOf } from "../../core/store/topics.ts";

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
      const topic = isInTopic(row, message) && !isLookedAt ? await topicOfMessage(client, message) : undefined;
      const alert = alertFor({ message, mentions, row, topic, me: me.user.id, now_ms, isAnyPageActive: isLookedAt });
      if (alert === "none") return;
      const title = [...(topic ? [topic.topic.name] : []), titleOf(row.chat)].join(" · ");
      const { text } = latestPreview.current(message);
      const body = row.chat.type === "supergroup" ? `${senderOf(message).name}: ${text}` : text;
      const place = { chat_id, message_id: message.message_id, ...addressOf(chat_id, topic) };
      await client.notifications.show({ title, body, is_silent: alert === "quiet", ...place });
    };
    return client.listen(announce);
  }, [client]);
  useReactionNotifications();
  useOpenOnClick();
  useCloseRead();
}

/** In a chat with a bot, what is in no topic is announced by the chat. */
function isInTopic(row: ChatRow, { message_thread_id }: Message): boolean {
  return hasTopics(row) && (row.chat.type !== "private" || message_thread_id !== undefined);
}

/** The topic of a message, loaded if necessary; `undefined` if that fails. */
async function topicOfMessage({ topics, store }: Client, message: Message): Promise<TopicRow | undefined> {
  const [chat_id, thread_id] = [message.chat.id, threadOf(message)] as const;
  if (!topicOf(store.getState(), chat_id, thread_id)) await topics.loadSomeTopics(chat_id, [thread_id]).catch(() => {});
  return topicOf(store.getState(), chat_id, thread_id);
}

/** What a notification opens, and the tag of those that it replaces: each topic has one, and each other chat. */
function addressOf(chat_id: number, topic: TopicRow | undefined) {
  if (!topic) return { path: `/chat/${chat_id}`, tag: `chat ${chat_id}` };
  const { message_thread_id } = topic.topic;
  return {
    message_thread_id,
    path: `/chat/${chat_id}?topic=${message_thread_id}`,
    tag: `chat ${chat_id} ${message_thread_id}`,
  };
}

/** Notifies of reactions to the user's messages, the first one of each message until the user has looked. */
function useReactionNotifications(): void {
  const client = useClient();
  const { t } = useLingui();
  const words = (name: string, emoji: string) => t`${name} reacted with ${emoji}`;
  const latestWords = useRef(words);
  useEffect(() => void (latestWords.current = words));
  useEffect(
    () =>
      client.listenToReactions(async ({ chat_id, message_id, emoji, user, sender_chat }) => {
        const row = client.store.getState().chats?.[chat_id!];
        if (!row || isMuted(row.settings, client.ports.clock.now_ms()) || row.settings.is_archived) return;
        if (await client.ports.browserStatus.isAnyPageActive()) return;
        const body = latestWords.current(user ? nameOf(user) : titleOf(sender_chat!), emoji!);
        const path = `/chat/${chat_id}?message=${message_id}`;
        const place = { chat_id: chat_id!, message_id: message_id!, path, is_reaction: true as const };
        const tag = `reaction ${chat_id}`;
        await client.notifications.show({ title: titleOf(row.chat), body, is_silent: true, ...place, tag });
      }),
    [client],
  );
}

/** Opens the chat of a notification that was clicked. */
function useOpenOnClick(): void {
  const { notifications } = useClient().ports;
  const router = useRouter();
  useEffect(() => notifications.watch((path) => router.history.push(path)), [notifications, router]);
}

/**
 * Closes the notifications of messages that were read, and of reactions that were seen, on any device. This includes notifications shown by an earlier
 * page.
 */
function useCloseRead(): void {
  const { store, notifications } = useClient();
  useEffect(() => {
    notifications.closeRead();
    return store.subscribe(({ chats, topics }, { chats: earlier, topics: earlierTopics }) => {
      const isRead = chats !== earlier && readStateChanged(chats, earlier);
      if (isRead || topics !== earlierTopics) notifications.closeRead();
    });
  }, [notifications, store]);
}

function hasChanged(row: ChatRow, before: ChatRow): boolean {
  return row.read_up_to !== before.read_up_to || row.unread_reactions !== before.unread_reactions;
}

/** Whether a chat was read, added or removed, or its reactions were seen. */
function readStateChanged(chats: State["chats"] = {}, earlier: State["chats"] = {}): boolean {
  const [now, before] = [Object.values(chats), Object.values(earlier)];
  // A chat keeps its index in the record, so that rows can be compared by index.
  return (
    now.length !== before.length ||
    now.some((row, i) => {
      const other = before[i]!;
      return row !== other && (row.chat.id !== other.chat.id || hasChanged(row, other));
    })
  );
}
