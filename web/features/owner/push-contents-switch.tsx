/** The switch for names and texts in everybody's push notifications. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { Switch } from "../../ui/forms/choice.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

const KEY = ["push"];

export function PushContentsSwitch() {
  const { api } = useClient();
  const push = useQuery({ queryKey: KEY, queryFn: () => api.call("getPushSettings", {}) });
  const { start } = useAction((allowed: boolean) => api.call("setPushContents", { allowed }), KEY);
  if (push.data?.enabled === false) return null;
  return (
    <Section>
      {push.data ? (
        <Switch
          label={<Trans>Names and texts in push notifications</Trans>}
          hint={
            <Trans>
              They are encrypted for each device. Turned off, everybody's notifications say that there is a new message,
              and no more.
            </Trans>
          }
          checked={push.data.allows_contents}
          onChange={start}
        />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Section>
  );
}
