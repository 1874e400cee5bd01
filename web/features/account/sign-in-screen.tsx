/** Sign-in with user name and password. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import type { State } from "../../core/store/state.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { PasswordField } from "../../ui/forms/password-field.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { DestinationPreview } from "./link-preview.tsx";
import { useForm } from "../forms/use-form.ts";
import { FormFooter, SignUpLink } from "./form-footer.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { ProviderList, ProviderRefusal, useSignInOptions } from "./provider-list.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";
import { useSignUpStatus } from "./use-sign-up-status.ts";

interface SignInScreenProps {
  /** The path to open afterwards. */
  readonly to?: string | undefined;
  /** Why a sign-in with a provider was refused. */
  readonly refused?: ProviderFault | undefined;
}

export function SignInScreen(props: SignInScreenProps) {
  const [step, setStep] = useState<SignInStep>();
  if (step) return <SignInSteps step={step} onBack={() => setStep(undefined)} />;
  return <PasswordStep {...props} onStep={setStep} />;
}

interface PasswordStepProps extends SignInScreenProps {
  readonly onStep: (step: SignInStep | undefined) => void;
}

function PasswordStep({ to, refused, onStep }: PasswordStepProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const end = useClientState((state) => state.session_end);
  const { open, developer } = useSignUpStatus().status ?? {};
  const options = useSignInOptions();
  const form = useForm(async ({ username = "", password = "" }) =>
    onStep(await session.signIn({ username, password })),
  );
  return (
    <AccountPage
      title={end === "deleted" ? <Trans>Your account is deleted</Trans> : <Trans>Welcome back</Trans>}
      subtitle={<Subtitle end={end} />}
    >
      <DestinationPreview to={to} />
      <ProviderRefusal fault={refused} />
      {options?.password !== false && (
        <AccountForm form={form} error={form.error} submitLabel={<Trans>Sign in</Trans>}>
          <TextField
            label={t`User name`}
            name="username"
            dir="ltr"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
          />
          <PasswordWithReset canReset={options?.mails_resets === true} />
        </AccountForm>
      )}
      <PasskeySignIn options={options} />
      <ProviderList options={options} to={to} isRefused={refused !== undefined} />
      {/* Without passwords, a provider's rule makes accounts. */}
      {options?.password === false ? null : open === true ? (
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

function Subtitle({ end }: { readonly end: State["session_end"] }) {
  if (end === "deleted") return <Trans>You can close this page.</Trans>;
  if (end === "ended") return <Trans>Your session has ended. Sign in again.</Trans>;
  return <Trans>Sign in to your chats.</Trans>;
}

/** The link is beside the label, so that nothing moves when the service has answered that it sends mail. */
function PasswordWithReset({ canReset }: { readonly canReset: boolean }) {
  const { t } = useLingui();
  return (
    <div className="relative">
      <PasswordField label={t`Password`} name="password" autoComplete="current-password" required />
      {canReset && (
        <Link
          to="/reset"
          className="touch-link absolute end-0 top-0 text-sm text-accent underline pointer-coarse:-top-4 pointer-coarse:items-end pointer-coarse:pb-2"
        >
          <Trans>Forgot the password?</Trans>
        </Link>
      )}
    </div>
  );
}
