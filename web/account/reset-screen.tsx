/** Behind the link that an owner has made: a new password, for whoever holds its code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm, AccountPage } from "./account-page.tsx";
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
      <AccountForm form={form} fault={form.fault} submit={<Trans>Set the password and sign in</Trans>}>
        <NewPasswordField label={t`New password`} name="password" autoFocus />
      </AccountForm>
    </AccountPage>
  );
}
