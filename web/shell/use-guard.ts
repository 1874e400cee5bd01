/** Asks before the page is left or loaded anew while files are on their way: they would be lost without a word. */
import { useEffect } from "react";
import { useClient } from "../client/context.tsx";

export function useGuard(): void {
  const { outbox } = useClient();
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (outbox.hasFilesToSend()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, [outbox]);
}
