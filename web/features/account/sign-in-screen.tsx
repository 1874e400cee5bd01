/** Sign-in with user name and password. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { PasswordField } from "../../ui/forms/password-field.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { DestinationPreview } from "./link-preview.tsx";
import { useForm } from "../forms/use-form.ts";
import { FormFooter, SignUpLink } from "./form-footer.tsx";
import { useSignUpStatus } from "./use-sign-up-status.ts";

export function SignInScreen({ to }: { readonly to?: string | undefined }) {
  const { t } = useLingui();
  const { session } = useClient();
  const ended = useClientState((state) => state.session_end === "ended");
  const { open, developer } = useSignUpStatus().status ?? {};
  const form = useForm(({ username = "", password = "" }) => session.signIn({ username, password }));
  return (
    <AccountPage
      title={<Trans>Welcome back</Trans>}
      subtitle={ended ? <Trans>Your session has ended. Sign in again.</Trans> : <Trans>Sign in to your chats.</Trans>}
    >
      <DestinationPreview to={to} />
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Sign in</Trans>}>
        <TextField
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
        <SignUpLink to={to} />
      ) : (
        <FormFooter>{open === false && <Trans>New here? Ask for an invitation link.</Trans>}</FormFooter>
      )}
      {developer === true && (
        <FormFooter>
          <Link to="/developer/people" className="touch-link text-accent underline">
            <Trans>Developer: be anybody without a password</Trans>
          </Link>
        </FormFooter>
      )}
    </AccountPage>
  );
}
