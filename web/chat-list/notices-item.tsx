/** Turns the machine's notices of new messages on and off. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Bell, BellOff } from "lucide-react";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { MenuItem } from "../ui/menu.tsx";
import { useNotice } from "../ui/toasts.tsx";

export function NoticesItem() {
  const { t } = useLingui();
  const { notices } = useClient();
  const notify = useNotice();
  const [wanted, setWanted] = useState(notices.wanted);
  const reason = useWhyNoNotices()[notices.state()];
  const turnOn = async () => {
    const on = await notices.turnOn();
    setWanted(on);
    notify(
      on
        ? t`You are notified of new messages while Heliogram is open.`
        : t`Your browser does not allow notifications from this page.`,
    );
  };
  const turnOff = () => {
    notices.turnOff();
    setWanted(false);
  };
  return wanted ? (
    <MenuItem icon={<BellOff aria-hidden />} onSelect={turnOff}>
      <Trans>Turn off notifications</Trans>
    </MenuItem>
  ) : (
    <MenuItem icon={<Bell aria-hidden />} reason={reason} onSelect={() => void turnOn()}>
      <Trans>Turn on notifications</Trans>
    </MenuItem>
  );
}

/** Why this browser notifies of nothing, by the states in which it does not. */
function useWhyNoNotices(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    insecure: t`Browsers notify only for pages with https.`,
    install: t`Here only installed pages notify: add this one to the home screen, and open it from there.`,
    off: t`This browser shows no notifications of pages.`,
    refused: t`Your browser does not let this page notify. Allow it in the settings of the page, beside its address.`,
  };
}
