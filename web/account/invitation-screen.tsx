/** Signing up with an invitation: the first of all is the owner's, whose link the service prints when it starts. */
import { Trans } from "@lingui/react/macro";
import { AccountPage } from "./account-page.tsx";
import { Glimpses } from "./glimpse.tsx";
import { ToSignIn, ToSignUp } from "./other-way.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSignUp } from "./use-sign-up.ts";

export function InvitationScreen({ code }: { readonly code: string }) {
  const { known, hold } = useSignUp(code);
  if (known?.open === false) return <Closed />;
  return (
    <AccountPage
      title={<Trans>Create your account</Trans>}
      subtitle={
        known?.makes_owner ? (
          <Trans>You are going to be an owner of this Heliogram.</Trans>
        ) : known?.invited_by ? (
          <Trans>
            <bdi>{known.invited_by}</bdi> has invited you to this Heliogram.
          </Trans>
        ) : (
          <Trans>You have been invited to this Heliogram.</Trans>
        )
      }
    >
      {known?.chats && <Glimpses chats={known.chats} />}
      <SignUpForm invitation={code} onBegin={hold} />
      <ToSignIn />
    </AccountPage>
  );
}

/** Said before anything is filled in for nothing. */
function Closed() {
  const open = useSignUp().known?.open === true;
  return (
    <AccountPage
      title={<Trans>This way is closed</Trans>}
      subtitle={<Trans>This invitation was used, has expired, or never existed.</Trans>}
    >
      {open && <ToSignUp />}
      <ToSignIn />
    </AccountPage>
  );
}
