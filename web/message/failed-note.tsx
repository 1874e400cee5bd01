/** Why a message did not arrive, and what can be done about it. */
import { Trans } from "@lingui/react/macro";
import { useClient } from "../client/context.tsx";
import type { Outgoing } from "../model/outgoing.ts";
import { Button } from "../ui/button.tsx";

export function FailedNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { outbox } = useClient();
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-danger">
      <span>
        <Reason outgoing={outgoing} />
      </span>
      <Button look="accent" size="small" onClick={() => outbox.retry(outgoing.key)}>
        <Trans>Try again</Trans>
      </Button>
      <Button look="plain" size="small" onClick={() => outbox.discard(outgoing.key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

function Reason({ outgoing: { error, fault } }: { readonly outgoing: Outgoing }) {
  if (fault === "cancelled") return <Trans>Not sent: you cancelled it</Trans>;
  if (fault === "too_big") return <Trans>Not sent: the file is larger than this service takes</Trans>;
  return <Trans>Not sent: {error}</Trans>;
}
