/** Says that nobody can be reached, how old what is shown is, and what becomes of what is written. */
import { Plural, Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";

export function OfflineBanner() {
  const { surroundings } = useClient().ports;
  const [online, setOnline] = useState(() => surroundings.isOnline());
  const waiting = useClientState(({ outbox }) => outbox.filter(({ state }) => state === "waiting").length);
  const kept_ms = useClientState(({ kept }) => kept?.at_ms);
  useEffect(() => surroundings.watch(() => setOnline(surroundings.isOnline())), [surroundings]);
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {(!online || kept_ms !== undefined) && (
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
            {kept_ms !== undefined && <KeptSince at_ms={kept_ms} />}
          </p>
        </div>
      )}
    </div>
  );
}

function KeptSince({ at_ms }: { readonly at_ms: number }) {
  const moment = useFormat().moment(at_ms / 1000);
  return <Trans>You see the chats as they were on {moment}.</Trans>;
}
