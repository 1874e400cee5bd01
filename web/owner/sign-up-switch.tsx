/** Whether people need an invitation: changed at a press. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { Switch } from "../ui/choice.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const KEY = ["owner", "sign-up"];

export function SignUpSwitch() {
  const { api } = useClient();
  const asked = useQuery({ queryKey: KEY, queryFn: () => api.call("getSignUp", {}) });
  const { start } = useDeed((open: boolean) => api.call("setSignUp", { open }), KEY);
  return (
    <Section>
      {asked.data ? (
        <Switch
          label={<Trans>Sign-up without an invitation</Trans>}
          hint={
            asked.data.open ? (
              <Trans>Anybody who reaches this address can sign up.</Trans>
            ) : (
              <Trans>
                Only people with an invitation can sign up. Turned on, anybody who reaches this address can.
              </Trans>
            )
          }
          checked={asked.data.open}
          onChange={start}
        />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Section>
  );
}
