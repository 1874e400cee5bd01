/** The browser's Back button closes the topmost overlay instead of leaving the page. */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** The close functions of open overlays, the topmost last. */
const open: (() => void)[] = [];

export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const close = useRef(onClose);
  useEffect(() => void (close.current = onClose));
  useEffect(() => {
    if (!isOpen) return;
    const own = () => close.current();
    open.push(own);
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action !== "BACK") return false;
        open.at(-1)?.();
        return true;
      },
    });
    return () => {
      open.splice(open.indexOf(own), 1);
      unblock();
    };
  }, [history, isOpen]);
}
