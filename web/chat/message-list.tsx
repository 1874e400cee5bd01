/** The messages of a chat: only those in sight are in the page, and the newest stay in sight. */
import { useLingui } from "@lingui/react/macro";
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useClient, useClientParts, useClientState } from "../client/context.tsx";
import type { Message } from "@heliogram/shared/wire.ts";
import type { Row } from "../model/rows.ts";
import { useLongPress } from "../client/use-long-press.ts";
import { useSteady } from "../client/use-steady.ts";
import { steadyRows } from "../model/steady-rows.ts";
import { startOfDay } from "../ports/clock.ts";
import type { ChatDetails } from "../store/state.ts";
import { EmptyChat } from "./empty-chat.tsx";
import { LatestButton } from "./latest-button.tsx";
import { ListRow } from "./list-row.tsx";
import { MentionButton } from "./mention-button.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { useMessageMenu } from "./use-message-menu.ts";
import { useChoosing } from "./use-choosing.ts";
import { useGoTo, type GoTo, type Target } from "./use-go-to.ts";
import { useRoving } from "./use-roving.ts";
import { useScroll } from "./use-scroll.ts";

interface MessageListProps {
  readonly row: ChatDetails;
  readonly unread_after: number | undefined;
  readonly target: Target | undefined;
}

const NONE: readonly Message[] = [];

export function MessageList({ row, unread_after, target }: MessageListProps) {
  const rows = useRows(row.chat.id, unread_after);
  // Where nothing has been said, there is nothing to scroll: a list begins with its first row.
  return rows.length === 0 ? <EmptyChat row={row} /> : <Messages row={row} rows={rows} target={target} />;
}

interface MessagesProps extends Pick<MessageListProps, "row" | "target"> {
  readonly rows: readonly Row[];
}

function Messages({ row, rows, target }: MessagesProps) {
  const chat_id = row.chat.id;
  const scroller = useRef<HTMLDivElement>(null);
  const roving = useRoving(rows);
  const scroll = useScroll({ chat_id, rows, scroller, active: roving.active });
  const goTo = useGoTo({ chat_id, wanted: target, rows, scroll });
  const menu = useMessageMenu(rows);
  const choosing = useChoosing(chat_id, rows);
  const longPress = useLongPress("[data-key]", menu.openFor);
  const onCommand = useOnCommand(row);
  // A row is drawn anew when something about it changed, and not with every message and every pixel.
  const onMenu = useSteady(menu.openAt);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!choosing.onKeyDown(event)) menu.onKeyDown(event);
    roving.onKeyDown(event, scroll.scrollTo);
  };
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none]"
        onKeyDown={onKeyDown}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
        onContextMenu={menu.onContextMenu}
        {...longPress}
        onClickCapture={both(longPress.onClickCapture, choosing.onClickCapture)}
      >
        <AtFoot height={scroll.height}>
          {scroll.items.map(({ key, index, start }) => (
            <div
              key={key}
              ref={scroll.measure}
              data-index={index}
              className="absolute inset-x-0 top-0 px-3 md:px-4"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ListRow
                row={rows[index]!}
                named={row.chat.type !== "private"}
                tabIndex={rows[index]!.key === roving.active ? 0 : -1}
                reach={roving.within && rows[index]!.key === roving.active ? 0 : -1}
                flash={rows[index]!.key === goTo.flash}
                chosen={choosing.chosen(rows[index]!)}
                onGo={goTo.go}
                onCommand={onCommand}
                onMenu={onMenu}
              />
            </div>
          ))}
        </AtFoot>
      </div>
      <Ways chat_id={chat_id} away={!scroll.atEnd} goTo={goTo} />
      <MessageMenu chat={row} open={menu.open} onClose={menu.close} />
    </div>
  );
}

/** A list shorter than its place stands at its foot. */
function AtFoot({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="mx-auto flex min-h-full w-full max-w-3xl flex-col justify-end">
      <div role="group" aria-label={t`Messages`} className="relative shrink-0" style={{ height }}>
        {children}
      </div>
    </div>
  );
}

/** Sends a command that was chosen, where the person may write. */
function useOnCommand({ chat, can }: ChatDetails): ((text: string) => void) | undefined {
  const { outbox } = useClient();
  const send = useSteady((text: string) => void outbox.send(chat.id, { text }));
  return can?.send_text === null ? send : undefined;
}

/** Two that listen to the same. */
function both<E>(first: (event: E) => void, second: (event: E) => void): (event: E) => void {
  return (event) => {
    first(event);
    second(event);
  };
}

interface WaysProps {
  readonly chat_id: number;
  /** Whether the newest message is out of sight. */
  readonly away: boolean;
  readonly goTo: GoTo;
}

function Ways({ chat_id, away, goTo }: WaysProps) {
  return (
    <div className="absolute bottom-4 end-4 z-10 flex flex-col gap-4">
      <MentionButton chat_id={chat_id} onGo={goTo.go} />
      <LatestButton chat_id={chat_id} shown={away} onClick={goTo.down} />
    </div>
  );
}

function useRows(chat_id: number, unread_after: number | undefined): readonly Row[] {
  const messages = useClientState((state) => state.histories[chat_id]?.messages ?? NONE);
  const reachesStart = useClientState((state) => state.histories[chat_id]?.reachesStart ?? false);
  const reachesEnd = useClientState((state) => state.histories[chat_id]?.reachesEnd ?? false);
  const outgoing = useClientParts((state) => state.outbox.filter((each) => each.chat_id === chat_id));
  const me = useClientState((state) => state.me?.user);
  const [steady] = useState(steadyRows);
  return useMemo(() => {
    // Nobody is signed in any more, and the screen is about to change.
    if (!me) return [];
    const waiting = reachesEnd ? outgoing : [];
    return steady({ messages, outgoing: waiting, me, reachesStart, unread_after, dayOf: startOfDay });
  }, [messages, outgoing, me, reachesStart, unread_after, reachesEnd, steady]);
}
