/** The list of messages of a chat. It renders only the rows near the viewport and stays at the newest message. */
import { useLingui } from "@lingui/react/macro";
import { memo, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useClient, useShallowClientState, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { Row } from "../../core/model/messages/rows.ts";
import { useLongPress } from "../../core/client/use-long-press.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { isOutgoingIn } from "../../core/model/messages/outgoing.ts";
import { incrementalRows } from "../../core/model/messages/incremental-rows.ts";
import { isDraftIn, withDraftRows } from "../../core/model/messages/draft-rows.ts";
import type { StreamedDraft } from "../../core/model/messages/streamed-draft.ts";
import { startOfDay } from "../../core/ports/clock.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { lateOverlay } from "../../ui/late-component.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import { FloatingDate } from "./floating-date.tsx";
import { LatestButton } from "./latest-button.tsx";
import { ListRow } from "./list-row.tsx";
import { MentionButton } from "./mention-button.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { useMessageMenu } from "./use-message-menu.ts";
import { useMessageSelection } from "./use-message-selection.ts";
import { useReactionPicker } from "./use-reaction-picker.ts";
import { useMessageJump, type MessageJump, type JumpTarget } from "./use-message-jump.ts";
import { useRovingFocus } from "./use-roving-focus.ts";
import { useSwipeReply } from "./use-swipe-reply.ts";
import { UnseenReactionsButton } from "./unseen-reactions-button.tsx";
import { useScroll } from "./use-scroll.ts";

interface MessageListProps {
  readonly row: ChatDetails;
  readonly unread_after: number | undefined;
  readonly target: JumpTarget | undefined;
  readonly onChooseDay: (start_ms: number) => void;
}

const ReactionPicker = memo(lateOverlay(async () => (await import("./reaction-picker.tsx")).ReactionPicker));

const NO_MESSAGES: readonly Message[] = [];
const NO_DRAFTS: readonly StreamedDraft[] = [];

export function MessageList({ row, unread_after, ...props }: MessageListProps) {
  const rows = useRows(row.chat.id, unread_after);
  // An empty chat has no scroll position: the list mounts with its first row.
  return rows.length === 0 ? <EmptyChat row={row} /> : <Messages row={row} rows={rows} {...props} />;
}

interface MessagesProps extends Pick<MessageListProps, "row" | "target" | "onChooseDay"> {
  readonly rows: readonly Row[];
}

function Messages({ row, rows, target, onChooseDay }: MessagesProps) {
  const chat_id = row.chat.id;
  const scroller = useRef<HTMLDivElement>(null);
  const rovingFocus = useRovingFocus({ chat_id, rows });
  const scroll = useScroll({ chat_id, rows, scroller, active: rovingFocus.active });
  const jump = useMessageJump({ chat_id, requested: target, rows, scroll });
  const menu = useMessageMenu(rows);
  const selection = useMessageSelection(chat_id, rows);
  const longPress = useLongPress("[data-key]", menu.openFor);
  const swipe = useSwipeReply(row, rows);
  const onCommand = useOnCommand(row);
  // A stable callback, so that memoised rows render only when they change.
  const onMenu = useStableCallback(menu.openAt);
  const picker = useReactionPicker(rows, row.can?.react === null);
  const onKeyDown = firstOf(picker.onKeyDown, selection.onKeyDown, menu.onKeyDown);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        className="h-full touch-pan-y overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none]"
        onKeyDown={callBoth(onKeyDown, (event) => rovingFocus.onKeyDown(event, scroll.scrollTo))}
        onFocus={rovingFocus.onFocus}
        onBlur={rovingFocus.onBlur}
        onContextMenu={menu.onContextMenu}
        {...callAll(longPress, swipe.handlers)}
        onClickCapture={callBoth(longPress.onClickCapture, selection.onClickCapture)}
      >
        <BottomAligned height={scroll.height}>
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
                showSender={row.chat.type !== "private"}
                tabIndex={rows[index]!.key === rovingFocus.active ? 0 : -1}
                controlsTabIndex={rovingFocus.focusWithin && rows[index]!.key === rovingFocus.active ? 0 : -1}
                highlighted={rows[index]!.key === jump.highlightedKey}
                selected={selection.isSelected(rows[index]!)}
                swiped={rows[index]!.key === swipe.swipedKey}
                onGo={jump.jumpTo}
                onCommand={onCommand}
                onMenu={onMenu}
                onReact={picker.canReact ? picker.openAt : undefined}
              />
            </div>
          ))}
        </BottomAligned>
      </div>
      <FloatingDate rows={rows} scroll={scroll} onChooseDay={onChooseDay} />
      <JumpButtons chat_id={chat_id} showLatest={!scroll.atEnd} jump={jump} />
      <MessageMenu chat={row} open={menu.open} onClose={menu.close} onReact={picker.openAt} />
      <ReactionPicker open={picker.open !== undefined} picked={picker.open} onClose={picker.close} />
    </div>
  );
}

/** Aligns a list that is shorter than the viewport to the bottom. */
function BottomAligned({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="mx-auto flex min-h-full w-full max-w-3xl flex-col justify-end">
      <div role="group" aria-label={t`Messages`} className="relative shrink-0" style={{ height }}>
        {children}
      </div>
    </div>
  );
}

/** Sends a command that was clicked in a message, if the user may write. */
function useOnCommand({ chat, can }: ChatDetails): ((text: string) => void) | undefined {
  const { outbox } = useClient();
  const place = usePlace(chat.id);
  const send = useStableCallback((text: string) => void outbox.send(place, { text }));
  return can?.send_text === null ? send : undefined;
}

/** Calls handlers of a key until one of them returns that it has handled it. */
function firstOf(...handlers: readonly ((event: KeyboardEvent<HTMLElement>) => boolean | void)[]) {
  return (event: KeyboardEvent<HTMLElement>): void => void handlers.some((handle) => handle(event) === true);
}

/** Combines two event handlers. */
function callBoth<E>(first: (event: E) => void, second: (event: E) => void): (event: E) => void {
  return (event) => {
    first(event);
    second(event);
  };
}

type PointerHandlers = Pick<
  ReturnType<typeof useLongPress>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel"
>;

/** The handlers of the first gesture, with those of the second one behind them. */
function callAll<H extends PointerHandlers>(first: H, second: PointerHandlers): H {
  return {
    ...first,
    onPointerDown: callBoth(first.onPointerDown, second.onPointerDown),
    onPointerMove: callBoth(first.onPointerMove, second.onPointerMove),
    onPointerUp: callBoth(first.onPointerUp, second.onPointerUp),
    onPointerCancel: callBoth(first.onPointerCancel, second.onPointerCancel),
  };
}

interface JumpButtonsProps {
  readonly chat_id: number;
  /** Whether the newest message is out of view. */
  readonly showLatest: boolean;
  readonly jump: MessageJump;
}

function JumpButtons({ chat_id, showLatest, jump }: JumpButtonsProps) {
  return (
    <div className="absolute bottom-4 end-4 z-10 flex flex-col gap-4">
      <UnseenReactionsButton chat_id={chat_id} onGo={jump.jumpTo} />
      <MentionButton chat_id={chat_id} onGo={jump.jumpTo} />
      <LatestButton chat_id={chat_id} visible={showLatest} onClick={jump.jumpDown} />
    </div>
  );
}

function useRows(chat_id: number, unread_after: number | undefined): readonly Row[] {
  const place = usePlace(chat_id);
  const messages = useClientState((state) => state.histories[place]?.messages ?? NO_MESSAGES);
  const reachesStart = useClientState((state) => state.histories[place]?.reachesStart ?? false);
  const reachesEnd = useClientState((state) => state.histories[place]?.reachesEnd ?? false);
  const outgoing = useShallowClientState((state) => state.outbox.filter((each) => isOutgoingIn(place, each)));
  const me = useClientState((state) => state.me?.user);
  const drafts = useShallowClientState((state) =>
    (state.streamed_drafts[chat_id] ?? NO_DRAFTS).filter((each) => isDraftIn(place, each)),
  );
  const [steady] = useState(incrementalRows);
  const rows = useMemo(() => {
    // While signing out there is no user for a moment.
    if (!me) return [];
    const waiting = reachesEnd ? outgoing : [];
    return steady({ messages, outgoing: waiting, me, reachesStart, unread_after, dayOf: startOfDay });
  }, [messages, outgoing, me, reachesStart, unread_after, reachesEnd, steady]);
  return useMemo(() => (me && reachesEnd ? withDraftRows(rows, drafts) : rows), [me, reachesEnd, rows, drafts]);
}
