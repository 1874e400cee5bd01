/** What can be done with a topic, as the items of a menu. */
import { Trans, useLingui } from "@lingui/react/macro";
import {
  Bell,
  BellOff,
  Clock,
  Eye,
  EyeOff,
  Link as LinkIcon,
  Lock,
  LockOpen,
  MailCheck,
  Pencil,
  Trash2,
} from "lucide-react";
import { useClient } from "../../core/client/context.tsx";
import { usePublicAddress } from "../../core/client/use-public-address.ts";
import { isMuted } from "@heliogram/shared/alerts.ts";
import { GENERAL } from "../../core/model/chats/place.ts";
import { topicLink } from "../../core/model/chats/topic-link.ts";
import type { ChatDetails, TopicRow } from "../../core/store/state.ts";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useTopicActions } from "./use-topic-actions.ts";

/** A dialog about a topic. */
export type TopicDialogKind = "edit" | "delete";

interface TopicMenuItemsProps {
  readonly row: ChatDetails;
  readonly topic: TopicRow;
  readonly onDialog: (kind: TopicDialogKind) => void;
}

export function TopicMenuItems(props: TopicMenuItemsProps) {
  const { row, topic } = props;
  const { t } = useLingui();
  const copy = useCopy();
  const actions = useRunningActions(row, topic);
  const isGeneral = topic.topic.message_thread_id === GENERAL;
  const link = topicLink(row.chat, topic.topic.message_thread_id, usePublicAddress());
  return (
    <>
      {topic.unread_count > 0 && (
        <MenuItem icon={<MailCheck aria-hidden />} onSelect={actions.markRead}>
          <Trans>Mark as read</Trans>
        </MenuItem>
      )}
      <MuteItems row={row} topic={topic} />
      {row.chat.type !== "private" && (
        <MenuItem icon={<LinkIcon aria-hidden />} onSelect={() => void copy(link, t`The link is copied.`)}>
          <Trans>Copy link</Trans>
        </MenuItem>
      )}
      {row.can && (row.chat.is_forum || !isGeneral) && <ManagingItems {...props} />}
    </>
  );
}

function MuteItems({ row, topic }: Pick<TopicMenuItemsProps, "row" | "topic">) {
  const { clock } = useClient().ports;
  const actions = useRunningActions(row, topic);
  if (isMuted(topic, clock.now_ms())) {
    return (
      <MenuItem icon={<Bell aria-hidden />} onSelect={actions.unmute}>
        <Trans>Unmute</Trans>
      </MenuItem>
    );
  }
  return (
    <>
      <MenuItem icon={<BellOff aria-hidden />} onSelect={actions.mute}>
        <Trans>Mute</Trans>
      </MenuItem>
      <MenuItem icon={<Clock aria-hidden />} onSelect={actions.muteForHour}>
        <Trans>Mute for an hour</Trans>
      </MenuItem>
    </>
  );
}

function ManagingItems({ row, topic, onDialog }: TopicMenuItemsProps) {
  const actions = useRunningActions(row, topic);
  const disabledReason = useDisabledReason();
  const reasonOf = (refusal: string | null | undefined) => (refusal ? disabledReason(refusal, row) : undefined);
  const { is_closed, is_hidden, message_thread_id } = topic.topic;
  const reason = reasonOf(topic.can_manage);
  const isGeneral = message_thread_id === GENERAL;
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onDialog("edit")} reason={reason}>
        <Trans>Edit topic</Trans>
      </MenuItem>
      {row.chat.is_forum && (
        <MenuItem
          icon={is_closed ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
          onSelect={is_closed ? actions.reopen : actions.close}
          reason={reason}
        >
          {is_closed ? <Trans>Reopen topic</Trans> : <Trans>Close topic</Trans>}
        </MenuItem>
      )}
      {isGeneral ? (
        <MenuItem
          icon={is_hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          onSelect={is_hidden ? actions.unhide : actions.hide}
          reason={reason}
        >
          {is_hidden ? <Trans>Show in the list</Trans> : <Trans>Hide from the list</Trans>}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<Trash2 aria-hidden />}
          danger
          onSelect={() => onDialog("delete")}
          reason={reasonOf(row.can?.delete_messages)}
        >
          <Trans>Delete topic</Trans>
        </MenuItem>
      )}
    </>
  );
}

/** The actions, with a toast if one fails. */
function useRunningActions(row: ChatDetails, topic: TopicRow) {
  const actions = useTopicActions(row.chat.id, topic);
  const showErrorToast = useErrorToast();
  const run = (action: () => Promise<unknown>) => () => void action().catch(showErrorToast);
  return {
    markRead: run(actions.markRead),
    mute: run(() => actions.mute()),
    muteForHour: run(() => actions.mute(HOUR_S)),
    unmute: run(actions.unmute),
    close: run(actions.close),
    reopen: run(actions.reopen),
    hide: run(actions.hide),
    unhide: run(actions.unhide),
  };
}

const HOUR_S = 3600;
