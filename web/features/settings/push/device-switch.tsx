/** The switch for pushes to this device. The browser asks for permission when it is turned on, and never before. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PushSettings } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { useClient } from "../../../core/client/context.tsx";
import { Switch } from "../../../ui/forms/choice.tsx";
import { useAction } from "../../forms/use-action.ts";
import { PUSH } from "./push-key.ts";
import { usePushWords } from "./use-push-words.ts";

export function DeviceSwitch({ settings }: { readonly settings: PushSettings }) {
  const { t } = useLingui();
  const { api, ports, notifications, session } = useClient();
  const [fault, setFault] = useState<string>();
  const words = usePushWords();
  const reason = useReason();
  const subscribed = useQuery({
    queryKey: [...PUSH, "device"],
    queryFn: async () => (await ports.push.current()) !== undefined,
  });
  const own = settings.subscriptions.find(({ current }) => current);
  const { busy, start } = useAction(async (isWanted: boolean) => {
    setFault(undefined);
    if (isWanted && !(await notifications.turnOn()))
      return setFault(
        t`Your browser does not let this page notify. Allow it in the settings of the page, beside its address.`,
      );
    if (!isWanted) await ports.push.forget();
    if (!isWanted && own) await api.call("removePushSubscription", { subscription_id: own.id });
    if (isWanted) {
      const label = await sessionLabel();
      const setup = { public_key: settings.public_key ?? "", label, words };
      const device = await ports.push.subscribe(setup).catch(() => undefined);
      if (!device) return setFault(t`The push service of your browser cannot be reached. Some browsers have none.`);
      await api.call("addPushSubscription", { ...device, label });
    }
    return session.loadSession();
  }, PUSH);
  const sessionLabel = async () => (await api.call("listSessions", {})).find(({ current }) => current)?.label ?? "";
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={<Trans>Push notifications on this device</Trans>}
        hint={<Trans>You are told of new messages while no page of Heliogram is open.</Trans>}
        checked={own !== undefined && subscribed.data === true}
        onChange={(isWanted) => !busy && start(isWanted)}
        reason={reason}
      />
      <p role="status" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
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
