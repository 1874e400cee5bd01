/** The notice that a new version of the client is available, with a button to load it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { Button, IconButton } from "../../ui/buttons/button.tsx";

export function UpdateNotice() {
  const { t } = useLingui();
  const { serviceWorkers } = useClient().ports;
  const [update, setUpdate] = useState<() => void>();
  useEffect(() => serviceWorkers.register((way) => setUpdate(() => way)), [serviceWorkers]);
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 flex justify-center p-3 empty:hidden">
      {update && (
        <div className="flex items-center gap-3 rounded-2xl border border-line bg-raised py-2 pe-2 ps-4 shadow-xl">
          <p className="min-w-0">
            <Trans>A new version is there.</Trans>
          </p>
          <Button size="small" onClick={update}>
            <RefreshCw aria-hidden className="size-4" />
            <Trans>Reload</Trans>
          </Button>
          <IconButton label={t`Later`} size="small-icon" onClick={() => setUpdate(undefined)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
