/** Downloads the user's own data as one archive. */
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useClient } from "../../core/client/context.tsx";
import { useArchive } from "../forms/use-archive.ts";
import { Button } from "../../ui/buttons/button.tsx";

export function OwnData() {
  const { api } = useClient();
  const { busy, start } = useArchive(() => api.call("exportOwnData", {}));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>
          Your profile, sessions, settings, drafts, bots and reactions, and the messages and files that you have sent,
          in one archive. It has nothing that others have written.
        </Trans>
      </p>
      <Button variant="soft" disabled={busy} onClick={() => start(undefined)} className="self-end">
        <Download aria-hidden className="size-4.5" />
        <Trans>Download my data</Trans>
      </Button>
    </div>
  );
}
