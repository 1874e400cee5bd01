/** The page behind a password reset link: sets a new password for the account that the code belongs to. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { useClient } from "../../core/client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { LoadingScreen } from "../../ui/feedback/loading-screen.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";
import { BackToSignInLink } from "./form-footer.tsx";
import { PasswordsOff } from "./passwords-off.tsx";
import { useSignInOptions } from "./provider-list.tsx";

export function ResetScreen({ code }: { readonly code: string }) {
  const { api } = useClient();
  const errorMessage = useErrorMessage();
  const options = useSignInOptions();
  const reset = useQuery({
    queryKey: ["reset", code],
    queryFn: () => api.call("getReset", { code }),
    // A refetch must not remove a form that is being filled in. If the code was used elsewhere, the service refuses the
    // form.
    staleTime: Infinity,
    retry: false,
  });
  if (options?.password === false) return <PasswordsOff />;
  if (reset.isPending) return <LoadingScreen />;
  if (reset.error)
    return (
      <AccountPage title={<Trans>This way is closed</Trans>} subtitle={errorMessage(reset.error)}>
        {options?.mails_resets === true && (
          <Link to="/reset" className="touch-link self-center text-accent underline">
            <Trans>Ask for another link</Trans>
          </Link>
        )}
        <BackToSignInLink />
      </AccountPage>
    );
  return <NewPassword code={code} username={reset.data.user.username} />;
}

interface NewPasswordProps {
  readonly code: string;
  /**
   * Shown because people who forget their password often forget their user name too; password managers also need it.
   */
  readonly username: string | undefined;
}

function NewPassword({ code, username }: NewPasswordProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const navigate = useNavigate();
  const [step, setStep] = useState<SignInStep>();
  const open = () => navigate({ to: "/", replace: true });
  const form = useForm(async ({ password = "" }) => {
    const needed = await session.setPassword({ code, password });
    if (needed) return setStep(needed);
    await open();
  });
  if (step) return <SignInSteps step={step} onOpened={() => void open()} />;
  return (
    <AccountPage
      title={<Trans>New password</Trans>}
      subtitle={<Trans>Choose it well: everywhere else you are signed out.</Trans>}
    >
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Set the password and sign in</Trans>}>
        {username !== undefined && (
          <TextField
            label={t`User name`}
            name="username"
            dir="ltr"
            autoComplete="username"
            readOnly
            className="text-soft"
            value={username}
          />
        )}
        <NewPasswordField label={t`New password`} name="password" autoFocus />
      </AccountForm>
    </AccountPage>
  );
}
