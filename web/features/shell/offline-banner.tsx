/**
 * The banner shown while the service cannot be reached: how old the shown data is, and that messages are sent later.
 */
import { Plural, Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";

export function OfflineBanner() {
  const { browserStatus } = useClient().ports;
  const [online, setOnline] = useState(() => browserStatus.isOnline());
  const waiting = useClientState(({ outbox }) => outbox.filter(({ state }) => state === "waiting").length);
  const snapshot_ms = useClientState(({ offline_snapshot }) => offline_snapshot?.at_ms);
  useEffect(() => browserStatus.watch(() => setOnline(browserStatus.isOnline())), [browserStatus]);
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {(!online || snapshot_ms !== undefined) && (
        <div className="safe-top flex items-center justify-center gap-2 bg-text px-4 py-1.5 text-center text-sm text-surface">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <p>
            {online ? (
              <Trans>The service cannot be reached. What you write is sent when it can.</Trans>
            ) : waiting === 0 ? (
              <Trans>You are offline. What you write is sent when you are back.</Trans>
            ) : (
              <Plural
                value={waiting}
                one="You are offline. # message is sent when you are back."
                other="You are offline. # messages are sent when you are back."
              />
            )}{" "}
            {snapshot_ms !== undefined && <SnapshotTime at_ms={snapshot_ms} />}
          </p>
        </div>
      )}
    </div>
  );
}

function SnapshotTime({ at_ms }: { readonly at_ms: number }) {
  const moment = <Time value={useFormat().moment(at_ms / 1000)} />;
  return <Trans>You see the chats as they were on {moment}.</Trans>;
}
