/** Removes the parts of multipart uploads that were begun and never completed, because their node was killed. */
import type { S3Client } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";
import { abortUpload } from "./s3-upload.ts";
import { elements, text } from "./s3-xml.ts";

/** Age at which the parts of an upload are removed. No upload takes that long. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** The last upload of a page. */
interface Position {
  readonly key: string;
  readonly uploadId: string;
}

interface Page {
  readonly old: readonly Position[];
  /** `undefined` after the last page. */
  readonly last: Position | undefined;
}

/**
 * Removes the parts of all old uploads below a prefix. Times are those of the store.
 * @param page_size the most uploads in one response
 * @param signal ends it between two requests
 * @returns why the store does not list uploads, if it never will: it cannot, or the key may not
 * @throws S3Error, FilesUnavailable
 */
export async function removeAbandoned(
  client: S3Client,
  prefix: string,
  page_size: number,
  signal: AbortSignal,
): Promise<S3Error | undefined> {
  for (let after: Position | undefined; !signal.aborted;) {
    let page: Page;
    try {
      page = await listPage(client, prefix, page_size, after);
    } catch (error) {
      if (error instanceof S3Error && isLasting(error)) return error;
      throw error;
    }
    for (const { key, uploadId } of page.old) {
      if (!signal.aborted) await abortUpload(client, key, uploadId);
    }
    // A store that ignores the position would send the first page for ever.
    if (!page.last || (after && !isAfter(page.last, after))) return undefined;
    after = page.last;
  }
  return undefined;
}

/** The uploads of one key are in the order of their time, of which an id tells nothing. */
function isAfter(position: Position, before: Position): boolean {
  return position.key > before.key || (position.key === before.key && position.uploadId !== before.uploadId);
}

function isLasting({ status, code }: S3Error): boolean {
  return status === 405 || status === 501 || code === "AccessDenied";
}

async function listPage(
  client: S3Client,
  prefix: string,
  page_size: number,
  after: Position | undefined,
): Promise<Page> {
  const position = after ? { "key-marker": after.key, "upload-id-marker": after.uploadId } : {};
  const query = { uploads: "", prefix, "max-uploads": String(page_size), ...position };
  const { text: xml, headers } = await client.text({ method: "GET", key: "", query });
  const { readDate } = client.machine;
  const now_ms = readDate(String(headers.date));
  const old: Position[] = [];
  let last: Position | undefined;
  for (const upload of elements(xml, "Upload")) {
    last = { key: text(upload, "Key") ?? "", uploadId: text(upload, "UploadId") ?? "" };
    const isOld = now_ms - readDate(text(upload, "Initiated") ?? "") > ABANDONED_MS;
    if (isOld && last.uploadId !== "" && last.key.startsWith(prefix)) old.push(last);
  }
  return { old, last: text(xml, "IsTruncated") === "true" ? last : undefined };
}
