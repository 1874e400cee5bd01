/** The list of chats, pinned ones first, then by their newest message. Archived chats are in a list of their own. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Archive, ArrowLeft } from "lucide-react";
import { memo, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { unmutedUnread } from "../../core/model/chats/alerts.ts";
import { useLongPress } from "../../core/client/use-long-press.ts";
import { incrementalOrder } from "../../core/model/chats/chat-order.ts";
import { pressedShortcut } from "../../core/model/keyboard/shortcuts.ts";
import type { ChatRow } from "../../core/store/state.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { lateOverlay } from "../../ui/late-component.tsx";
import { ChatRows } from "./chat-rows.tsx";
import { useRowMenu } from "../lists/use-row-menu.ts";
import { ListHeader } from "./list-header.tsx";

/** Memoised, so that it does not render with every new message. */
const ListMenu = memo(lateOverlay(async () => (await import("./chat-menu.tsx")).ListMenu));

export function ChatList() {
  const { t } = useLingui();
  const [inArchive, setInArchive] = useState(false);
  const { rows, archived } = useRows();
  const menu = useRowMenu("chat");
  const scroller = useRef<HTMLElement>(null);
  const longPress = useLongPress("[data-chat]", (link) => menu.openAt(Number(link.dataset.chat), link));
  const showsArchive = inArchive && archived.length > 0;
  const visible = showsArchive ? archived : rows;
  return (
    <div className="safe-bottom flex h-full flex-col">
      <h1 className="sr-only">
        <Trans>Chats</Trans>
      </h1>
      {showsArchive ? <ArchiveHeader onLeave={() => setInArchive(false)} /> : <ListHeader />}
      <nav
        ref={scroller}
        aria-label={t`Chats`}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-2 [-webkit-touch-callout:none]"
        onKeyDown={(event) => {
          moveBesideArchive(event);
          menu.onKeyDown(event);
        }}
        onContextMenu={menu.onContextMenu}
        {...longPress}
      >
        {!showsArchive && archived.length > 0 && <ArchiveRow rows={archived} onOpen={() => setInArchive(true)} />}
        {visible === undefined ? (
          <ListSkeleton />
        ) : visible.length === 0 && archived.length === 0 ? (
          <NoChats />
        ) : (
          <ChatRows key={showsArchive ? "archive" : "list"} rows={visible} scroller={scroller} />
        )}
      </nav>
      <ListMenu open={menu.open !== undefined} menu={menu.open} onClose={menu.close} />
    </div>
  );
}

/** Arrow keys lead from the first chat to the row of the archive above it, and back. */
function moveBesideArchive(event: KeyboardEvent<HTMLElement>): void {
  const pressed = pressedShortcut(event.nativeEvent, ["row_before", "row_after"]);
  if (pressed === undefined || !(event.target instanceof HTMLElement)) return;
  const isArchive = event.target.matches("[data-archive]");
  if (isArchive !== (pressed === "row_after") || (!isArchive && !event.target.matches("[data-row]"))) return;
  const next = event.currentTarget.querySelector<HTMLElement>(
    isArchive ? "[data-row][tabindex='0']" : "[data-archive]",
  );
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const NO_ROWS: readonly ChatRow[] = [];

function useRows(): { readonly rows: readonly ChatRow[] | undefined; readonly archived: readonly ChatRow[] } {
  const chats = useClientState((state) => state.chats);
  const pinned = useClientState((state) => state.pinned_chats);
  const [inOrder] = useState(incrementalOrder<ChatRow>);
  return useMemo(() => {
    if (!chats) return { rows: undefined, archived: NO_ROWS };
    const ordered = inOrder(chats, pinned);
    return {
      rows: ordered.filter(({ settings }) => !settings.is_archived),
      archived: ordered.filter(({ settings }) => settings.is_archived),
    };
  }, [chats, pinned, inOrder]);
}

function ArchiveHeader({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useLingui();
  return (
    <header className="safe-top flex items-center gap-2 p-3">
      <IconButton label={t`Back to the chats`} onClick={onLeave} autoFocus>
        <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
      </IconButton>
      <h2 className="flex h-10 items-center text-lg font-semibold">
        <Trans>Archived chats</Trans>
      </h2>
    </header>
  );
}

interface ArchiveRowProps {
  readonly rows: readonly ChatRow[];
  readonly onOpen: () => void;
}

function ArchiveRow({ rows, onOpen }: ArchiveRowProps) {
  const now_ms = useNow();
  const unread = useClientState(({ topics }) =>
    rows.reduce((sum, row) => sum + unmutedUnread(row, topics[row.chat.id], now_ms), 0),
  );
  return (
    <button
      type="button"
      data-archive
      onClick={onOpen}
      className="mb-0.5 flex w-full items-center gap-3 rounded-xl px-2 py-2.5 text-start outline-offset-[-2px] hover:bg-hover"
    >
      <span className="grid w-12 place-items-center text-soft">
        <Archive aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1 font-medium">
        <Trans>Archived chats</Trans>
      </span>
      <Badge quiet count={unread} label={<Plural value={unread} one="# unread message" other="# unread messages" />} />
    </button>
  );
}

function ListSkeleton() {
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

function NoChats() {
  return (
    <div className="flex flex-col gap-1 px-6 pt-16 text-center">
      <p className="font-medium">
        <Trans>No chats yet</Trans>
      </p>
      <p className="text-soft">
        <Trans>See who is here and which groups are open to you, or make a group from the menu.</Trans>
      </p>
      <p className="flex justify-center gap-4 pt-3">
        <Link to="/directory" className="touch-link text-accent underline">
          <Trans>People</Trans>
        </Link>
        <Link to="/directory/chats" className="touch-link text-accent underline">
          <Trans>Public chats</Trans>
        </Link>
      </p>
    </div>
  );
}
