/** Reloads the page for a new version of the server, at most once a minute. */
import type { Ports } from "../ports/ports.ts";

const STORED = "renewed";
const PAUSE_MS = 60_000;

export function reloadPage({ storage, clock }: Pick<Ports, "storage" | "clock">): void {
  const before = storage.read(STORED);
  const now = clock.now_ms();
  if (typeof before === "number" && now - before < PAUSE_MS) return;
  storage.write(STORED, now);
  location.reload();
}
