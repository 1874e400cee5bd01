/** How far a file of one's own is on its way, and the way to call it off. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";
import { shareOf, type Outgoing } from "../model/outgoing.ts";
import { ProgressRing } from "../ui/progress-ring.tsx";

interface UploadRingProps {
  readonly outgoing: Outgoing;
  /** One of several; without it, all of them. */
  readonly message?: Message;
}

export function UploadRing({ outgoing, message }: UploadRingProps) {
  const { t } = useLingui();
  const { outbox } = useClient();
  return (
    <ProgressRing
      label={t`Upload`}
      cancel={t`Cancel the upload`}
      share={shareOf(outgoing, message?.client_key)}
      onCancel={() => outbox.cancel(outgoing.key)}
      {...(message ? { className: "size-11 bg-accent-fill" } : {})}
    />
  );
}
