/** One row of the message list: a date, the line above unread messages, a service message, or a post. */
import { Trans, useLingui } from "@lingui/react/macro";
import { EllipsisVertical, Reply, SmilePlus } from "lucide-react";
import { memo, useState, type MouseEvent } from "react";
import { useNow } from "../../core/client/use-now.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { TopicLabel } from "../topics/topic-label.tsx";
import { Post } from "../message/post.tsx";
import { leavesNamesOut, useServiceText } from "../message/service-text.ts";
import type { PostRow, Row, ServiceRow } from "../../core/model/messages/rows.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { TabIndexContext } from "../../ui/focus/tab-index.ts";
import type { MessageJump } from "./use-message-jump.ts";
import { DraftArticle } from "./draft-article.tsx";
import { useMessageLabel } from "./use-message-label.ts";

interface ListRowProps {
  readonly row: Row;
  /** Whether the posts of others show their sender. */
  readonly showSender: boolean;
  readonly tabIndex: 0 | -1;
  /** The tab index of the controls in the row. */
  readonly controlsTabIndex: 0 | -1;
  readonly highlighted: boolean;
  /** Whether a finger draws the post aside, to reply to it. */
  readonly swiped: boolean;
  /** Whether the post is selected; `undefined` while no messages are being selected. */
  readonly selected: boolean | undefined;
  readonly onGo: MessageJump["jumpTo"];
  readonly onCommand: ((command: string) => void) | undefined;
  readonly onMenu: (row: PostRow, anchor: HTMLElement) => void;
  /** Absent if the person may not react. */
  readonly onReact: ((row: PostRow, anchor: HTMLElement) => void) | undefined;
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row } = props;
  switch (row.kind) {
    case "day":
      return <Day at_ms={row.at_ms} />;
    case "unread":
      return <UnreadLine />;
    case "service":
      return <ServiceLine {...props} row={row} />;
    case "post":
      return <PostArticle {...props} row={row} />;
    case "draft":
      return <DraftArticle {...props} row={row} />;
  }
});

const PILL_CLASSES =
  "max-w-full overflow-clip rounded-2xl bg-surface/85 px-3 py-1 text-center text-sm text-soft shadow-xs shadow-shade";

function Day({ at_ms }: { readonly at_ms: number }) {
  const format = useFormat();
  const now_ms = useNow();
  return (
    <div className="flex justify-center py-2">
      <h2 className={classes(PILL_CLASSES, "font-medium")}>
        <Time value={format.day(at_ms, now_ms)} />
      </h2>
    </div>
  );
}

function UnreadLine() {
  return (
    <div className="py-2">
      <p className="-mx-4 bg-selected py-1 text-center text-sm font-medium text-accent">
        <Trans>Unread messages</Trans>
      </p>
    </div>
  );
}

function ServiceLine({ row, tabIndex, controlsTabIndex, onGo }: ListRowProps & { readonly row: ServiceRow }) {
  const { messages } = row;
  const [isExpanded, setExpanded] = useState(false);
  const text = useServiceText()(messages, isExpanded);
  const pinned = messages[0].pinned_message?.message_id;
  const isButton = pinned !== undefined || leavesNamesOut(messages);
  return (
    <article data-key={row.key} tabIndex={tabIndex} aria-label={text} className="flex justify-center rounded-xl py-1">
      {isButton ? (
        <button
          type="button"
          tabIndex={controlsTabIndex}
          aria-expanded={pinned === undefined ? isExpanded : undefined}
          className={PILL_CLASSES}
          onClick={() => (pinned === undefined ? setExpanded(!isExpanded) : onGo(pinned, messages[0].message_id))}
        >
          {text}
        </button>
      ) : (
        <p className={PILL_CLASSES}>{text}</p>
      )}
    </article>
  );
}

function PostArticle(props: ListRowProps & { readonly row: PostRow }) {
  const { row, showSender, tabIndex, controlsTabIndex, highlighted, selected, swiped, onGo, onCommand } = props;
  const label = useMessageLabel();
  return (
    <article
      data-key={row.key}
      data-highlighted={highlighted || undefined}
      tabIndex={tabIndex}
      aria-label={label(row)}
      className={classes(
        "group/post relative -mx-1.5 rounded-xl px-1.5 outline-offset-[-2px] transition-colors duration-500",
        row.first ? "pt-2" : "pt-0.5",
        (highlighted || selected) && "bg-accent/15",
        selected !== undefined && "cursor-pointer ps-10",
      )}
    >
      {swiped && <ReplyMark />}
      {selected !== undefined && <SelectionCheckbox selected={selected} />}
      <TabIndexContext value={controlsTabIndex}>
        <Post
          row={row}
          showSender={showSender}
          onGo={(message_id) => onGo(message_id, row.messages.at(-1)!.message_id)}
          onCommand={onCommand}
          heading={<TopicLabel message={row.messages[0]} />}
          aside={row.outgoing || selected !== undefined ? undefined : <PostButtons {...props} />}
        />
      </TabIndexContext>
    </article>
  );
}

const BUTTON_CLASSES =
  "opacity-0 focus-visible:opacity-100 group-hover/post:opacity-100 group-focus/post:opacity-100 pointer-coarse:hidden";

/** The buttons beside a post, which touch screens have in its menu. */
function PostButtons({ row, controlsTabIndex, onMenu, onReact }: ListRowProps & { readonly row: PostRow }) {
  const { t } = useLingui();
  return (
    <div className={classes("flex", row.isOwn && "flex-row-reverse")}>
      {onReact && (
        <IconButton
          label={t`React`}
          aria-haspopup="dialog"
          tabIndex={controlsTabIndex}
          size="small-icon"
          onClick={(event: MouseEvent<HTMLElement>) => onReact(row, event.currentTarget)}
          className={BUTTON_CLASSES}
        >
          <SmilePlus aria-hidden className="size-4.5" />
        </IconButton>
      )}
      <IconButton
        label={t`What to do with this message`}
        aria-haspopup="menu"
        tabIndex={controlsTabIndex}
        size="small-icon"
        // The default action of mousedown would clear the text selection, which the menu needs.
        onMouseDown={keepSelection}
        onClick={(event: MouseEvent<HTMLElement>) => onMenu(row, event.currentTarget)}
        className={BUTTON_CLASSES}
      >
        <EllipsisVertical aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  );
}

/** Beside a post that is drawn aside; filled once releasing it replies. */
function ReplyMark() {
  return (
    <span
      aria-hidden
      className="absolute -end-10 top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full bg-hover text-soft group-data-swiped/post:bg-accent-fill group-data-swiped/post:text-on-accent"
    >
      <Reply className="size-5 rtl:-scale-x-100" />
    </span>
  );
}

function keepSelection(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) event.preventDefault();
}

function SelectionCheckbox({ selected }: { readonly selected: boolean }) {
  const { t } = useLingui();
  return (
    <input
      type="checkbox"
      checked={selected}
      readOnly
      tabIndex={-1}
      aria-label={t`Chosen`}
      className="absolute start-2 top-1/2 size-5 -translate-y-1/2 accent-(--accent-fill)"
    />
  );
}
