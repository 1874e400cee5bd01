/** The switch for names and texts in everybody's push notifications. */
import { Trans } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { PUSH, usePushSettings } from "../push/use-push-settings.ts";
import { Switch } from "../../ui/forms/choice.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

export function PushContentsSwitch() {
  const { api } = useClient();
  const settings = usePushSettings();
  const { start } = useAction((allowed: boolean) => api.call("setPushContents", { allowed }), PUSH);
  if (settings?.enabled === false) return null;
  return (
    <Section>
      {settings ? (
        <Switch
          label={<Trans>Names and texts in push notifications</Trans>}
          hint={
            <Trans>
              They are encrypted for each device. Turned off, everybody's notifications say that there is a new message,
              and no more.
            </Trans>
          }
          checked={settings.allows_contents}
          onChange={start}
        />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Section>
  );
}
