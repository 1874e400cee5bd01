/** The current time, updated once a minute, for texts relative to it. */
import { useEffect, useState } from "react";
import { useClient } from "./context.tsx";

const MINUTE_MS = 60_000;

export function useNow(): number {
  const { clock } = useClient().ports;
  const [now, setNow] = useState(() => clock.now_ms());
  useEffect(() => clock.after(MINUTE_MS, () => setNow(clock.now_ms())), [clock, now]);
  return now;
}
