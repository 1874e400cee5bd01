/** The dialog with all shortcuts. */
import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../overlays/dialog.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

interface ShortcutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ShortcutDialog({ open, onClose }: ShortcutDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <ShortcutList />
    </Dialog>
  );
}
