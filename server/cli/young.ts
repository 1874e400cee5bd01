/** Collects what has died young, on demand. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { readonly type: "minor" }) => void;

/**
 * @returns a function that frees the pieces of files that have passed. Their bytes lie outside of the heap, where the
 *   collector hardly notices them: left to itself, it would let tens of megabytes of them pile up.
 */
export function youngCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  return () => collect({ type: "minor" });
}
