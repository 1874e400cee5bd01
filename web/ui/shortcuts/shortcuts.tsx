/** Opens the list of all shortcuts by Ctrl-/ from anywhere. */
import { lateOverlay } from "../late-component.tsx";
import { hasDialog } from "../overlays/open-overlays.ts";
import { useToggleEvent } from "./use-toggle-event.ts";

const ShortcutDialog = lateOverlay(async () => (await import("./shortcut-dialog.tsx")).ShortcutDialog);

const OPEN = "heliogram:shortcuts";

export function showShortcuts(): void {
  window.dispatchEvent(new Event(OPEN));
}

export function Shortcuts() {
  const [open, close] = useToggleEvent(OPEN, "show_shortcuts", isUncovered);
  return <ShortcutDialog open={open} onClose={close} />;
}

/** An open dialog is not covered. */
function isUncovered(): boolean {
  return !hasDialog();
}
