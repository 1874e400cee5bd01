/** Compresses long responses: a list of a thousand chats is a megabyte of repetitive JSON. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import type { ApiResponse } from "../methods/engine/api-response.ts";
import type { ClientAddress } from "./client-address.ts";

const compress = promisify(gzip);

/** Shorter responses, of up to ten packets or so, gain nothing. */
const MIN_LENGTH = 16 * 1024;

/** Compression is limited because it uses the thread pool that disk writes need as well. */
const MAX_RUNNING = 1;
/** Responses to one address beyond this are sent uncompressed. The addresses take turns. */
const MAX_WAITING_FROM_ONE = 16;

/** The fastest level takes a few milliseconds for a megabyte. Higher ones take ten times as long and save a third. */
const COMPRESSION_LEVEL = 1;

/**
 * @returns the function that compresses a long response for a client that accepts gzip. Long responses hold what people
 * wrote and no credentials: responses with credentials are short.
 */
export function compressor(
  addressOf: ClientAddress,
): (req: IncomingMessage, response: ApiResponse) => Promise<ApiResponse> {
  const compressions = new ConcurrencyLimit<string>({
    max_running: MAX_RUNNING,
    max_waiting_per_key: MAX_WAITING_FROM_ONE,
  });
  return async (req, response) => {
    if (response.body.length < MIN_LENGTH || !acceptsGzip(req.headers["accept-encoding"])) return response;
    const { network } = addressOf(req);
    if (compressions.isFull(network)) return response;
    const compressed = await compressions.run(network, () => compress(response.body, { level: COMPRESSION_LEVEL }));
    return { ...response, gzip: compressed };
  };
}

/** Whether the header has `gzip` with a weight above 0. Aliases of gzip and `*` are not supported. */
function acceptsGzip(accept: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0?\.0*[1-9]))/i.test(String(accept ?? ""));
}
