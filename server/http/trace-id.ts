/** Trace ids: 32 hex digits that identify a request in its response and in the logs. */

/** The part of a `traceparent` header that every version has (W3C Trace Context). */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;
const ZEROS = /^0+$/;

/** Traces of callers that are remembered, so that what they cause later can be passed on as a part of them. */
const MAX_TRACES = 10_000;

/** The traces that callers have begun, by their ids, with the header by which they are passed on. The newest ones. */
export class CallerTraces {
  readonly #headers = new Map<string, string>();

  /** The trace id of a `traceparent` header, or a new one (behaviour.md §1). */
  idOf(traceparent: string | undefined, make: () => string): string {
    if (traceparent === undefined) return make();
    const [, trace_id, parent_id, flags] = TRACEPARENT.exec(traceparent) ?? [];
    if (trace_id === undefined || ZEROS.test(trace_id) || ZEROS.test(parent_id!)) return make();
    // A copy: it is kept in memory, and a part of the header would keep the whole request there.
    const id = Buffer.from(trace_id, "latin1").toString("latin1");
    this.note(id, Buffer.from(`00-${trace_id}-${parent_id}-${flags}`, "latin1").toString("latin1"));
    return id;
  }

  /** Remembers the header by which a trace is passed on. */
  note(trace_id: string, traceparent: string): void {
    this.#headers.delete(trace_id);
    this.#headers.set(trace_id, traceparent);
    if (this.#headers.size > MAX_TRACES) this.#headers.delete(this.#headers.keys().next().value!);
  }

  /** The header by which a trace is passed on; `undefined` if no caller has begun it, or it is long ago. */
  headerOf(trace_id: string): string | undefined {
    return this.#headers.get(trace_id);
  }
}

/** The trace id of a header that was accepted before. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.split("-")[1];
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
