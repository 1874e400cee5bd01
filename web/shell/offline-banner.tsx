/** Says that the machine is not connected, and what becomes of what is written. */
import { Plural, Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";

export function OfflineBanner() {
  const { surroundings } = useClient().ports;
  const [online, setOnline] = useState(() => surroundings.isOnline());
  const waiting = useClientState(({ outbox }) => outbox.filter(({ state }) => state === "waiting").length);
  useEffect(() => surroundings.watch(() => setOnline(surroundings.isOnline())), [surroundings]);
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-text px-4 py-1.5 text-center text-sm text-surface">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {waiting === 0 ? (
            <Trans>You are offline. What you write is sent when you are back.</Trans>
          ) : (
            <Plural
              value={waiting}
              one="You are offline. # message is sent when you are back."
              other="You are offline. # messages are sent when you are back."
            />
          )}
        </p>
      )}
    </div>
  );
}
