/** The switch for pushes to this device. The browser asks for permission when it is turned on, and never before. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { PushSettings } from "@heliogram/shared/wire.ts";
import { useEffect } from "react";
import { useClient } from "../../../core/client/context.tsx";
import { Switch } from "../../../ui/forms/choice.tsx";
import { useDevicePush } from "../../push/use-device-push.ts";
import { usePushWords } from "../../push/use-push-words.ts";

export function DeviceSwitch({ settings }: { readonly settings: PushSettings }) {
  const { isOn = false, busy, turn, fault } = useDevicePush(settings);
  const reason = useReason();
  useKeptWords(settings, isOn);
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={<Trans>Push notifications on this device</Trans>}
        // A switch that cannot be pressed says why at once: a phone shows no tooltip before a tap.
        hint={reason ?? <Trans>You are told of new messages while no page of Heliogram is open.</Trans>}
        checked={isOn}
        onChange={(isWanted) => !busy && turn(isWanted)}
        reason={reason}
      />
      <p role="status" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}

/** Notifications are in the language that was chosen last. */
function useKeptWords({ subscriptions, public_key }: PushSettings, isOn: boolean): void {
  const { push } = useClient().ports;
  const words = JSON.stringify(usePushWords());
  const label = subscriptions.find(({ current }) => current)?.label ?? "";
  useEffect(() => {
    if (isOn && public_key !== undefined) void push.keep({ public_key, label, words: JSON.parse(words) });
  }, [push, isOn, public_key, label, words]);
}

/** Why this browser gets no pushes; `undefined` if it can. */
function useReason(): string | undefined {
  const { t } = useLingui();
  const { notifications, ports } = useClient();
  const reasons: Readonly<Record<string, string>> = {
    insecure: t`Browsers notify only for pages with https.`,
    install: t`Here only installed pages notify: add this one to the home screen, and open it from there.`,
    off: t`This browser shows no notifications of pages.`,
    refused: t`Your browser does not let this page notify. Allow it in the settings of the page, beside its address.`,
  };
  return reasons[notifications.state()] ?? (ports.push.isSupported() ? undefined : reasons.off);
}
