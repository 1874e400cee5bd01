/** Creates a link with which a person can set a new password. The link is shown once. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { User } from "@heliogram/shared/wire.ts";
import { useMutation } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyField } from "../../ui/clipboard/copy-field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface ResetDialogProps {
  readonly open: boolean;
  readonly user: User;
  readonly onClose: () => void;
}

export function ResetDialog({ open, user, onClose }: ResetDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Reset the password`}>
      <div className="flex flex-col gap-4 px-5 pb-5">{open && <Reset user={user} />}</div>
    </Dialog>
  );
}

function Reset({ user }: { readonly user: User }) {
  const { t } = useLingui();
  const { api } = useClient();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const name = nameOf(user);
  const reset = useMutation({ mutationFn: () => api.call("resetPassword", { user_id: user.id }) });
  if (!reset.data)
    return (
      <>
        <p className="text-soft">
          <Trans>
            You get a link with which {name} can choose a new password. Until it is used, the old password works.
          </Trans>
        </p>
        {reset.error && (
          <p role="alert" className="text-danger">
            {errorMessage(reset.error)}
          </p>
        )}
        <Button onClick={() => reset.mutate()} disabled={reset.isPending} className="self-end">
          <Trans>Make the link</Trans>
        </Button>
      </>
    );
  return (
    <>
      <CopyField label={t`Link to a new password`} text={reset.data.link} />
      <p className="text-sm text-soft">
        <Trans>
          Give it to {name} yourself. It works once, until <Time value={format.moment(reset.data.expires_at)} />, and is
          not shown again.
        </Trans>
      </p>
    </>
  );
}
