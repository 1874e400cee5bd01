/** Runs minor garbage collections where buffers come and go. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { readonly type: "minor" }) => void;

/** Bytes that are read or written between two collections. */
const COLLECT_AFTER_BYTES = 8 * 1024 * 1024;

/**
 * @returns a function to call with the size of each buffer that is read or written; it runs a minor collection now and
 *   then. Buffers of uploads and downloads are outside of the heap, so the collector hardly notices them and would let tens
 *   of megabytes accumulate.
 */
export function minorCollector(): (bytes: number) => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  let passed_bytes = 0;
  return (bytes) => {
    passed_bytes += bytes;
    if (passed_bytes < COLLECT_AFTER_BYTES) return;
    passed_bytes = 0;
    collect({ type: "minor" });
  };
}
