/**
 * Sign-up with an invitation. The service prints the link of the first invitation, which makes an owner, when it
 * starts.
 */
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { AccountPage } from "./account-page.tsx";
import { ChatPreviews } from "./link-preview.tsx";
import { SignInLink, SignUpLink } from "./form-footer.tsx";
import { PasswordsOff, usePasswordsOff } from "./passwords-off.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSignUpStatus } from "./use-sign-up-status.ts";

export function InvitationScreen({ code }: { readonly code: string }) {
  const { status, freeze } = useSignUpStatus(code);
  const [step, setStep] = useState<SignInStep>();
  const isOff = usePasswordsOff();
  if (step) return <SignInSteps step={step} />;
  if (isOff) return <PasswordsOff />;
  if (status?.open === false) return <Closed />;
  return (
    <AccountPage
      title={<Trans>Create your account</Trans>}
      subtitle={
        status?.makes_owner ? (
          <Trans>You are going to be an owner of this Heliogram.</Trans>
        ) : status?.invited_by ? (
          <Trans>
            <bdi>{status.invited_by}</bdi> has invited you to this Heliogram.
          </Trans>
        ) : (
          <Trans>You have been invited to this Heliogram.</Trans>
        )
      }
    >
      {status?.chats && <ChatPreviews chats={status.chats} />}
      <SignUpForm invitation={code} onBegin={freeze} onStep={setStep} />
      <SignInLink />
    </AccountPage>
  );
}

/** Shown instead of the form, so that nobody fills in a form that would be refused. */
function Closed() {
  const open = useSignUpStatus().status?.open === true;
  return (
    <AccountPage
      title={<Trans>This way is closed</Trans>}
      subtitle={<Trans>This invitation was used, has expired, or never existed.</Trans>}
    >
      {open && <SignUpLink />}
      <SignInLink />
    </AccountPage>
  );
}
