/** The dialogs about a topic: editing and deleting it. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { TopicRow } from "../../core/store/state.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { TopicDialog } from "./topic-dialog.tsx";
import type { TopicDialogKind } from "./topic-menu.tsx";
import { useTopicActions } from "./use-topic-actions.ts";

export interface OpenTopicDialog {
  readonly kind: TopicDialogKind;
  readonly topic: TopicRow;
}

interface TopicDialogsProps {
  readonly chat_id: number;
  readonly open: OpenTopicDialog | undefined;
  readonly onClose: () => void;
}

export function TopicDialogs({ chat_id, open, onClose }: TopicDialogsProps) {
  return (
    <>
      <TopicDialog chat_id={chat_id} open={open?.kind === "edit"} topic={open?.topic.topic} onClose={onClose} />
      {open?.kind === "delete" && <DeleteTopicAlert chat_id={chat_id} topic={open.topic} onClose={onClose} />}
    </>
  );
}

interface DeleteTopicAlertProps {
  readonly chat_id: number;
  readonly topic: TopicRow;
  readonly onClose: () => void;
}

function DeleteTopicAlert({ chat_id, topic, onClose }: DeleteTopicAlertProps) {
  const { t } = useLingui();
  const actions = useTopicActions(chat_id, topic);
  const showErrorToast = useErrorToast();
  const { name } = topic.topic;
  return (
    <Alert
      open
      onClose={onClose}
      title={t`Delete the topic “${name}”?`}
      close={t`Cancel`}
      action={{ label: t`Delete topic`, onDo: () => void actions.remove().catch(showErrorToast) }}
    >
      <Trans>All its messages are deleted for everybody.</Trans>
    </Alert>
  );
}
