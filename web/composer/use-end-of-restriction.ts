/** A restriction ends by the clock, and nobody says so: at that moment the client asks what the person may do now. */
import { useEffect } from "react";
import { useClient } from "../client/context.tsx";
import { restrictedUntil } from "../rights/use-why-not.ts";
import type { ChatDetails } from "../store/state.ts";

/** Timers of browsers reach no further than 2^31 milliseconds. */
const LONGEST_MS = 2_000_000_000;
/** The clocks of two machines differ a little. */
const SPARE_MS = 1500;

export function useEndOfRestriction({ chat: { id }, member }: ChatDetails): void {
  const { ports, reread } = useClient();
  const until = restrictedUntil(member);
  useEffect(() => {
    if (until === 0) return undefined;
    const left_ms = until * 1000 - ports.clock.now_ms() + SPARE_MS;
    return ports.clock.after(Math.min(Math.max(0, left_ms), LONGEST_MS), () => void reread(id).catch(() => {}));
  }, [id, until, ports, reread]);
}
