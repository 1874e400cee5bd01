/** Rereads the chat when the user's restriction ends. The service sends no event then. */
import { useEffect } from "react";
import { useClient } from "../../core/client/context.tsx";
import { restrictedUntil } from "../rights/use-disabled-reason.ts";
import type { ChatDetails } from "../../core/store/state.ts";

/** Browsers limit timers to 2^31 - 1 milliseconds. */
const MAX_TIMER_MS = 2_000_000_000;
/** Allowance for the difference between the clocks of client and service. */
const CLOCK_SKEW_MS = 1500;

export function useRestrictionEnd({ chat: { id }, member }: ChatDetails): void {
  const { ports, reloadRow: reread } = useClient();
  const until = restrictedUntil(member);
  useEffect(() => {
    if (until === 0) return undefined;
    const left_ms = until * 1000 - ports.clock.now_ms() + CLOCK_SKEW_MS;
    return ports.clock.after(Math.min(Math.max(0, left_ms), MAX_TIMER_MS), () => void reread(id).catch(() => {}));
  }, [id, until, ports, reread]);
}
