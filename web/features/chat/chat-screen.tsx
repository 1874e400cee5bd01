/** An open chat: header, messages and composer. */
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { isRetryable, NetworkError } from "../../core/api/errors.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useChatDetails } from "../../core/client/use-chat-details.ts";
import { focusComposer } from "../composer/focus.ts";
import { LeftDraft } from "../composer/left-draft.tsx";
import { ChatFooter } from "../composer/chat-footer.tsx";
import { withRefusal } from "../../core/model/rights/sending-permissions.ts";
import { hasTopics } from "../../core/model/chats/has-topics.ts";
import { titleOf } from "../../core/model/people/names.ts";
import { LoadError } from "../rights/load-error.tsx";
import { TopicNames } from "../topics/topic-label.tsx";
import { ViewerProvider } from "../viewer/provider.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatSearch } from "./chat-search.tsx";
import { DayDialog } from "./day-dialog.tsx";
import { ForwardDialog } from "./forward-dialog.tsx";
import { HistorySkeleton } from "./history-skeleton.tsx";
import { MessageList } from "./message-list.tsx";
import { NotHereOffline } from "./not-here-offline.tsx";
import { PinBar } from "./pin-bar.tsx";
import { RequestsBar } from "./requests-bar.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useFindShortcut } from "./use-find-shortcut.ts";
import type { JumpTarget } from "./use-message-jump.ts";
import { useOpenChat } from "./use-open-chat.ts";
import { lateOverlay } from "../../ui/late-component.tsx";
import { PageHeading, usePageTitle } from "../../ui/layout/page-title.tsx";

const PushOffer = lateOverlay(async () => (await import("../push/push-offer.tsx")).PushOffer);
const ReplyElsewhereDialog = lateOverlay(
  async () => (await import("./reply-elsewhere-dialog.tsx")).ReplyElsewhereDialog,
);

interface ChatScreenProps {
  readonly chat_id: number;
  /** The message to scroll to. */
  readonly message: number | undefined;
  /** The payload to send to the bot when it is started. */
  readonly start: string | undefined;
  /** The part of the chat that is shown alone: a topic. */
  readonly part?: ChatPart;
}

export interface ChatPart {
  readonly name: string;
  /** Why nobody may write there who may write in the rest of the chat, or null. */
  readonly refusal: string | null;
  readonly renderHeader: (tools: HeaderTools) => ReactNode;
}

interface HeaderTools {
  readonly onSearch: () => void;
  readonly onChooseDay: () => void;
}

export function ChatScreen({ chat_id, message, start, part }: ChatScreenProps) {
  const [searching, setSearching] = useState(false);
  const { target, go, goToDay } = useTarget(message);
  const [chosenDay_ms, setChosenDay] = useState<number>();
  const { clock } = useClient().ports;
  const selection = useClientState((state) => state.selection);
  const has_sent = useClientState((state) => state.has_sent);
  const chat = useChatDetails(chat_id);
  const row = useMemo(() => chat && withRefusal(chat, part?.refusal ?? null), [chat, part?.refusal]);
  const listComplete = useClientState((state) => state.list_complete);
  const { ready, unread_after, error, retry } = useOpenChat(chat_id);
  const titles = row ? [...(part ? [part.name] : []), titleOf(row.chat)] : [];
  usePageTitle(row ? titles.join(" · ") : "");
  useFindShortcut(() => setSearching(true));
  const endSearch = () => {
    setSearching(false);
    if (matchMedia("(pointer: fine)").matches) focusComposer();
  };
  const tools = { onSearch: () => setSearching(true), onChooseDay: () => setChosenDay(clock.now_ms()) };
  if (!row) return listComplete ? <ChatNotFound chat_id={chat_id} /> : <HistorySkeleton />;
  return (
    <section aria-label={titles.join(" · ")} className="flex h-full flex-col bg-canvas">
      {part ? part.renderHeader(tools) : <ChatHeader row={row} {...tools} />}
      {!part && hasTopics(row) && <TopicNames chat_id={chat_id} />}
      {searching && <ChatSearch row={row} onGo={go} onClose={endSearch} />}
      {!part && <RequestsBar row={row} />}
      <PinBar row={row} onGo={go} />
      <PushOffer open={has_sent} />
      {ready ? (
        <ViewerProvider chat_id={chat_id}>
          <MessageList row={row} unread_after={unread_after} target={target} onChooseDay={setChosenDay} />
        </ViewerProvider>
      ) : error === undefined ? (
        <HistorySkeleton />
      ) : error instanceof NetworkError ? (
        <NotHereOffline />
      ) : (
        <LoadError error={error} onRetry={retry} />
      )}
      {selection?.chat_id === chat_id ? (
        <SelectionBar row={row} selection={selection} />
      ) : (
        <ChatFooter row={row} start={start} />
      )}
      <ForwardDialog />
      <LateReplyElsewhere />
      <DayDialog start_ms={chosenDay_ms} onClose={() => setChosenDay(undefined)} onChoose={goToDay} />
    </section>
  );
}

function LateReplyElsewhere() {
  const { store } = useClient();
  const isOpen = useClientState((state) => state.replying_elsewhere !== undefined);
  return <ReplyElsewhereDialog open={isOpen} onClose={() => store.setState({ replying_elsewhere: undefined })} />;
}

/** The message to scroll to. A message from the address is used once and then removed from the address. */
function useTarget(message: number | undefined) {
  const [target, setTarget] = useState<JumpTarget>();
  const navigate = useNavigate();
  useEffect(() => {
    if (message === undefined) return;
    setTarget({ message_id: message });
    // A panel beside the chat stays open.
    void navigate({ to: ".", search: (before: object) => ({ ...before, message: undefined }), replace: true });
  }, [message, navigate]);
  return {
    target,
    go: (message_id: number) => setTarget({ message_id }),
    goToDay: (day_ms: number) => setTarget({ since_s: day_ms / 1000 }),
  };
}

/** Shown if the chat is not in the list of chats. A private chat that does not exist yet is created. */
function ChatNotFound({ chat_id }: { readonly chat_id: number }) {
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const isSnapshot = useClientState((state) => state.offline_snapshot !== undefined);
  useEffect(() => {
    setError(undefined);
    if (chat_id > 0 && !isSnapshot) client.chats.openChat(chat_id).catch(setError);
  }, [client, chat_id, tries, isSnapshot]);
  if (isSnapshot) return <NotHereOffline />;
  if (isRetryable(error)) return <LoadError error={error} onRetry={() => setTries(tries + 1)} />;
  if (chat_id > 0 && error === undefined) return <HistorySkeleton />;
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 bg-canvas p-6 text-center">
      <PageHeading className="text-lg font-semibold">
        <Trans>This chat is not yours to see</Trans>
      </PageHeading>
      <p className="max-w-80 text-soft">
        <Trans>It does not exist, or you are not a member of it.</Trans>
      </p>
      <LeftDraft chat_id={chat_id} />
      <Link to="/" className="touch-link text-accent underline">
        <Trans>To the chats</Trans>
      </Link>
    </div>
  );
}
