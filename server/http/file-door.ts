/** Files on their way out: `/file/bot<token>/<file_path>` and `/api/file/<file_path>`, ranges included. */
import { pipeline } from "node:stream/promises";
import type { Account } from "../domain/accounts.ts";
import { AtOnce } from "../media/at-once.ts";
import type { DiskBlobs, Range } from "../media/disk.ts";
import { MediaBusy } from "../media/upload.ts";
import { failure, tooMany, type Answer } from "../methods/answer.ts";
import { bytesOf, fileIdOf, type Bytes } from "../present/file-path.ts";
import { findBotByTokenHash } from "../store/accounts.ts";
import { findFile } from "../store/files.ts";
import { readerOf } from "./callers.ts";
import { disposition } from "./disposition.ts";
import type { FaceDeps } from "./face.ts";
import type { Request } from "./server.ts";
import { unescaped } from "./unescaped.ts";

/** Downloads under way: each holds a file open and up to a megabyte in memory, for as long as its reader likes. */
const DOWNLOADS = { of_one: 50, of_all: 1000, retry_after_s: 5 };

export interface KeptFiles {
  readonly blobs: DiskBlobs;
  /** Whose downloads those of an account are. */
  readonly answerableFor: (account: Account) => number;
}

interface Files extends KeptFiles {
  readonly downloads: AtOnce;
}

type Done = Promise<Answer | "done">;

/** Serves a bot's or a person's file, or leaves the address to another door. */
export function fileDoor(bots: FaceDeps, people: FaceDeps, kept: KeptFiles): (request: Request) => Done | undefined {
  const files: Files = { ...kept, downloads: new AtOnce(DOWNLOADS) };
  return (request) => {
    // Some clients send the slashes of a path escaped.
    const path = unescaped(request.url.split("?", 1)[0]!);
    const bot = /^\/file\/bot([^/]+)\/(.+)$/.exec(path);
    if (bot) return serveBot(bots, files, request, bot[1]!, bot[2]!);
    const person = /^\/api\/file\/(.+)$/.exec(path);
    return person ? servePerson(people, files, request, person[1]!) : undefined;
  };
}

async function serveBot(deps: FaceDeps, files: Files, request: Request, token: string, path: string): Done {
  const hash = deps.hashes.of(token);
  const bot = await deps.db.read((tx) => findBotByTokenHash(tx, hash));
  if (bot?.suspended_at !== null) return failure(401, "Unauthorized", request.trace_id);
  const wait_s = deps.rates.takeOfBot(bot.id, "reads");
  return wait_s > 0 ? tooMany(wait_s, request.trace_id) : serve(deps, files, request, bot, path);
}

async function servePerson(deps: FaceDeps, files: Files, request: Request, path: string): Done {
  const caller = await readerOf(deps, request.req);
  if (caller === "foreign") return failure(403, "the request comes from another site's page", request.trace_id);
  if (!caller) return failure(401, "Unauthorized", request.trace_id);
  const wait_s = deps.rates.takeOfPerson(caller.account.id, [{ kind: "downloads", count: 1 }]);
  return wait_s > 0 ? tooMany(wait_s, request.trace_id) : serve(deps, files, request, caller.account, path);
}

/** A file_id is sealed for one account: having it is the proof that its holder may read the file. */
async function serve(deps: FaceDeps, files: Files, request: Request, reader: Account, path: string): Done {
  const { req, trace_id } = request;
  if (req.method !== "GET" && req.method !== "HEAD")
    return { ...failure(405, "use GET", trace_id), allow: "GET, HEAD" };
  const file_id = fileIdOf(path);
  const ref = file_id === undefined ? undefined : deps.env.fileIds.read(file_id, reader.id);
  const media = ref && (await deps.db.read((tx) => findFile(tx, ref.file)));
  const bytes = media && bytesOf(media, ref.variant);
  const size = bytes && (await files.blobs.size(bytes.sha256));
  if (!bytes || size === undefined) return failure(404, "file not found", trace_id);
  const streaming = files.downloads.run(files.answerableFor(reader), () => stream(files.blobs, request, bytes, size));
  return streaming.catch((error: unknown) => {
    if (error instanceof MediaBusy) return tooMany(error.retry_after_s, trace_id);
    throw error;
  });
}

async function stream(blobs: DiskBlobs, { req, res, trace_id }: Request, bytes: Bytes, size: number): Done {
  const range = readRange(req.headers.range, size);
  if (range === "unsatisfiable") {
    res.writeHead(416, { "Content-Range": `bytes */${size}`, "Content-Length": 0, "X-Trace-Id": trace_id });
    res.end();
    return "done";
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  res.writeHead(range ? 206 : 200, {
    "Content-Type": bytes.mime_type,
    "Content-Length": size === 0 ? 0 : end - start + 1,
    "Accept-Ranges": "bytes",
    ETag: `"${bytes.sha256}"`,
    "Cache-Control": "private, max-age=31536000, immutable",
    // Whatever somebody uploaded must never run as a page of this service.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Content-Disposition": disposition(bytes),
    "X-Trace-Id": trace_id,
    ...(range ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {}),
  });
  if (req.method === "HEAD" || size === 0) {
    res.end();
    return "done";
  }
  // A reader who leaves early ends the stream, and that is no fault.
  await pipeline(blobs.read(bytes.sha256, { start, end }), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE" && error.code !== "ECONNRESET" && error.code !== "EPIPE")
      throw error;
  });
  return "done";
}

/** One range of bytes; anything else that a Range header may say is answered with the whole file. */
export function readRange(header: string | undefined, size: number): Range | "unsatisfiable" | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!parts || (parts[1] === "" && parts[2] === "")) return undefined;
  if (parts[1] === "") {
    const last = Number(parts[2]);
    return last === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(parts[1]);
  const end = parts[2] === "" ? size - 1 : Math.min(size - 1, Number(parts[2]));
  return start >= size || start > end ? "unsatisfiable" : { start, end };
}
