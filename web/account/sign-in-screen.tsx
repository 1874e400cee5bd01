/** Signing in by user name and password. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient, useClientState } from "../client/context.tsx";
import { Field } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { Destination } from "./glimpse.tsx";
import { deviceName } from "./device.ts";
import { useForm } from "../forms/use-form.ts";
import { OtherWay, ToSignUp } from "./other-way.tsx";
import { useSignUp } from "./use-sign-up.ts";

export function SignInScreen({ to }: { readonly to?: string | undefined }) {
  const { t } = useLingui();
  const { session } = useClient();
  const ended = useClientState((state) => state.left === "ended");
  const open = useSignUp().known?.open;
  const form = useForm(({ username = "", password = "" }) =>
    session.signIn({ username, password, device: deviceName() }),
  );
  return (
    <AccountPage
      title={<Trans>Welcome back</Trans>}
      subtitle={ended ? <Trans>Your session has ended. Sign in again.</Trans> : <Trans>Sign in to your chats.</Trans>}
    >
      <Destination to={to} />
      <AccountForm form={form} fault={form.fault} submit={<Trans>Sign in</Trans>}>
        <Field
          label={t`User name`}
          name="username"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
        <PasswordField label={t`Password`} name="password" autoComplete="current-password" required />
      </AccountForm>
      {open === true ? (
        <ToSignUp to={to} />
      ) : (
        <OtherWay>{open === false && <Trans>New here? Ask for an invitation link.</Trans>}</OtherWay>
      )}
    </AccountPage>
  );
}
