/** Trace ids: 32 hex digits that identify a request in its response and in the logs. */

/** The trace id of a `traceparent` header, or a new one (behaviour.md §1, W3C Trace Context). */
export function traceId(traceparent: string | undefined, make: () => string): string {
  const parent_id = traceparent && /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent)?.[1];
  if (!parent_id || /^0+$/.test(parent_id)) return make();
  // A copy: ids are kept in memory, and a part of the header would keep the whole request there.
  return Buffer.from(parent_id, "latin1").toString("latin1");
}

const ID_BYTES = 16;
const BLOCK_BYTES = 256 * ID_BYTES;

/** Makes ids from blocks of random bytes, so that one system call serves many requests. */
export function traceIds(bytes: (length: number) => Buffer): () => string {
  let block: Buffer = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === block.length) {
      block = bytes(BLOCK_BYTES);
      at = 0;
    }
    at += ID_BYTES;
    return block.toString("hex", at - ID_BYTES, at);
  };
}
