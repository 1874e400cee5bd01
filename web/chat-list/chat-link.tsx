/** One chat in the list. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { AtSign, BellOff, Bot, Megaphone, Pin, Users } from "lucide-react";
import { memo } from "react";
import { ActionLine } from "../message/action-line.tsx";
import { useClientState } from "../client/context.tsx";
import { useNow } from "../client/now.ts";
import { useFormat } from "../i18n/format.ts";
import { usePreview } from "../message/preview.ts";
import { Said, SpokenLine, Words } from "../message/spoken-line.tsx";
import { Ticks, ticksOf } from "../message/ticks.tsx";
import { isMuted } from "../model/attention.ts";
import { isService } from "../model/content.ts";
import { nameOf, titleOf } from "../model/names.ts";
import type { ChatRow, Draft } from "../store/state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { classes } from "../ui/classes.ts";

interface ChatLinkProps {
  readonly row: ChatRow;
  readonly chosen: boolean;
  readonly pinned: boolean;
  readonly draft: Draft | undefined;
}

export const ChatLink = memo(function ChatLink({ row, chosen, pinned, draft }: ChatLinkProps) {
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
      aria-current={chosen ? "page" : undefined}
      className={classes(
        "flex h-16 items-center gap-3 rounded-xl p-2 outline-offset-[-2px]",
        chosen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <Avatar id={chat.id} name={title} photo={row.photo} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <KindMark row={row} />
          <span className="flex min-w-0 flex-1 items-center gap-1 font-semibold">
            <bdi className="truncate">{title}</bdi>
            {muted && <BellOff role="img" aria-label={t`Muted`} className="size-3.5 shrink-0 text-soft" />}
          </span>
          <LastTime row={row} />
        </div>
        <div className="flex h-5.5 items-center gap-2">
          <span className="flex min-w-0 flex-1 gap-[0.5ch] text-sm text-soft">
            <Line row={row} draft={chosen ? undefined : draft} />
          </span>
          <Marks row={row} muted={muted} pinned={pinned} />
        </div>
      </div>
    </Link>
  );
});

interface MarksProps {
  readonly row: ChatRow;
  readonly muted: boolean;
  readonly pinned: boolean;
}

/** Whether the person is meant, how much is unread, and else whether the chat is pinned. */
function Marks({ row: { unread_count, unread_mentions, settings }, muted, pinned }: MarksProps) {
  const { t } = useLingui();
  const marked = unread_count === 0 && settings.is_marked_unread;
  return (
    <span className="flex shrink-0 items-center gap-1">
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

function KindMark({ row: { chat, peer } }: { readonly row: ChatRow }) {
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

function LastTime({ row }: { readonly row: ChatRow }) {
  const now_ms = useNow();
  const format = useFormat();
  const me = useClientState((state) => state.me?.user.id);
  const { last_message } = row;
  if (!last_message) return null;
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-soft">
      {last_message.from?.id === me && !isService(last_message) && <Ticks state={ticksOf(last_message, row)} />}
      {format.short(last_message.date, now_ms)}
    </span>
  );
}

/** What others do goes before what is written, and that before what was said last. */
function Line({ row, draft }: { readonly row: ChatRow; readonly draft: Draft | undefined }) {
  const acting = useClientState((state) => state.acting[row.chat.id]);
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
        <Words>{draft.text}</Words>
      </>
    );
  }
  if (!last_message) return null;
  const { text, isService } = preview(last_message);
  // A line of the client's own runs the way of its language, whatever name it begins with.
  if (isService) return <span className="min-w-0 flex-1 truncate">{text}</span>;
  const { from } = last_message;
  if (chat.type !== "supergroup" || !from) return <Words>{text}</Words>;
  return (
    <SpokenLine who={from.id === me ? <Trans>You:</Trans> : <Said by={nameOf(from)} />} look="text-text">
      {text}
    </SpokenLine>
  );
}
