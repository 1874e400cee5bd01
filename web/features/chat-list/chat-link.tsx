/** One chat in the list of chats. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { AtSign, BellOff, Bot, Heart, Megaphone, Pin, Users } from "lucide-react";
import { memo } from "react";
import { ActionLine } from "../message/action-line.tsx";
import { useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { usePreview } from "../message/preview.ts";
import { SenderPrefix, SenderLine, TruncatedText } from "../message/sender-line.tsx";
import { Ticks, ticksOf } from "../message/ticks.tsx";
import { isMuted } from "@heliogram/shared/alerts.ts";
import { unmutedUnread } from "../../core/model/chats/alerts.ts";
import { isService } from "../../core/model/messages/content.ts";
import { nameOf, titleOf } from "../../core/model/people/names.ts";
import type { ChatRow, Draft } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { classes } from "../../ui/classes.ts";

interface ChatLinkProps {
  readonly row: ChatRow;
  readonly tabIndex: 0 | -1;
  readonly selected: boolean;
  readonly pinned: boolean;
  readonly draft: Draft | undefined;
}

export const ChatLink = memo(function ChatLink({ row, tabIndex, selected, pinned, draft }: ChatLinkProps) {
  const { t } = useLingui();
  const { chat, settings } = row;
  const now_ms = useNow();
  const muted = isMuted(settings, now_ms);
  const title = titleOf(chat);
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: chat.id }}
      data-chat={chat.id}
      data-row={chat.id}
      tabIndex={tabIndex}
      aria-current={selected ? "page" : undefined}
      className={classes(
        "flex h-16 items-center overflow-clip gap-3 rounded-xl p-2 outline-offset-[-2px]",
        selected ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <Avatar id={chat.id} name={title} photo={row.photo} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <KindIcon row={row} />
          <span className="flex min-w-0 flex-1 items-center gap-1 font-semibold">
            <bdi className="truncate">{title}</bdi>
            {muted && <BellOff role="img" aria-label={t`Muted`} className="size-3.5 shrink-0 text-soft" />}
          </span>
          <LastMessageTime row={row} />
        </div>
        <div className="flex h-5.5 items-center gap-2">
          <span className="flex min-w-0 flex-1 gap-[0.5ch] text-sm text-soft">
            <ChatSummary row={row} draft={selected ? undefined : draft} />
          </span>
          <ChatBadges row={row} muted={muted} pinned={pinned} />
        </div>
      </div>
    </Link>
  );
});

interface ChatBadgesProps {
  readonly row: ChatRow;
  readonly muted: boolean;
  readonly pinned: boolean;
}

/** Marks of a chat: unread mentions, the unread count, and the pin if nothing is unread. */
function ChatBadges({ row, muted, pinned }: ChatBadgesProps) {
  const { t } = useLingui();
  const { unread_mentions, unread_reactions = 0, settings } = row;
  const now_ms = useNow();
  const unread_count = useClientState(({ topics }) => unmutedUnread(row, topics[row.chat.id], now_ms));
  const marked = unread_count === 0 && settings.is_marked_unread;
  return (
    <span className="flex shrink-0 items-center gap-1">
      {unread_reactions > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-accent-fill text-white">
          <Heart aria-hidden className="size-3" />
          <span className="sr-only">
            <Plural value={unread_reactions} one="Reactions to # message" other="Reactions to # messages" />
          </span>
        </span>
      )}
      {unread_mentions > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-accent-fill text-white">
          <AtSign aria-hidden className="size-3.5" />
          <span className="sr-only">
            <Plural value={unread_mentions} one="# mention of you" other="# mentions of you" />
          </span>
        </span>
      )}
      <Badge
        quiet={muted}
        count={unread_count}
        label={<Plural value={unread_count} one="# unread message" other="# unread messages" />}
      />
      {marked && (
        <span
          role="img"
          aria-label={t`Marked as unread`}
          className={classes("size-3 rounded-full", muted ? "bg-muted-fill" : "bg-accent-fill")}
        />
      )}
      {pinned && unread_count === 0 && !marked && (
        <Pin role="img" aria-label={t`Pinned`} className="size-4 rotate-45 text-soft" />
      )}
    </span>
  );
}

function KindIcon({ row: { chat, peer } }: { readonly row: ChatRow }) {
  const { t } = useLingui();
  const [Icon, label] = peer?.user.is_bot
    ? [Bot, t`Bot`]
    : chat.type === "channel"
      ? [Megaphone, t`Channel`]
      : chat.type === "supergroup"
        ? [Users, t`Group`]
        : [];
  return Icon ? <Icon role="img" aria-label={label} className="size-4 shrink-0 text-soft" /> : null;
}

function LastMessageTime({ row }: { readonly row: ChatRow }) {
  const now_ms = useNow();
  const format = useFormat();
  const me = useClientState((state) => state.me?.user.id);
  const { last_message } = row;
  if (!last_message) return null;
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-soft">
      {last_message.from?.id === me && !isService(last_message) && <Ticks state={ticksOf(last_message, row)} />}
      <Time value={format.short(last_message.date, now_ms)} />
    </span>
  );
}

/** Shows what others are doing now; else the draft; else the last message. */
function ChatSummary({ row, draft }: { readonly row: ChatRow; readonly draft: Draft | undefined }) {
  const acting = useClientState((state) => state.chat_actions[row.chat.id]);
  const me = useClientState((state) => state.me?.user.id);
  const preview = usePreview();
  const { last_message, chat } = row;
  if (acting && acting.length > 0) {
    return (
      <span className="truncate">
        <ActionLine acting={acting} group={chat.type !== "private"} />
      </span>
    );
  }
  if (draft && draft.text !== "" && !draft.editing) {
    return (
      <>
        <span className="shrink-0 text-danger">
          <Trans>Draft:</Trans>
        </span>{" "}
        <TruncatedText>{draft.text}</TruncatedText>
      </>
    );
  }
  if (!last_message) return null;
  const { text, isService } = preview(last_message);
  // The text of a service message has the direction of the user's language, whatever name it begins with.
  if (isService) return <span className="min-w-0 flex-1 truncate">{text}</span>;
  const { from } = last_message;
  if (chat.type !== "supergroup" || !from) return <TruncatedText>{text}</TruncatedText>;
  return (
    <SenderLine
      sender={from.id === me ? <Trans>You:</Trans> : <SenderPrefix by={nameOf(from)} />}
      className="text-text"
    >
      {text}
    </SenderLine>
  );
}
