/** Pushes: on this device or not, what they contain, quiet hours, the devices, and a test that says where it stopped. */
import { Trans } from "@lingui/react/macro";
import type { PushSettings } from "@heliogram/shared/wire.ts";
import { useClient } from "../../../core/client/context.tsx";
import { useAction } from "../../forms/use-action.ts";
import { Switch } from "../../../ui/forms/choice.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { PUSH, usePushSettings } from "../../push/use-push-settings.ts";
import { DeviceSwitch } from "./device-switch.tsx";
import { PushDevices } from "./devices.tsx";
import { QuietHours } from "./quiet-hours.tsx";

export function Push() {
  const data = usePushSettings();
  if (!data) return <Skeleton className="h-12" />;
  if (!data.enabled) return null;
  return (
    <>
      <DeviceSwitch settings={data} />
      {data.subscriptions.length > 0 && (
        <>
          <PushChoices settings={data} />
          <PushDevices subscriptions={data.subscriptions} />
        </>
      )}
    </>
  );
}

/** What is changed; `quiet_hours` without a value ends them. */
interface Choices {
  readonly shows_contents?: boolean;
  readonly only_mentions?: boolean;
  readonly quiet_hours?: PushSettings["quiet_hours"] | undefined;
}

function PushChoices({ settings }: { readonly settings: PushSettings }) {
  const { api } = useClient();
  const { shows_contents, allows_contents, only_mentions, quiet_hours } = settings;
  const { start } = useAction((change: Choices) => {
    const { quiet_hours: hours, ...next } = { shows_contents, only_mentions, quiet_hours, ...change };
    return api.call("setPushSettings", { ...next, ...(hours ? { quiet_hours: hours } : {}) });
  }, PUSH);
  return (
    <>
      <Switch
        label={<Trans>Names and texts in push notifications</Trans>}
        hint={
          allows_contents ? (
            <Trans>Without them, a notification says that there is a new message, and no more.</Trans>
          ) : (
            <Trans>The owners of this service let no notification contain them.</Trans>
          )
        }
        checked={shows_contents}
        onChange={(wanted) => start({ shows_contents: wanted })}
      />
      <Switch
        label={<Trans>Groups and channels only by mentions</Trans>}
        hint={<Trans>Mentions of you, and answers to you.</Trans>}
        checked={only_mentions}
        onChange={(wanted) => start({ only_mentions: wanted })}
      />
      <QuietHours hours={quiet_hours} onChange={(hours) => start({ quiet_hours: hours })} />
    </>
  );
}
