/** The list of chats, the newest first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useClientState } from "../client/context.tsx";
import { chatsInOrder } from "../model/chat-order.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ChatLink } from "./chat-link.tsx";
import { ListHead } from "./list-head.tsx";
import { useArrows } from "./use-arrows.ts";

export function ChatList() {
  const { t } = useLingui();
  const chats = useClientState((state) => state.chats);
  const drafts = useClientState((state) => state.drafts);
  const chosen = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false })?.params.chatId;
  const ordered = useMemo(() => chats && chatsInOrder(chats), [chats]);
  const onKeyDown = useArrows();
  return (
    <div className="safe-bottom flex h-full flex-col">
      <h1 className="sr-only">
        <Trans>Chats</Trans>
      </h1>
      <ListHead />
      <nav aria-label={t`Chats`} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2" onKeyDown={onKeyDown}>
        {ordered === undefined ? (
          <Waiting />
        ) : ordered.length === 0 ? (
          <Empty />
        ) : (
          <ul className="flex flex-col gap-0.5">
            {ordered.map((row) => (
              <li key={row.chat.id}>
                <ChatLink row={row} chosen={row.chat.id === chosen} draft={drafts[row.chat.id]} />
              </li>
            ))}
          </ul>
        )}
      </nav>
    </div>
  );
}

function Waiting() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading chats…`} className="flex flex-col gap-1">
      {Array.from({ length: 8 }, (_, i) => (
        <div key={i} className="flex items-center gap-3 p-2">
          <Skeleton className="size-12 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Empty() {
  return (
    <div className="flex flex-col gap-1 px-6 pt-16 text-center">
      <p className="font-medium">
        <Trans>No chats yet</Trans>
      </p>
      <p className="text-soft">
        <Trans>Find somebody by name, or make a group from the menu.</Trans>
      </p>
    </div>
  );
}
