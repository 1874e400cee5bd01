/** Reads the first bytes of a file of the service. */
import { NetworkError } from "./errors.ts";

/** The bytes from which a preview is made. */
const BEGINNING_BYTES = 4096;

/** @throws NetworkError, also if there is no such file any more, or the reason of the signal */
export async function readBeginning(path: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const response = await fetch(path, { headers: { Range: `bytes=0-${BEGINNING_BYTES - 1}` }, signal });
    // An empty file has no first byte.
    if (response.status === 416) return new Uint8Array();
    if (response.ok) return new Uint8Array(await response.arrayBuffer()).subarray(0, BEGINNING_BYTES);
  } catch (error) {
    if (signal.aborted) throw error;
  }
  throw new NetworkError("the file cannot be read");
}
