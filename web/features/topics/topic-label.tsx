/** The topic of a message, shown in it where a chat with topics is shown as one chat. It leads to the topic. */
import type { Message } from "@heliogram/shared/wire.ts";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { ThreadContext } from "../../core/client/use-place.ts";
import { hasTopics } from "../../core/model/chats/has-topics.ts";
import { topicOf } from "../../core/store/topics.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { TopicIcon } from "./topic-icon.tsx";
import { useTopics } from "./use-topics.ts";

export function TopicLabel({ message }: { readonly message: Message }) {
  const { chat, message_thread_id } = message;
  const isInTopic = use(ThreadContext) !== undefined;
  const isDivisible = useClientState(({ chats }) => {
    const row = chats?.[chat.id];
    return row !== undefined && hasTopics(row);
  });
  if (message_thread_id === undefined || isInTopic || !isDivisible) return null;
  return <Label chat_id={chat.id} thread_id={message_thread_id} />;
}

/** Its height does not depend on whether the topic is loaded. */
function Label({ chat_id, thread_id }: { readonly chat_id: number; readonly thread_id: number }) {
  const topic = useClientState((state) => topicOf(state, chat_id, thread_id)?.topic);
  const tabIndex = useTabIndex();
  return (
    <p className="flex h-5.5 items-center text-sm text-soft">
      {topic && (
        <Link
          to="/chat/$chatId"
          params={{ chatId: chat_id }}
          search={{ topic: thread_id }}
          tabIndex={tabIndex}
          className="flex min-w-0 items-center gap-1 rounded-md hover:underline pointer-coarse:min-h-11 [&>:first-child]:size-4.5 [&>:first-child]:text-xs"
        >
          <TopicIcon topic={topic} size="small" />
          <span className="sr-only">
            <Trans>Topic:</Trans>{" "}
          </span>
          <bdi className="truncate">{topic.name}</bdi>
        </Link>
      )}
    </p>
  );
}

/** Loads the topics whose names are shown. */
export function TopicNames({ chat_id }: { readonly chat_id: number }) {
  useTopics(chat_id);
  return null;
}
