/** Erases a person, whose messages stay or are deleted too. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { User } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { useAction } from "../forms/use-action.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";

interface EraseDialogProps {
  readonly open: boolean;
  readonly user: User;
  readonly onClose: () => void;
}

export function EraseDialog({ open, user, onClose }: EraseDialogProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const [delete_messages, setDeletesMessages] = useState(false);
  const { start } = useAction(() => api.call("erasePerson", { user_id: user.id, delete_messages }), ["owner"]);
  const name = nameOf(user);
  return (
    <Alert
      open={open}
      onClose={onClose}
      title={t`Erase ${name}?`}
      close={t`Cancel`}
      action={{ label: t`Erase for good`, onDo: () => start(undefined) }}
    >
      <p>
        <Trans>
          Their name, photo, sessions and settings are removed. They leave all groups and channels, and those that they
          own go to an administrator. Their bots go to an owner of this service. Nobody can restore the account.
        </Trans>
      </p>
      <Checkbox className="mt-3" checked={delete_messages} onChange={setDeletesMessages}>
        <span>
          <Trans>Delete their messages too</Trans>
        </span>
      </Checkbox>
    </Alert>
  );
}
