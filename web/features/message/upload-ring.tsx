/** The progress of an upload, with a button to cancel it. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { uploadProgress, type Outgoing } from "../../core/model/messages/outgoing.ts";
import { ProgressRing } from "../../ui/feedback/progress-ring.tsx";

interface UploadRingProps {
  readonly outgoing: Outgoing;
  /** One file of an album; without it, the whole upload. */
  readonly message?: Message;
}

export function UploadRing({ outgoing, message }: UploadRingProps) {
  const { t } = useLingui();
  const { outbox } = useClient();
  return (
    <ProgressRing
      label={t`Upload`}
      cancel={t`Cancel the upload`}
      share={uploadProgress(outgoing, message?.client_key)}
      onCancel={() => outbox.cancel(outgoing.key)}
      {...(message ? { className: "size-11 bg-accent-fill" } : {})}
    />
  );
}
