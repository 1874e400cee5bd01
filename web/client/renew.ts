/** Loads the page anew when the service has become another version, but not over and over. */
import type { Ports } from "../ports/ports.ts";

const STORED = "renewed";
const PAUSE_MS = 60_000;

export function renewPage({ storage, clock }: Pick<Ports, "storage" | "clock">): void {
  const before = storage.read(STORED);
  const now = clock.now_ms();
  if (typeof before === "number" && now - before < PAUSE_MS) return;
  storage.write(STORED, now);
  location.reload();
}
