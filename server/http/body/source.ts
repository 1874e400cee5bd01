/** The bytes of a request's body, decompressed if need be. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { BodyFault } from "./raw-call.ts";

/** What to read: the request itself, or what its compression holds. @throws BodyFault for an unknown compression */
export function bodySource(req: IncomingMessage): Readable {
  const encoding = (req.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return req;
  if (encoding !== "gzip" && encoding !== "deflate") throw new BodyFault(400, "the content encoding is not supported");
  const unpacked = encoding === "gzip" ? createGunzip() : createInflate();
  req.once("error", (error) => unpacked.destroy(error));
  req.once("aborted", () => unpacked.destroy(new Error("aborted")));
  return req.pipe(unpacked);
}

/** Listens to a source until it ends or breaks off; every listener is gone afterwards. */
function listen(
  source: Readable,
  on: { readonly data: (chunk: Buffer) => void; readonly end: () => void; readonly cut: (fault: BodyFault) => void },
): () => void {
  const onEnd = () => {
    // A source closes right after its end, which is no break.
    stop();
    on.end();
  };
  const onCut = () => {
    stop();
    on.cut(new BodyFault(400, "the body was cut short or is damaged"));
  };
  const stop = () => {
    source.off("data", on.data).off("end", onEnd).off("error", onCut).off("close", onCut).off("aborted", onCut);
    // Whatever breaks later concerns nobody here.
    source.on("error", () => {});
  };
  source.on("data", on.data).on("end", onEnd).on("error", onCut).on("close", onCut).on("aborted", onCut);
  return stop;
}

/**
 * Calls `take` with one chunk after another, waiting for each. A fault leaves the source paused, not destroyed:
 * the caller still wants its answer.
 * @throws BodyFault when the body breaks off, and whatever `take` throws
 */
export function eachChunk(source: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let busy: Promise<void> = Promise.resolve();
    const stop = listen(source, {
      data(chunk) {
        source.pause();
        busy = take(chunk).then(
          () => void source.resume(),
          (error: unknown) => {
            stop();
            reject(error);
          },
        );
      },
      end: () => void busy.then(resolve),
      cut: (fault) => void busy.then(() => reject(fault)),
    });
  });
}

/** The whole of a small body. @throws BodyFault over the limit, or when it breaks off */
export function wholeBody(source: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = listen(source, {
      data(chunk) {
        size += chunk.length;
        if (size <= limit) {
          chunks.push(chunk);
          return;
        }
        stop();
        source.pause();
        reject(new BodyFault(413, "the body is too long"));
      },
      end: () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)),
      cut: reject,
    });
  });
}
