/** Trace ids: 32 hex digits that identify a request in its response and in the logs. */

/** The trace id of a `traceparent` header, or a new one (behaviour.md §1, W3C Trace Context). */
export function traceId(traceparent: string | undefined, make: () => string): string {
  const parent_id = traceparent && /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent)?.[1];
  return parent_id && !/^0+$/.test(parent_id) ? parent_id : make();
}

/** Makes ids from blocks of random bytes, so that one system call serves many requests. */
export function traceIds(bytes: (length: number) => Buffer): () => string {
  let block = "";
  let at = 0;
  return () => {
    if (at + 32 > block.length) {
      block = bytes(4096).toString("hex");
      at = 0;
    }
    at += 32;
    return block.slice(at - 32, at);
  };
}
