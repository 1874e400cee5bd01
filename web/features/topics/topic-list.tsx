/** The list of a chat's topics: beside the open topic on wide screens, otherwise in its place. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useMemo, useRef, type ReactNode } from "react";
import { useLongPress } from "../../core/client/use-long-press.ts";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails, TopicRow } from "../../core/store/state.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { CHAT_HEAD_ID } from "../../ui/focus/chat-head-focus.ts";
import { LoadError } from "../rights/load-error.tsx";
import { useRowMenu } from "../lists/use-row-menu.ts";
import { TopicListMenu } from "./list-menu.tsx";
import { ListTools } from "./list-tools.tsx";
import type { TopicDialogKind } from "./topic-menu.tsx";
import { topicsInOrder } from "./topic-order.ts";
import { TopicRows } from "./topic-rows.tsx";
import { useTopics } from "./use-topics.ts";

interface TopicListProps {
  readonly row: ChatDetails;
  readonly selected: number | undefined;
  /** Whether a topic is shown beside the list, and has the head of the chat. */
  readonly isBeside: boolean;
  readonly className: string;
  readonly onDialog: (kind: TopicDialogKind, topic: TopicRow) => void;
  /** Between the header and the list. */
  readonly children?: ReactNode;
}

export function TopicList({ row, selected, isBeside, className, onDialog, children }: TopicListProps) {
  const { t } = useLingui();
  const chat_id = row.chat.id;
  const { topics, error, retry } = useTopics(chat_id);
  const rows = useMemo(() => topics && topicsInOrder(topics), [topics]);
  const scroller = useRef<HTMLElement>(null);
  const menu = useRowMenu("topic");
  const longPress = useLongPress("[data-topic]", (link) => menu.openAt(Number(link.dataset.topic), link));
  return (
    <div className={classes("flex h-full flex-col bg-surface", className)}>
      <TopicListHeader row={row} isBeside={isBeside} />
      {children}
      <nav
        ref={scroller}
        aria-label={t`Topics`}
        className="safe-bottom min-h-0 flex-1 overflow-y-auto p-2 [-webkit-touch-callout:none]"
        onKeyDown={menu.onKeyDown}
        onContextMenu={menu.onContextMenu}
        {...longPress}
      >
        {rows?.length === 0 ? (
          <p className="p-6 text-center text-soft">
            <Trans>No topics yet</Trans>
          </p>
        ) : rows ? (
          <TopicRows chat_id={chat_id} rows={rows} selected={selected} scroller={scroller} />
        ) : error === undefined ? (
          <TopicSkeleton />
        ) : (
          <LoadError error={error} onRetry={retry} />
        )}
      </nav>
      <TopicListMenu row={row} menu={menu.open} onClose={menu.close} onDialog={onDialog} />
    </div>
  );
}

function TopicListHeader({ row, isBeside }: Pick<TopicListProps, "row" | "isBeside">) {
  const { t } = useLingui();
  const title = titleOf(row.chat);
  const Heading = isBeside ? "h2" : "h1";
  return (
    <header className="safe-top flex shrink-0 items-center gap-3 border-b border-line px-3 py-2">
      <Link
        to="/"
        aria-label={t`Back to the chats`}
        className={classes(buttonVariants({ variant: "plain", size: "icon" }), "-ms-1 text-soft md:hidden")}
      >
        <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
      </Link>
      <Link
        id={isBeside ? undefined : CHAT_HEAD_ID}
        to="/chat/$chatId/info"
        params={{ chatId: row.chat.id }}
        state={{ overChat: true }}
        title={t`About this chat`}
        className="-my-1 flex min-w-0 flex-1 items-center gap-3 rounded-xl py-1 outline-offset-[-2px]"
      >
        <div className="[&>*]:size-10 [&>*]:text-sm">
          <Avatar id={row.chat.id} name={title} photo={row.photo} />
        </div>
        <div className="min-w-0">
          <Heading className="truncate font-semibold leading-tight">
            <bdi>{title}</bdi>
          </Heading>
          <p className="truncate text-sm leading-tight text-soft">
            {row.chat.type === "private" ? (
              <Trans>bot</Trans>
            ) : (
              <Plural value={row.member_count} one="# member" other="# members" />
            )}
          </p>
        </div>
      </Link>
      <ListTools row={row} />
    </header>
  );
}

function TopicSkeleton() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading topics…`} className="flex flex-col gap-1">
      {Array.from({ length: 6 }, (_, i) => (
        <div key={i} className="flex items-center gap-3 p-2">
          <Skeleton className="size-10 rounded-xl" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Shown beside the list while no topic is open. */
export function ChooseTopic() {
  return (
    <div className="grid h-full place-items-center bg-canvas p-6">
      <p className="text-soft">
        <Trans>Choose a topic</Trans>
      </p>
    </div>
  );
}
