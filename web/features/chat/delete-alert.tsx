/** The confirmation dialog for deleting messages. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";

interface DeleteAlertProps {
  readonly chat_id: number;
  readonly ids: readonly number[] | undefined;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteAlert({ chat_id, ids, onClose, onDeleted }: DeleteAlertProps) {
  const { t } = useLingui();
  const { messages } = useClient();
  const showErrorToast = useErrorToast();
  const count = ids?.length ?? 0;
  const deleteAll = () => {
    if (!ids) return;
    messages.deleteMessages(chat_id, ids).then(onDeleted, showErrorToast);
  };
  return (
    <Alert
      open={ids !== undefined}
      onClose={onClose}
      title={count > 1 ? t`Delete these messages?` : t`Delete this message?`}
      close={t`Cancel`}
      action={{ label: t`Delete`, onDo: deleteAll }}
    >
      {count > 1 ? (
        <Plural
          value={count}
          one="# message is deleted for everybody in this chat."
          other="# messages are deleted for everybody in this chat."
        />
      ) : (
        <Trans>It is deleted for everybody in this chat.</Trans>
      )}
    </Alert>
  );
}
