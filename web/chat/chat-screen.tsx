/** An open chat: its head, its messages, and what one writes with. */
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { mayPass } from "../api/failure.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { useDetails } from "../client/use-details.ts";
import { focusComposer } from "../composer/focus.ts";
import { Foot } from "../composer/foot.tsx";
import { titleOf } from "../model/names.ts";
import { Failed } from "../rights/failed.tsx";
import { ViewerProvider } from "../viewer/provider.tsx";
import { ChatHead } from "./chat-head.tsx";
import { ChatSearch } from "./chat-search.tsx";
import { ForwardDialog } from "./forward-dialog.tsx";
import { HistorySkeleton } from "./history-skeleton.tsx";
import { MessageList } from "./message-list.tsx";
import { PinBar } from "./pin-bar.tsx";
import { RequestsBar } from "./requests-bar.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useFindKey } from "./use-find-key.ts";
import type { Target } from "./use-go-to.ts";
import { useOpenChat } from "./use-open-chat.ts";

interface ChatScreenProps {
  readonly chat_id: number;
  /** The message to go to. */
  readonly message: number | undefined;
  /** What the bot is told when it is started. */
  readonly start: string | undefined;
}

export function ChatScreen({ chat_id, message, start }: ChatScreenProps) {
  const [searching, setSearching] = useState(false);
  const { target, go } = useTarget(chat_id, message);
  const selection = useClientState((state) => state.selection);
  const row = useDetails(chat_id);
  const listed = useClientState((state) => state.list_whole);
  const { ready, unread_after, fault, again } = useOpenChat(chat_id);
  useFindKey(() => setSearching(true));
  const endSearch = () => {
    setSearching(false);
    if (matchMedia("(pointer: fine)").matches) focusComposer();
  };
  if (!row) return listed ? <Missing chat_id={chat_id} /> : <HistorySkeleton />;
  return (
    <section aria-label={titleOf(row.chat)} className="flex h-full flex-col bg-canvas">
      <ChatHead row={row} onSearch={() => setSearching(true)} />
      {searching && <ChatSearch row={row} onGo={go} onClose={endSearch} />}
      <RequestsBar row={row} />
      <PinBar row={row} onGo={go} />
      {ready ? (
        <ViewerProvider chat_id={chat_id}>
          <MessageList row={row} unread_after={unread_after} target={target} />
        </ViewerProvider>
      ) : fault === undefined ? (
        <HistorySkeleton />
      ) : (
        <Failed error={fault} onAgain={again} />
      )}
      {selection?.chat_id === chat_id ? (
        <SelectionBar row={row} selection={selection} />
      ) : (
        <Foot row={row} start={start} />
      )}
      <ForwardDialog />
    </section>
  );
}

/** Where to go, by a link or from here; a link counts once. */
function useTarget(chat_id: number, message: number | undefined) {
  const [target, setTarget] = useState<Target>();
  const navigate = useNavigate();
  useEffect(() => {
    if (message === undefined) return;
    setTarget({ message_id: message });
    void navigate({ to: "/chat/$chatId", params: { chatId: chat_id }, replace: true });
  }, [chat_id, message, navigate]);
  return { target, go: (message_id: number) => setTarget({ message_id }) };
}

/** A chat that is in no list may still be on its way into it. */
function Missing({ chat_id }: { readonly chat_id: number }) {
  const client = useClient();
  const [fault, setFault] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setFault(undefined);
    if (chat_id > 0) client.chats.openChat(chat_id).catch(setFault);
  }, [client, chat_id, tries]);
  if (mayPass(fault)) return <Failed error={fault} onAgain={() => setTries(tries + 1)} />;
  if (chat_id > 0 && fault === undefined) return <HistorySkeleton />;
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 bg-canvas p-6 text-center">
      <h1 className="text-lg font-semibold">
        <Trans>This chat is not yours to see</Trans>
      </h1>
      <p className="max-w-80 text-soft">
        <Trans>It does not exist, or you are not a member of it.</Trans>
      </p>
      <Link to="/" className="text-accent underline">
        <Trans>To the chats</Trans>
      </Link>
    </div>
  );
}
