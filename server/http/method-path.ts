/** Reads which method a request target names. */
import { percentDecode } from "./percent-decoding.ts";

export interface MethodPath {
  /** In lower case, because the case of a method's name does not matter. */
  readonly name: string;
  readonly query: string;
}

/** The method that a request target names behind a prefix; `undefined` for targets without the prefix. */
export function readMethodPath(url: string, prefix: string): MethodPath | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  return { name: percentDecode(path.slice(prefix.length)).toLowerCase(), query: mark < 0 ? "" : url.slice(mark + 1) };
}
