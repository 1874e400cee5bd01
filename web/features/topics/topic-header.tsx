/** The header of an open topic: its icon and name, the group it is in, and the menu. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, BellOff, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { isMuted } from "@heliogram/shared/alerts.ts";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails, TopicRow } from "../../core/store/state.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CHAT_HEAD_ID } from "../../ui/focus/chat-head-focus.ts";
import { ActionLine } from "../message/action-line.tsx";
import { TopicIcon } from "./topic-icon.tsx";
import { useTopicActing } from "./use-topic-acting.ts";

interface TopicHeaderProps {
  readonly row: ChatDetails;
  readonly topic: TopicRow;
  /** Whether the list of topics is beside it, so that no way back is needed. */
  readonly isBeside: boolean;
  /** The menu. */
  readonly children: ReactNode;
}

export function TopicHeader({ row, topic: topicRow, isBeside, children }: TopicHeaderProps) {
  const { t } = useLingui();
  const { topic } = topicRow;
  const muted = isMuted(topicRow, useNow());
  const params = { chatId: row.chat.id };
  return (
    <header className="safe-top z-10 flex shrink-0 items-center gap-3 border-b border-line bg-surface px-3 py-2 md:px-4">
      <Link
        to="/chat/$chatId"
        params={params}
        aria-label={t`Back to the topics`}
        className={classes(
          buttonVariants({ variant: "plain", size: "icon" }),
          "-ms-1 text-soft",
          isBeside && "xl:hidden",
        )}
      >
        <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
      </Link>
      <Link
        id={CHAT_HEAD_ID}
        to="/chat/$chatId/info"
        params={params}
        search={{ topic: topic.message_thread_id }}
        state={{ overChat: true }}
        title={t`About this chat`}
        className="-my-1 flex min-w-0 flex-1 items-center gap-3 rounded-xl py-1 outline-offset-[-2px]"
      >
        <TopicIcon topic={topic} />
        <div className="min-w-0">
          <h1 className="flex items-center gap-1.5 font-semibold leading-tight [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-soft">
            <bdi className="truncate">{topic.name}</bdi>
            {topic.is_closed && <Lock role="img" aria-label={t`Closed`} />}
            {muted && <BellOff role="img" aria-label={t`Muted`} />}
          </h1>
          <p className="truncate text-sm leading-tight text-soft">
            <Status row={row} thread_id={topic.message_thread_id} />
          </p>
        </div>
      </Link>
      {children}
    </header>
  );
}

function Status({ row: { chat }, thread_id }: { readonly row: ChatDetails; readonly thread_id: number }) {
  const acting = useTopicActing(chat.id, thread_id);
  const connecting = useClientState((state) => state.connection === "connecting");
  if (connecting) return <Trans>connecting…</Trans>;
  if (acting.length > 0) return <ActionLine acting={acting} group />;
  return <bdi>{titleOf(chat)}</bdi>;
}
