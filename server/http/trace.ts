/** Trace ids: 32 hex digits that name one request in the answer, the logs and the calls it causes. */

/** A `traceparent` header gives the request its id; otherwise one is made (behaviour.md §1, W3C Trace Context). */
export function traceId(traceparent: string | undefined, make: () => string): string {
  const given = traceparent && /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent)?.[1];
  return given && !/^0+$/.test(given) ? given : make();
}

/** Makes ids from blocks of randomness: one call to the operating system serves many requests. */
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
