/** One topic in the list of topics. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { AtSign, BellOff, EyeOff, Lock } from "lucide-react";
import { memo } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { isMuted } from "@heliogram/shared/alerts.ts";
import { topicPlace } from "../../core/model/chats/place.ts";
import { nameOf } from "../../core/model/people/names.ts";
import type { TopicRow } from "../../core/store/state.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { classes } from "../../ui/classes.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { ActionLine } from "../message/action-line.tsx";
import { usePreview } from "../message/preview.ts";
import { SenderLine, SenderPrefix, TruncatedText } from "../message/sender-line.tsx";
import { TopicIcon } from "./topic-icon.tsx";
import { useTopicActing } from "./use-topic-acting.ts";

interface TopicLinkProps {
  readonly chat_id: number;
  readonly row: TopicRow;
  readonly tabIndex: 0 | -1;
  readonly selected: boolean;
}

export const TopicLink = memo(function TopicLink({ chat_id, row, tabIndex, selected }: TopicLinkProps) {
  const { t } = useLingui();
  const { topic, last_message } = row;
  const now_ms = useNow();
  const format = useFormat();
  const muted = isMuted(row, now_ms);
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: chat_id }}
      search={{ topic: topic.message_thread_id }}
      data-topic={topic.message_thread_id}
      data-row={topic.message_thread_id}
      tabIndex={tabIndex}
      aria-current={selected ? "page" : undefined}
      className={classes(
        "flex h-16 items-center gap-3 overflow-clip rounded-xl p-2 outline-offset-[-2px]",
        selected ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <TopicIcon topic={topic} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <span className="flex min-w-0 flex-1 items-center gap-1 font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-soft">
            <bdi className="truncate">{topic.name}</bdi>
            {topic.is_closed && <Lock role="img" aria-label={t`Closed`} />}
            {topic.is_hidden && <EyeOff role="img" aria-label={t`Hidden`} />}
            {muted && <BellOff role="img" aria-label={t`Muted`} />}
          </span>
          {last_message && (
            <span className="shrink-0 text-xs text-soft">
              <Time value={format.short(last_message.date, now_ms)} />
            </span>
          )}
        </div>
        <div className="flex h-5.5 items-center gap-2">
          <span className="flex min-w-0 flex-1 gap-[0.5ch] text-sm text-soft">
            <TopicSummary chat_id={chat_id} row={row} selected={selected} />
          </span>
          <TopicBadges row={row} muted={muted} />
        </div>
      </div>
    </Link>
  );
});

function TopicBadges({ row, muted }: { readonly row: TopicRow; readonly muted: boolean }) {
  const { unread_count, unread_mentions } = row;
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
    </span>
  );
}

interface TopicSummaryProps {
  readonly chat_id: number;
  readonly row: TopicRow;
  readonly selected: boolean;
}

/** Shows what others are doing there now; else the draft; else the last message. */
function TopicSummary({ chat_id, row: { topic, last_message }, selected }: TopicSummaryProps) {
  const acting = useTopicActing(chat_id, topic.message_thread_id);
  const me = useClientState((state) => state.me?.user.id);
  const draft = useClientState((state) => state.drafts[topicPlace(chat_id, topic.message_thread_id)]);
  const preview = usePreview();
  if (acting.length > 0) {
    return (
      <span className="truncate">
        <ActionLine acting={acting} group />
      </span>
    );
  }
  if (!selected && draft && draft.text !== "" && !draft.editing) {
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
  if (isService) return <span className="min-w-0 flex-1 truncate">{text}</span>;
  const { from } = last_message;
  if (!from) return <TruncatedText>{text}</TruncatedText>;
  return (
    <SenderLine
      sender={from.id === me ? <Trans>You:</Trans> : <SenderPrefix by={nameOf(from)} />}
      className="text-text"
    >
      {text}
    </SenderLine>
  );
}
