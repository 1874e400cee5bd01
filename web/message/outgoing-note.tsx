/** Why a message did not arrive, or what it waits for, and what can be done about it. */
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import type { Outgoing } from "../model/outgoing.ts";
import { useReasonWords } from "../rights/use-sentence.ts";
import { Button } from "../ui/button.tsx";
import { useReach } from "../ui/reach.ts";

/** A line that is back sooner is not worth a word. */
const SHORT_MS = 3000;

export function OutgoingNote({ outgoing }: { readonly outgoing: Outgoing }) {
  return outgoing.state === "failed" ? <FailedNote outgoing={outgoing} /> : <WaitingNote outgoing={outgoing} />;
}

function FailedNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { outbox } = useClient();
  const reach = useReach();
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-danger">
      <span>
        <Reason outgoing={outgoing} />
      </span>
      <Button look="accent" size="small" tabIndex={reach} onClick={() => outbox.retry(outgoing.key)}>
        <Trans>Try again</Trans>
      </Button>
      <Button look="plain" size="small" tabIndex={reach} onClick={() => outbox.discard(outgoing.key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

function Reason({ outgoing: { error, reason, fault } }: { readonly outgoing: Outgoing }) {
  const reasonWords = useReasonWords();
  if (fault === "cancelled") return <Trans>Not sent: you cancelled it</Trans>;
  if (fault === "too_big") return <Trans>Not sent: the file is larger than this service takes</Trans>;
  if (reason === "BAD_MEDIA") return <Trans>Not sent: the file is damaged, or not what its name says</Trans>;
  const words = reason === undefined ? error : reasonWords(reason, error);
  return <Trans>Not sent: {words}</Trans>;
}

function WaitingNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { outbox, ports } = useClient();
  const reach = useReach();
  const connecting = useClientState((state) => state.line === "connecting");
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    return connecting ? ports.clock.after(SHORT_MS, () => setLong(true)) : undefined;
  }, [connecting, ports]);
  if (!connecting || !long) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-soft">
      <span>
        <Trans>Waiting for the connection</Trans>
      </span>
      <Button look="plain" size="small" tabIndex={reach} onClick={() => outbox.discard(outgoing.key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}
