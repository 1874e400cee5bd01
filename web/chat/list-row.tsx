/** One row of the list: a day, the line above what is unread, a service message, or a post. */
import { Trans, useLingui } from "@lingui/react/macro";
import { EllipsisVertical } from "lucide-react";
import { memo, type MouseEvent } from "react";
import { useNow } from "../client/now.ts";
import { useFormat } from "../i18n/format.ts";
import { Post } from "../message/post.tsx";
import { useServiceText } from "../message/service-text.ts";
import type { PostRow, Row } from "../model/rows.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Reach } from "../ui/reach.ts";
import type { GoTo } from "./use-go-to.ts";
import { useLabel } from "./use-label.ts";

interface ListRowProps {
  readonly row: Row;
  /** Whether others' posts show who they are from. */
  readonly named: boolean;
  readonly tabIndex: 0 | -1;
  /** The same for what is in it. */
  readonly reach: 0 | -1;
  readonly flash: boolean;
  /** Whether it is among the chosen messages; `undefined` while none are being chosen. */
  readonly chosen: boolean | undefined;
  readonly onGo: GoTo["go"];
  readonly onCommand: ((command: string) => void) | undefined;
  readonly onMenu: (row: PostRow, anchor: HTMLElement) => void;
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row } = props;
  switch (row.kind) {
    case "day":
      return <Day at_ms={row.at_ms} />;
    case "unread":
      return <UnreadLine />;
    case "service":
      return <ServiceRow {...props} row={row} />;
    case "post":
      return <PostArticle {...props} row={row} />;
  }
});

const PILL = "max-w-full rounded-2xl bg-surface/85 px-3 py-1 text-center text-sm text-soft shadow-xs shadow-shade";

function Day({ at_ms }: { readonly at_ms: number }) {
  const format = useFormat();
  const now_ms = useNow();
  return (
    <div className="flex justify-center py-2">
      <h2 className={classes(PILL, "font-medium")}>{format.day(at_ms, now_ms)}</h2>
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

function ServiceRow({
  row,
  tabIndex,
  reach,
  onGo,
}: ListRowProps & { readonly row: Extract<Row, { kind: "service" }> }) {
  const text = useServiceText()(row.message);
  const pinned = row.message.pinned_message?.message_id;
  return (
    <article data-key={row.key} tabIndex={tabIndex} aria-label={text} className="flex justify-center rounded-xl py-1">
      {pinned === undefined ? (
        <p className={PILL}>{text}</p>
      ) : (
        <button type="button" tabIndex={reach} className={PILL} onClick={() => onGo(pinned, row.message.message_id)}>
          {text}
        </button>
      )}
    </article>
  );
}

function PostArticle(props: ListRowProps & { readonly row: PostRow }) {
  const { row, named, tabIndex, reach, flash, chosen, onGo, onCommand, onMenu } = props;
  const { t } = useLingui();
  const label = useLabel();
  const menuButton =
    row.outgoing || chosen !== undefined ? undefined : (
      <IconButton
        label={t`What to do with this message`}
        aria-haspopup="menu"
        tabIndex={reach}
        size="small-icon"
        // Pressed, a button would take away what is selected of the message.
        onMouseDown={keepSelection}
        onClick={(event: MouseEvent<HTMLElement>) => onMenu(row, event.currentTarget)}
        className="opacity-0 focus-visible:opacity-100 group-hover/post:opacity-100 group-focus/post:opacity-100 pointer-coarse:hidden"
      >
        <EllipsisVertical aria-hidden className="size-4.5" />
      </IconButton>
    );
  return (
    <article
      data-key={row.key}
      tabIndex={tabIndex}
      aria-label={label(row)}
      className={classes(
        "group/post relative -mx-1.5 rounded-xl px-1.5 outline-offset-[-2px] transition-colors duration-500",
        row.first ? "pt-2" : "pt-0.5",
        (flash || chosen) && "bg-accent/15",
        chosen !== undefined && "cursor-pointer ps-10",
      )}
    >
      {chosen !== undefined && <ChosenMark chosen={chosen} />}
      <Reach value={reach}>
        <Post
          row={row}
          named={named}
          onGo={(message_id) => onGo(message_id, row.messages.at(-1)!.message_id)}
          onCommand={onCommand}
          aside={menuButton}
        />
      </Reach>
    </article>
  );
}

function keepSelection(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) event.preventDefault();
}

function ChosenMark({ chosen }: { readonly chosen: boolean }) {
  const { t } = useLingui();
  return (
    <input
      type="checkbox"
      checked={chosen}
      readOnly
      tabIndex={-1}
      aria-label={t`Chosen`}
      className="absolute start-2 top-1/2 size-5 -translate-y-1/2 accent-(--accent-fill)"
    />
  );
}
