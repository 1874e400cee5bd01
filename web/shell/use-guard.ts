/** Asks before the page is left or loaded anew while files wait that this browser could not keep: they would be lost. */
import { useEffect } from "react";
import { useClient } from "../client/context.tsx";

export function useGuard(): void {
  const { outbox } = useClient();
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (outbox.wouldLoseFiles()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, [outbox]);
}
