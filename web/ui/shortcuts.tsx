/** Ctrl-/: what the keys do, from wherever one is. */
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { isPressed } from "../model/shortcuts.ts";
import { Dialog } from "./dialog.tsx";
import { hasDialog } from "./over.ts";

const ShortcutList = lazy(async () => ({ default: (await import("./shortcut-list.tsx")).ShortcutList }));

const OPEN = "heliogram:shortcuts";

export function showShortcuts(): void {
  window.dispatchEvent(new Event(OPEN));
}

export function Shortcuts() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener(OPEN, () => setOpen(true), { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        // What is decided or read now is not to be covered.
        if (!isPressed(event, "show_shortcuts") || hasDialog()) return;
        event.preventDefault();
        setOpen(true);
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t`Keyboard shortcuts`}>
      <Suspense>
        <ShortcutList />
      </Suspense>
    </Dialog>
  );
}
