/** Signing in by user name and password. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient, useClientState } from "../client/context.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AccountPage } from "./account-page.tsx";
import { deviceName } from "./device.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";

export function SignInScreen() {
  const { t } = useLingui();
  const { session } = useClient();
  const ended = useClientState((state) => state.left === "ended");
  const form = useForm(({ username = "", password = "" }) =>
    session.signIn({ username, password, device: deviceName() }),
  );
  return (
    <AccountPage
      title={<Trans>Welcome back</Trans>}
      subtitle={ended ? <Trans>Your session has ended. Sign in again.</Trans> : <Trans>Sign in to your chats.</Trans>}
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <Field label={t`User name`} name="username" autoComplete="username" autoCapitalize="none" required autoFocus />
        <Field label={t`Password`} name="password" type="password" autoComplete="current-password" required />
        <FormFault fault={form.fault} />
        <Button type="submit" size="large" disabled={form.busy}>
          {form.busy && <Spinner />}
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <p className="text-center text-sm text-soft">
        <Trans>New here? Ask for an invitation link.</Trans>
      </p>
    </AccountPage>
  );
}
