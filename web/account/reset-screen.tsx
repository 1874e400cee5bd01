/** Behind the link that an owner has made: a new password, for whoever holds its code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../client/context.tsx";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AccountPage } from "./account-page.tsx";
import { deviceName } from "./device.ts";
import { NewPasswordField } from "./new-password-field.tsx";

export function ResetScreen({ code }: { readonly code: string }) {
  const { t } = useLingui();
  const { session } = useClient();
  const navigate = useNavigate();
  const form = useForm(async ({ password = "" }) => {
    await session.setPassword({ code, password, device: deviceName() });
    await navigate({ to: "/", replace: true });
  });
  return (
    <AccountPage
      title={<Trans>New password</Trans>}
      subtitle={<Trans>Choose it well: everywhere else you are signed out.</Trans>}
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <NewPasswordField label={t`New password`} name="password" autoFocus />
        <FormFault fault={form.fault} />
        <Button type="submit" size="large" disabled={form.busy}>
          {form.busy && <Spinner />}
          <Trans>Set the password and sign in</Trans>
        </Button>
      </form>
    </AccountPage>
  );
}
