/** Asks before messages are deleted. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useClient } from "../client/context.tsx";
import { Alert } from "../ui/alert.tsx";
import { useComplain } from "../rights/use-sentence.ts";

interface DeleteAlertProps {
  readonly chat_id: number;
  readonly ids: readonly number[] | undefined;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteAlert({ chat_id, ids, onClose, onDeleted }: DeleteAlertProps) {
  const { t } = useLingui();
  const { messages } = useClient();
  const complain = useComplain();
  const count = ids?.length ?? 0;
  const doDelete = () => {
    if (!ids) return;
    messages.deleteMessages(chat_id, ids).then(onDeleted, complain);
  };
  return (
    <Alert
      open={ids !== undefined}
      onClose={onClose}
      title={count > 1 ? t`Delete these messages?` : t`Delete this message?`}
      close={t`Cancel`}
      deed={{ label: t`Delete`, onDo: doDelete }}
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
