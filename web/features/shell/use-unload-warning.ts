/**
 * Warns before the page is closed or reloaded while files wait to be sent that this browser could not store: they would
 * be lost.
 */
import { useEffect } from "react";
import { useClient } from "../../core/client/context.tsx";

export function useUnloadWarning(): void {
  const { outbox } = useClient();
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (outbox.hasUnsavedFiles()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, [outbox]);
}
