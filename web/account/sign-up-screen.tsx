/** Signing up without an invitation, while an owner has opened the service to everybody. */
import { Trans } from "@lingui/react/macro";
import { AccountPage } from "./account-page.tsx";
import { Destination } from "./glimpse.tsx";
import { ToSignIn } from "./other-way.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSignUp } from "./use-sign-up.ts";

export function SignUpScreen({ to }: { readonly to?: string | undefined }) {
  const { known, hold } = useSignUp();
  const closed = known?.open === false;
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
      <Destination to={to} />
      {!closed && <SignUpForm onBegin={hold} />}
      <ToSignIn to={to} />
    </AccountPage>
  );
}
