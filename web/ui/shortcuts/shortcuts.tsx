/** The dialog with all shortcuts, opened by Ctrl-/ from anywhere. */
import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../overlays/dialog.tsx";
import { lazyComponent } from "../lazy-component.tsx";
import { hasDialog } from "../overlays/open-overlays.ts";
import { useToggleEvent } from "./use-toggle-event.ts";

const ShortcutList = lazyComponent(async () => (await import("./shortcut-list.tsx")).ShortcutList);

const OPEN = "heliogram:shortcuts";

export function showShortcuts(): void {
  window.dispatchEvent(new Event(OPEN));
}

export function Shortcuts() {
  const { t } = useLingui();
  const [open, close] = useToggleEvent(OPEN, "show_shortcuts", isUncovered);
  return (
    <Dialog open={open} onClose={close} title={t`Keyboard shortcuts`}>
      <ShortcutList />
    </Dialog>
  );
}

/** An open dialog is not covered. */
function isUncovered(): boolean {
  return !hasDialog();
}
