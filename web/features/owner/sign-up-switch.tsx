/** The switch for sign-up without an invitation. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { Switch } from "../../ui/forms/choice.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

const KEY = ["owner", "sign-up"];

export function SignUpSwitch() {
  const { api } = useClient();
  const signUp = useQuery({ queryKey: KEY, queryFn: () => api.call("getSignUp", {}) });
  const { start } = useAction((open: boolean) => api.call("setSignUp", { open }), KEY);
  return (
    <Section>
      {signUp.data ? (
        <Switch
          label={<Trans>Sign-up without an invitation</Trans>}
          hint={
            signUp.data.open ? (
              <Trans>Anybody who reaches this address can sign up.</Trans>
            ) : (
              <Trans>
                Only people with an invitation can sign up. Turned on, anybody who reaches this address can.
              </Trans>
            )
          }
          checked={signUp.data.open}
          onChange={start}
        />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Section>
  );
}
