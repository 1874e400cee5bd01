/** The owner's dialog for creating an invitation. */
import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { InviteSteps } from "./invite-steps.tsx";

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Invite people`}>
      <InviteSteps onClose={onClose} />
    </Dialog>
  );
}
