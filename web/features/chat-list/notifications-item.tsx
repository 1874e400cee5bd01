/** The menu entry that turns notifications of new messages on and off. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Bell, BellOff } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";

export function NotificationsItem() {
  const { t } = useLingui();
  const { notifications } = useClient();
  const showToast = useToast();
  const [enabled, setEnabled] = useState(notifications.wanted);
  const reason = useDisabledReasons()[notifications.state()];
  const turnOn = async () => {
    const on = await notifications.turnOn();
    setEnabled(on);
    showToast(
      on
        ? t`You are notified of new messages while Heliogram is open.`
        : t`Your browser does not allow notifications from this page.`,
    );
  };
  const turnOff = () => {
    notifications.turnOff();
    setEnabled(false);
  };
  return enabled ? (
    <MenuItem icon={<BellOff aria-hidden />} onSelect={turnOff}>
      <Trans>Turn off notifications</Trans>
    </MenuItem>
  ) : (
    <MenuItem icon={<Bell aria-hidden />} reason={reason} onSelect={() => void turnOn()}>
      <Trans>Turn on notifications</Trans>
    </MenuItem>
  );
}

/** Why this browser cannot show notifications, by the state of the permission. */
function useDisabledReasons(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    insecure: t`Browsers notify only for pages with https.`,
    install: t`Here only installed pages notify: add this one to the home screen, and open it from there.`,
    off: t`This browser shows no notifications of pages.`,
    refused: t`Your browser does not let this page notify. Allow it in the settings of the page, beside its address.`,
  };
}
