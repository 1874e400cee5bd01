/**
 * File downloads, with ranges: `/file/bot<token>/<file_path>`, `/api/file/<file_path>`, and in developer mode
 * `/developer/file/<world>/<file_path>`.
 */
import type { ServerResponse } from "node:http";
import { ConcurrencyLimit } from "../../concurrency/concurrency-limit.ts";
import type { Account } from "../../domain/accounts.ts";
import type { BlobContent, Range } from "../../media/blob-storage.ts";
import type { BlobStore } from "../../media/blob-store.ts";
import { failure, tooManyRequests, type ApiResponse } from "../../methods/engine/api-response.ts";
import { callerErrorResponse } from "../error-response.ts";
import { MediaBusy } from "../../media/upload.ts";
import { bytesOf, fileIdOf, type Bytes } from "../../present/file-path.ts";
import { findBotByTokenHash } from "../../store/queries/accounts/accounts.ts";
import { findFile } from "../../store/queries/files/files.ts";
import { DEVELOPER_VIEWER } from "../../present/file-id.ts";
import { isForeignRead } from "../authentication/same-origin.ts";
import { authenticateReader } from "../authentication/user-authentication.ts";
import { attribute, FIRST_FAILURE } from "../failed-call.ts";
import { downloadWithFault } from "../download-fault.ts";
import { written } from "../written.ts";
import { disposition } from "../file-disposition.ts";
import type { ApiDeps } from "./api-deps.ts";
import type { RouteRequest } from "../server.ts";
import { percentDecode } from "../percent-decoding.ts";

/** Concurrent downloads are limited because each holds an open file and up to a megabyte while its client reads slowly. */
const MAX_DOWNLOADS = 1000;
const MAX_DOWNLOADS_PER_ACCOUNT = 50;
const DOWNLOAD_RETRY_AFTER_S = 5;

export interface KeptFiles {
  readonly blobs: BlobStore;
  /** The account whose limit the downloads of an account count against. */
  readonly accountableId: (account: Account) => number;
}

/** For whom file_ids are made. */
interface FileReader {
  readonly id: number;
  readonly accountable_id: number;
}

interface Files extends KeptFiles {
  readonly downloads: ConcurrencyLimit<number>;
}

const DEVELOPER_READER: FileReader = { id: DEVELOPER_VIEWER, accountable_id: DEVELOPER_VIEWER };

function readerOf({ accountableId }: KeptFiles, account: Account): FileReader {
  return { id: account.id, accountable_id: accountableId(account) };
}

type Done = Promise<ApiResponse | "done">;

/** Serves a file to a bot, a person or a page of the developer's; `undefined` for other request targets. */
export function fileRoute(
  bots: ApiDeps,
  people: ApiDeps,
  kept: KeptFiles,
): (request: RouteRequest) => Done | undefined {
  const downloads = new ConcurrencyLimit<number>({
    max_running: MAX_DOWNLOADS,
    max_running_per_key: MAX_DOWNLOADS_PER_ACCOUNT,
    max_waiting_per_key: 0,
    refusal: () => new MediaBusy(DOWNLOAD_RETRY_AFTER_S),
  });
  const files: Files = { ...kept, downloads };
  return (request) => {
    // Some clients percent-encode the slashes of a path.
    const path = percentDecode(request.url.split("?", 1)[0]!);
    const bot = /^\/file\/bot([^/]+)\/(.+)$/.exec(path);
    if (bot) return attributed(bots, (known) => serveBot(bots, files, request, bot[1]!, bot[2]!, known));
    const person = /^\/api\/file\/(.+)$/.exec(path);
    if (person) return attributed(people, (known) => servePerson(people, files, request, person[1]!, known));
    const recorded = people.developer && /^\/developer\/file\/[\w-]+\/(.+)$/.exec(path);
    return recorded ? serveDeveloper(people, files, request, recorded[1]!) : undefined;
  };
}

/** Called with the account of a download. */
type Known = (account_id: number) => void;

/** Notes the account of a download that fails. */
async function attributed({ elapsed }: ApiDeps, download: (known: Known) => Done): Done {
  const begun_ms = elapsed();
  let account_id: number | undefined;
  const note = (outcome: unknown) => attribute(outcome, { account_id, method: "", duration_ms: elapsed() - begun_ms });
  try {
    const response = await download((id) => (account_id = id));
    if (response !== "done" && response.status >= FIRST_FAILURE) note(response);
    return response;
  } catch (error) {
    note(error);
    throw error;
  }
}

async function serveBot(
  deps: ApiDeps,
  files: Files,
  request: RouteRequest,
  token: string,
  path: string,
  known: Known,
): Done {
  const hash = deps.hashes.of(token);
  const bot = await deps.db.read((tx) => findBotByTokenHash(tx, hash));
  if (bot?.suspended_at !== null) return failure(401, "Unauthorized", request.trace_id);
  known(bot.id);
  const wait_s = await deps.rates.takeOfBot(bot.id, "reads");
  if (wait_s > 0) return tooManyRequests(wait_s, request.trace_id);
  const faults = deps.developer?.faults;
  const reader = readerOf(files, bot);
  if (!faults?.has("calls")) return serve(deps, files, request, reader, path);
  return downloadWithFault(faults, bot.id, request, (cut_at) => serve(deps, files, request, reader, path, cut_at));
}

async function servePerson(deps: ApiDeps, files: Files, request: RouteRequest, path: string, known: Known): Done {
  const caller = await authenticateReader(deps, request.req);
  if (caller === "cross-site") return failure(403, "the request comes from another site's page", request.trace_id);
  if (!caller) return failure(401, "Unauthorized", request.trace_id);
  known(caller.account.id);
  const wait_s = await deps.rates.takeOfPerson(caller.account.id, [{ kind: "downloads", count: 1 }]);
  if (wait_s > 0) return tooManyRequests(wait_s, request.trace_id);
  return serve(deps, files, request, readerOf(files, caller.account), path);
}

/** A file of a recorded call. As the developer API it needs no credential, and refuses pages of other sites. */
async function serveDeveloper(deps: ApiDeps, files: Files, request: RouteRequest, path: string): Done {
  if (isForeignRead(request.req.headers))
    return failure(403, "the request comes from another site's page", request.trace_id);
  return serve(deps, files, request, DEVELOPER_READER, path);
}

/**
 * A file_id is encrypted for one account, so possession of it proves the right to read the file.
 * @param cut_at - bytes of the file after which the connection is closed (developer mode)
 */
async function serve(
  deps: ApiDeps,
  files: Files,
  request: RouteRequest,
  reader: FileReader,
  path: string,
  cut_at?: number,
): Done {
  const { req, trace_id } = request;
  if (req.method !== "GET" && req.method !== "HEAD")
    return { ...failure(405, "use GET", trace_id), allow: "GET, HEAD" };
  const file_id = fileIdOf(path);
  const ref = file_id === undefined ? undefined : deps.app.fileIds.read(file_id, reader.id);
  const media = ref && (await deps.db.read((tx) => findFile(tx, ref.file)));
  const bytes = media && bytesOf(media, ref.variant);
  const size = bytes && (await files.blobs.size(bytes.sha256));
  if (!bytes || size === undefined) return failure(404, "file not found", trace_id);
  const streaming = files.downloads.run(reader.accountable_id, () => stream(files.blobs, request, bytes, size, cut_at));
  return streaming.catch((error: unknown) => callerErrorResponse(error, trace_id));
}

async function stream(
  blobs: BlobStore,
  { req, res, trace_id }: RouteRequest,
  bytes: Bytes,
  size: number,
  cut_at?: number,
): Done {
  const range = readRange(req.headers.range, size);
  if (range === "unsatisfiable") {
    res.writeHead(416, { "Content-Range": `bytes */${size}`, "Content-Length": 0, "X-Trace-Id": trace_id });
    res.end();
    return "done";
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const isEmpty = req.method === "HEAD" || size === 0;
  const content = isEmpty ? undefined : await blobs.read(bytes.sha256, { start, end });
  if (!content && !isEmpty) return failure(404, "file not found", trace_id);
  res.writeHead(range ? 206 : 200, {
    "Content-Type": bytes.mime_type,
    "Content-Length": size === 0 ? 0 : end - start + 1,
    "Accept-Ranges": "bytes",
    ETag: `"${bytes.sha256}"`,
    "Cache-Control": "private, max-age=31536000, immutable",
    // Uploaded content must never run as a page of this service.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Content-Disposition": disposition(bytes),
    "X-Trace-Id": trace_id,
    ...(range ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {}),
  });
  if (!content) res.end();
  else await send(content, res, cut_at);
  return "done";
}

/** @param cut_at - bytes after which the connection is closed */
async function send(content: BlobContent, res: ServerResponse, cut_at: number | undefined): Promise<void> {
  const leave = () => content.destroy();
  res.once("close", leave);
  try {
    if (cut_at === undefined) await sendAll(content, res);
    else await sendPart(content, res, cut_at);
  } catch (error) {
    // A client that disconnects during a download is not an error.
    if (res.destroyed) return;
    // The client sees that the download is incomplete.
    res.destroy();
    throw error;
  } finally {
    res.off("close", leave);
  }
}

async function sendAll(content: BlobContent, res: ServerResponse): Promise<void> {
  for await (const chunk of content) await written(res, chunk);
  res.end();
}

/** Sends the first bytes, and never all of them, and closes the connection. */
async function sendPart(content: BlobContent, res: ServerResponse, bytes: number): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    // A copy, because the chunk is valid until the next one.
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > bytes) break;
  }
  await written(res, Buffer.concat(chunks).subarray(0, Math.min(bytes, length - 1)));
  res.destroy();
}

/** A single byte range. For anything else in a `Range` header the whole file is sent. */
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
