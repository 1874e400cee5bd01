/** Says that a newer version of the client waits, and loads it when that is wished. */
import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "../client/context.tsx";
import { Button, IconButton } from "../ui/button.tsx";

export function UpdateNotice() {
  const { t } = useLingui();
  const { workers } = useClient().ports;
  const [take, setTake] = useState<() => void>();
  useEffect(() => workers.keep((way) => setTake(() => way)), [workers]);
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 flex justify-center p-3 empty:hidden">
      {take && (
        <div className="flex items-center gap-3 rounded-2xl border border-line bg-raised py-2 pe-2 ps-4 shadow-xl">
          <p className="min-w-0">
            <Trans>A new version is there.</Trans>
          </p>
          <Button size="small" onClick={take}>
            <RefreshCw aria-hidden className="size-4" />
            <Trans>Reload</Trans>
          </Button>
          <IconButton label={t`Later`} size="small-icon" onClick={() => setTake(undefined)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
