/** Hands a file to the browser to be saved. */
import type { Clock } from "./clock.ts";

/** By then the browser has taken it. */
const TAKEN_MS = 10_000;

export function saveFile(clock: Clock, blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  clock.after(TAKEN_MS, () => URL.revokeObjectURL(address));
}
