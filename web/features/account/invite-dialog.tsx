/** The owner's dialog for creating an invitation. */
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const InviteSteps = lazyComponent(async () => (await import("./invite-steps.tsx")).InviteSteps);

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useLingui();
  const [isLoaded, setLoaded] = useState(false);
  // It opens with its fields, so that the first of them gets the focus.
  useEffect(() => {
    if (open) void InviteSteps.preload().then(() => setLoaded(true));
  }, [open]);
  return (
    <Dialog open={open && isLoaded} onClose={onClose} title={t`Invite people`}>
      <InviteSteps onClose={onClose} />
    </Dialog>
  );
}
