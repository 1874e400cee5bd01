/** A chat with topics: the list of them, and the open topic; beside the list of a bot's topics also the whole chat. */
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { ThreadContext } from "../../core/client/use-place.ts";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { topicOf } from "../../core/store/topics.ts";
import { usePageTitle } from "../../ui/layout/page-title.tsx";
import { classes } from "../../ui/classes.ts";
import { LoadError } from "../rights/load-error.tsx";
import { TopicDialogs, type OpenTopicDialog } from "../topics/topic-dialogs.tsx";
import { TopicHeader } from "../topics/topic-header.tsx";
import { ChooseTopic, TopicList } from "../topics/topic-list.tsx";
import { TopicMenuItems } from "../topics/topic-menu.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { ChatScreen } from "./chat-screen.tsx";
import { findThread } from "./find-thread.ts";
import { HistorySkeleton } from "./history-skeleton.tsx";
import { RequestsBar } from "./requests-bar.tsx";
import { useIsPanelOpen } from "./use-open-panels.ts";

interface TopicPanesProps {
  readonly row: ChatDetails;
  /** The open topic. */
  readonly topic: number | undefined;
  /** The message to scroll to. */
  readonly message: number | undefined;
  /** Whether the list of topics takes the place of the chat where no topic is open. */
  readonly isDivided: boolean;
}

export function TopicPanes({ row, topic, message, isDivided }: TopicPanesProps) {
  const isPanelOpen = useIsPanelOpen();
  const isOpen = topic !== undefined || !isDivided;
  const [dialog, setDialog] = useState<OpenTopicDialog>();
  useTopicOfMessage(row.chat.id, isOpen ? undefined : message);
  // The list and a panel fit beside a topic on very wide screens only.
  const beside = isPanelOpen ? "max-2xl:hidden" : "max-xl:hidden";
  return (
    <div className="flex h-full">
      <TopicList
        row={row}
        selected={topic}
        isBeside={isOpen}
        onDialog={(kind, of) => setDialog({ kind, topic: of })}
        className={classes("w-full shrink-0 border-line xl:w-80 xl:border-e", isOpen && beside)}
      >
        <RequestsBar row={row} />
      </TopicList>
      <div className={classes("h-full min-w-0 flex-1", !isOpen && "max-xl:hidden")}>
        {topic !== undefined ? (
          <OpenTopic
            key={topic}
            row={row}
            thread_id={topic}
            message={message}
            isBeside={!isPanelOpen}
            onDialog={setDialog}
          />
        ) : isDivided ? (
          <NoTopic row={row} />
        ) : (
          <ChatScreen chat_id={row.chat.id} message={message} start={undefined} />
        )}
      </div>
      <TopicDialogs chat_id={row.chat.id} open={dialog} onClose={() => setDialog(undefined)} />
    </div>
  );
}

function NoTopic({ row }: { readonly row: ChatDetails }) {
  usePageTitle(titleOf(row.chat));
  return <ChooseTopic />;
}

interface OpenTopicProps {
  readonly row: ChatDetails;
  readonly thread_id: number;
  readonly message: number | undefined;
  readonly isBeside: boolean;
  readonly onDialog: (dialog: OpenTopicDialog) => void;
}

function OpenTopic({ row, thread_id, message, isBeside, onDialog }: OpenTopicProps) {
  const chat_id = row.chat.id;
  const topic = useClientState((state) => topicOf(state, chat_id, thread_id));
  const { error, isMissing, retry } = useMissingTopic(chat_id, thread_id, topic !== undefined);
  if (error !== undefined) return <LoadError error={error} onRetry={retry} />;
  if (!topic) return isMissing ? <TopicNotFound chat_id={chat_id} /> : <HistorySkeleton />;
  return (
    <ThreadContext value={thread_id}>
      <ChatScreen
        chat_id={chat_id}
        message={message}
        start={undefined}
        part={{
          name: topic.topic.name,
          refusal: topic.can_send,
          renderHeader: (tools) => (
            <TopicHeader row={row} topic={topic} isBeside={isBeside}>
              <ChatMenu {...tools} row={row}>
                <TopicMenuItems row={row} topic={topic} onDialog={(kind) => onDialog({ kind, topic })} />
              </ChatMenu>
            </TopicHeader>
          ),
        }}
      />
    </ThreadContext>
  );
}

/** Loads a topic that is not among the loaded ones, for example that of a link. */
function useMissingTopic(chat_id: number, thread_id: number, isKnown: boolean) {
  const { topics } = useClient();
  const [error, setError] = useState<unknown>();
  const [isMissing, setIsMissing] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (isKnown) return;
    setError(undefined);
    topics.loadSomeTopics(chat_id, [thread_id]).then(() => setIsMissing(true), setError);
  }, [topics, chat_id, thread_id, isKnown, tries]);
  return { error, isMissing, retry: () => setTries(tries + 1) };
}

function TopicNotFound({ chat_id }: { readonly chat_id: number }) {
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 bg-canvas p-6 text-center">
      <p className="max-w-80 text-soft">
        <Trans>This topic does not exist, or it was deleted.</Trans>
      </p>
      <Link to="/chat/$chatId" params={{ chatId: chat_id }} className="touch-link text-accent underline">
        <Trans>To the topics</Trans>
      </Link>
    </div>
  );
}

/** Opens the topic of a message whose address does not name it. */
function useTopicOfMessage(chat_id: number, message: number | undefined): void {
  const { api } = useClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (message === undefined) return;
    findThread(api, chat_id, message).then(
      (topic) => {
        const search = topic === undefined ? {} : { topic, message };
        void navigate({ to: "/chat/$chatId", params: { chatId: chat_id }, search, replace: true });
      },
      () => {},
    );
  }, [api, chat_id, message, navigate]);
}
