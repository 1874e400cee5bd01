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
  const possible = notices.possible();
  if (possible === "no") return null;
  const reason = possible === "insecure" ? t`Browsers notify only for pages with https.` : undefined;
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
