/** The switch for sign-in by password, on a service with OpenID providers. */
import { Trans } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { SIGN_IN_OPTIONS, useSignInOptions } from "../account/provider-list.tsx";
import { useAction } from "../forms/use-action.ts";

export function PasswordSwitch() {
  const { api } = useClient();
  const options = useSignInOptions();
  const { start } = useAction((on: boolean) => api.call("setPasswordSignIn", { on }), SIGN_IN_OPTIONS);
  if (!options || (options.providers.length === 0 && options.password)) return null;
  return (
    <Section>
      <Switch
        label={<Trans>Sign-in by password</Trans>}
        hint={
          options.password ? (
            <Trans>
              People sign in with a password or with a provider. Turned off, they do so with providers alone, owners
              too.
            </Trans>
          ) : (
            <Trans>People sign in with providers alone. The operator can turn passwords on again, too.</Trans>
          )
        }
        checked={options.password}
        onChange={start}
      />
    </Section>
  );
}
