/** Deletes the user's own account, with the password and after a confirmation. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";

export function DeleteAccount() {
  const { t } = useLingui();
  const { session } = useClient();
  const element = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const [deletesMessages, setDeletesMessages] = useState(false);
  const confirmed = useRef(false);
  const form = useForm(async ({ password = "" }) => {
    if (!confirmed.current) return setAsking(true);
    confirmed.current = false;
    await session.deleteAccount({ password, delete_messages: deletesMessages });
  });
  return (
    <form ref={element} onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>
          Your name, photo, sessions, drafts and settings are removed. You leave all groups and channels, and those that
          you own go to an administrator. Your bots go to an owner of this service.
        </Trans>
      </p>
      <Checkbox checked={deletesMessages} onChange={setDeletesMessages}>
        <span>
          <Trans>Delete my messages too. Otherwise they stay, from “Deleted account”.</Trans>
        </span>
      </Checkbox>
      <OwnPasswordField />
      <FormError error={form.error} />
      <Button type="submit" variant="soft" disabled={form.busy} className="self-end text-danger">
        <Trans>Delete my account</Trans>
      </Button>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Delete your account?`}
        close={t`Cancel`}
        action={{
          label: t`Delete for good`,
          onDo() {
            confirmed.current = true;
            element.current?.requestSubmit();
          },
        }}
      >
        <Trans>Nobody can restore it.</Trans>
      </Alert>
    </form>
  );
}
