/** Sign-up without an invitation, if an owner has enabled it. */
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { AccountPage } from "./account-page.tsx";
import { DestinationPreview } from "./link-preview.tsx";
import { SignInLink } from "./form-footer.tsx";
import { PasswordsOff, usePasswordsOff } from "./passwords-off.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSignUpStatus } from "./use-sign-up-status.ts";

export function SignUpScreen({ to }: { readonly to?: string | undefined }) {
  const { status, freeze } = useSignUpStatus();
  const [step, setStep] = useState<SignInStep>();
  const isOff = usePasswordsOff();
  if (step) return <SignInSteps step={step} />;
  if (isOff) return <PasswordsOff to={to} />;
  const closed = status?.open === false;
  return (
    <AccountPage
      title={<Trans>Create your account</Trans>}
      subtitle={
        closed ? (
          <Trans>People sign up here by invitation only. Ask for an invitation link.</Trans>
        ) : (
          <Trans>A few words about you, and you are in.</Trans>
        )
      }
    >
      <DestinationPreview to={to} />
      {!closed && <SignUpForm onBegin={freeze} onStep={setStep} />}
      <SignInLink to={to} />
    </AccountPage>
  );
}
