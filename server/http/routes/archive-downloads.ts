/** Archives: `GET /api/archive/…`, written while they are downloaded. Nothing of them is kept. */
import { createGzip, constants } from "node:zlib";
import { pipeline } from "node:stream/promises";
import type { ServerResponse } from "node:http";
import { findArchiveSubject, type FoundSubject } from "../../app/archives/archive-access.ts";
import { ARCHIVE_PREFIX, readArchiveLink } from "../../app/archives/archive-link.ts";
import type { Person } from "../../methods/engine/method.ts";
import { failure, tooManyRequests, type ApiResponse } from "../../methods/engine/api-response.ts";
import { authenticateReader } from "../authentication/user-authentication.ts";
import type { ArchiveTurns } from "../archive-turns.ts";
import { callerErrorResponse } from "../error-response.ts";
import { attribute, FIRST_FAILURE } from "../failed-call.ts";
import { disposition } from "../file-disposition.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";
import { written } from "../written.ts";
import type { ApiDeps } from "./api-deps.ts";

const GZIP = "application/gzip";
/** Of compressed bytes. The default would be a write to the socket for every 16 KiB. */
const CHUNK_BYTES = 64 * 1024;

/** What the routes get archives from. */
export interface Archives {
  /** The chunks of an uncompressed archive. */
  readonly open: (subject: FoundSubject, now_s: number) => AsyncGenerator<Uint8Array>;
  readonly turns: ArchiveTurns;
}

type Done = Promise<ApiResponse | "done">;

export function archiveRoute(deps: ApiDeps, archives: Archives): RouteHandler {
  return (request) => {
    if (!request.url.startsWith(ARCHIVE_PREFIX)) return undefined;
    const path = request.url.slice(ARCHIVE_PREFIX.length).split("?", 1)[0]!;
    return download(deps, archives, request, path).catch((error: unknown) =>
      callerErrorResponse(error, request.trace_id),
    );
  };
}

/** @throws TooManyRequests */
async function download(deps: ApiDeps, archives: Archives, request: RouteRequest, path: string): Done {
  const { req, trace_id } = request;
  const begun_ms = deps.elapsed();
  if (req.method !== "GET" && req.method !== "HEAD")
    return { ...failure(405, "use GET", trace_id), allow: "GET, HEAD" };
  const caller = await authenticateReader(deps, req);
  if (caller === "cross-site") return failure(403, "the request comes from another site's page", trace_id);
  if (!caller) return failure(401, "Unauthorized", trace_id);
  const response = await serve(deps, archives, request, caller.account as Person, path);
  if (response !== "done" && response.status >= FIRST_FAILURE)
    attribute(response, { account_id: caller.account.id, method: "", duration_ms: deps.elapsed() - begun_ms });
  return response;
}

/** The right is checked again: it may have been lost since the link was made. */
async function serve(deps: ApiDeps, archives: Archives, request: RouteRequest, reader: Person, path: string): Done {
  const { req, res, trace_id } = request;
  const now_s = Math.floor(deps.clock.now() / 1000);
  const wait_s = await deps.rates.takeOfPerson(reader.id, [{ kind: "downloads", count: 1 }]);
  if (wait_s > 0) return tooManyRequests(wait_s, trace_id);
  const linked = readArchiveLink(deps.hashes, reader.id, path, now_s);
  const subject = linked && (await deps.db.read((tx) => findArchiveSubject(tx, reader, linked)));
  if (!subject) return failure(404, "the link has expired, or is not yours", trace_id);
  const { turns } = archives;
  if (req.method === "HEAD") {
    turns.check(reader.id);
    writeHead(res, subject, trace_id);
    res.end();
    return "done";
  }
  await turns.run(reader.id, res, async () => {
    writeHead(res, subject, trace_id);
    await send(archives.open(subject, now_s), res, turns);
  });
  return "done";
}

function writeHead(res: ServerResponse, subject: FoundSubject, trace_id: string): void {
  res.writeHead(200, {
    "Content-Type": GZIP,
    "Content-Disposition": disposition({ mime_type: GZIP, file_name: `${nameOf(subject)}.tar.gz` }),
    "Cache-Control": "no-store",
    "X-Trace-Id": trace_id,
  });
}

function nameOf(subject: FoundSubject): string {
  const { id, username } = subject.kind === "person" ? subject.person : subject.chat;
  return username ?? `${subject.kind}${id}`;
}

/** Sends an archive. When the client leaves, the stores and files that it is read from are released. */
async function send(archive: AsyncGenerator<Uint8Array>, res: ServerResponse, turns: ArchiveTurns): Promise<void> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
  let taken = 0;
  const endSupervision = turns.supervise(res, () => taken);
  const leave = () => gzip.destroy();
  res.once("close", leave);
  // It ends when the archive has released what it reads from. Its error is that of the loop below.
  const released = pipeline(archive, gzip).catch(() => {});
  try {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      await written(res, chunk);
      taken += chunk.length;
    }
    res.end();
  } catch (error) {
    // A client that leaves during a download is not an error.
    if (res.destroyed) return;
    // The client sees that the archive is incomplete.
    res.destroy();
    throw error;
  } finally {
    endSupervision();
    res.off("close", leave);
    gzip.destroy();
    await released;
  }
}
