/** Ctrl-/: what the keys do, from wherever one is. */
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Dialog } from "./dialog.tsx";
import { hasDialog } from "./over.ts";
import { useSummoned } from "./use-summoned.ts";

const ShortcutList = lazy(async () => ({ default: (await import("./shortcut-list.tsx")).ShortcutList }));

const OPEN = "heliogram:shortcuts";

export function showShortcuts(): void {
  window.dispatchEvent(new Event(OPEN));
}

export function Shortcuts() {
  const { t } = useLingui();
  const [open, close] = useSummoned(OPEN, "show_shortcuts", isUncovered);
  return (
    <Dialog open={open} onClose={close} title={t`Keyboard shortcuts`}>
      <Suspense>
        <ShortcutList />
      </Suspense>
    </Dialog>
  );
}

/** What is decided or read now is not to be covered. */
function isUncovered(): boolean {
  return !hasDialog();
}
