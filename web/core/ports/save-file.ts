/** Saves a file as a download of the browser. */
import type { Clock } from "./clock.ts";

/** By then the browser has read the file. */
const REVOKE_MS = 10_000;

export function saveFile(clock: Clock, blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, name);
  clock.after(REVOKE_MS, () => URL.revokeObjectURL(address));
}

/** Downloads what is at an address. @param name - of the file, unless the response has a name */
export function saveAddress(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
