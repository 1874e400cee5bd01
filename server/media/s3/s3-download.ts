/** Streams an object. A download that is cut off is continued, and the hash of a whole one is verified. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { EgressError } from "../../egress/egress-error.ts";
import type { EndpointResponse } from "../../egress/endpoint.ts";
import type { Range } from "../blob-storage.ts";
import { FilesUnavailable } from "../upload.ts";
import type { S3Client } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";

/** So many times is one download continued. */
const MAX_CONTINUED = 5;

/** The stored content is not what its name says. */
export class BlobDamaged extends Error {}

interface Download {
  readonly key: string;
  readonly sha256: string;
  readonly range: Range;
}

/**
 * Opens a range of a blob; `undefined` if there is none. The object is requested before this resolves, and the request ends
 * when the stream is destroyed. Chunks are requested as fast as the stream is read.
 */
export async function openDownload(client: S3Client, download: Download): Promise<Readable | undefined> {
  const response = await request(client, download, download.range.start);
  if (!response) return undefined;
  const opened = { response, isWanted: true };
  const isWhole = download.range.start === 0 && totalOf(response) === download.range.end + 1;
  const chunks = continued(client, download, opened);
  return streamOf(isWhole ? verified(chunks, download.sha256) : chunks, () => {
    opened.isWanted = false;
    opened.response.body.destroy();
  });
}

/** The response that is being read. */
interface Opened {
  response: EndpointResponse;
  /** Whether the reader is still there. */
  isWanted: boolean;
}

/** @param leave called when the reader goes away. `Readable.from` would wait for the next chunk first, and a store may send none. */
function streamOf(chunks: AsyncGenerator<Buffer>, leave: () => void): Readable {
  return new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => {
          if (!this.destroyed) this.push(done === true ? null : value);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      leave();
      done(error);
    },
  });
}

/** The chunks of the range, of as many responses as it takes. */
async function* continued(client: S3Client, download: Download, opened: Opened): AsyncGenerator<Buffer> {
  const { end } = download.range;
  let next = download.range.start;
  for (let continuation = 0; ; continuation++) {
    try {
      for await (const chunk of client.chunks(opened.response.body)) {
        next += chunk.length;
        if (next > end + 1) throw new BlobDamaged(`the store sends more of ${download.sha256} than was requested`);
        client.onBytes(chunk.length);
        yield chunk;
      }
      if (next > end) return;
    } catch (error) {
      if (!(error instanceof EgressError) || !opened.isWanted) throw error;
      if (continuation === MAX_CONTINUED) throw new FilesUnavailable(error);
    }
    if (continuation === MAX_CONTINUED) throw new FilesUnavailable(new EgressError("the answer is too short"));
    await client.wait(continuation);
    if (!opened.isWanted) return;
    const response = await request(client, download, next);
    if (!response) throw new BlobDamaged(`the blob ${download.sha256} was deleted while it was read`);
    opened.response = response;
    if (!opened.isWanted) response.body.destroy();
  }
}

/** Passes chunks on, and the last one only if all of them have the hash: otherwise the reader gets too few bytes. */
async function* verified(chunks: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let last: Buffer | undefined;
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (hash.digest("hex") !== sha256) throw new BlobDamaged(`the store has other content under the name ${sha256}`);
  if (last) yield last;
}

async function request(client: S3Client, { key, range }: Download, start: number) {
  const headers = { range: `bytes=${start}-${range.end}` };
  let response: EndpointResponse;
  try {
    response = await client.download({ method: "GET", key, headers });
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket") return undefined;
    throw error;
  }
  const content = /^bytes (\d+)-(\d+)\//.exec(String(response.headers["content-range"]));
  if (content && Number(content[1]) === start && Number(content[2]) === range.end) return response;
  response.body.destroy();
  throw new BlobDamaged(`the store does not have bytes ${start} to ${range.end} of ${key}`);
}

function totalOf(response: EndpointResponse): number {
  return Number(String(response.headers["content-range"]).split("/")[1]);
}
