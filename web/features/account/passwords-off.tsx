/** Shown instead of a form with a password while nobody signs in by password: the form would be refused. */
import { Trans } from "@lingui/react/macro";
import { AccountPage } from "./account-page.tsx";
import { BackToSignInLink } from "./form-footer.tsx";
import { ProviderList, useSignInOptions } from "./provider-list.tsx";

/** Whether sign-in by password is off; `false` until the service has answered. */
export function usePasswordsOff(): boolean {
  return useSignInOptions()?.password === false;
}

export function PasswordsOff({ to }: { readonly to?: string | undefined }) {
  return (
    <AccountPage
      title={<Trans>Nobody uses a password here</Trans>}
      subtitle={<Trans>You get an account by signing in with a provider.</Trans>}
    >
      <ProviderList options={useSignInOptions()} to={to} />
      <BackToSignInLink />
    </AccountPage>
  );
}
