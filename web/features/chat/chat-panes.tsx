/** An open chat with the panel about it. On narrow screens the panel covers the chat. */
import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { hasTopics, isDivided } from "../../core/model/chats/has-topics.ts";
import { useChatDetails } from "../../core/client/use-chat-details.ts";
import { ThreadContext } from "../../core/client/use-place.ts";
import { classes } from "../../ui/classes.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { LazyTopicPanes } from "./lazy-topic-panes.tsx";
import { useIsPanelOpen } from "./use-open-panels.ts";
import { usePanelCoversChat } from "./use-panel-covers-chat.ts";

interface ChatPanesProps {
  readonly chat_id: number;
  /** The topic to show. */
  readonly topic: number | undefined;
  /** The message to scroll to. */
  readonly message: number | undefined;
  /** The payload to send to the bot when it is started. */
  readonly start: string | undefined;
}

export function ChatPanes(props: ChatPanesProps) {
  const covered = usePanelCoversChat();
  return (
    <div className="relative flex h-full">
      {/* The covered chat keeps its layout but is hidden from the keyboard and from screen readers. */}
      <div className={classes("h-full min-w-0 flex-1", covered && "invisible")}>
        <ChatOrTopics {...props} />
      </div>
      <Outlet />
    </div>
  );
}

function ChatOrTopics({ topic: named, chat_id, message, start }: ChatPanesProps) {
  const row = useChatDetails(chat_id);
  const divided = useClientState((state) => row !== undefined && isDivided(state, row));
  const topic = useKeptTopic(named);
  // The list of a bot's topics is beside its chat where there is room.
  const isShown = row && hasTopics(row) && (divided || topic !== undefined || row.chat.type === "private");
  if (isShown && start === undefined) {
    return <LazyTopicPanes row={row} topic={topic} message={message} isDivided={divided} />;
  }
  return (
    <ThreadContext value={undefined}>
      <ChatScreen chat_id={chat_id} message={message} start={start} />
    </ThreadContext>
  );
}

/** The pages of a panel do not name the topic that stays open beside them. */
function useKeptTopic(named: number | undefined): number | undefined {
  const isPanelOpen = useIsPanelOpen();
  const [kept, setKept] = useState(named);
  const topic = named === undefined && isPanelOpen ? kept : named;
  if (topic !== kept) setKept(topic);
  return topic;
}
