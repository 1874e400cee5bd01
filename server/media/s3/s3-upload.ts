/** Uploads a local file as one object: in one request, or in parts if it is large. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { PartHashes } from "../part-hashes.ts";
import type { FinishedUpload } from "../upload.ts";
import type { S3Client, S3Body } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";
import { elements, escapeXml, text } from "./s3-xml.ts";

/** Larger files are sent in parts of this size, which is also what a repetition sends again. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Parts of one file that are sent at the same time. */
const PARTS_AT_ONCE = 3;
const READ_BYTES = 256 * 1024;
/** A caller waits no longer for the parts of a failed upload to be removed. */
const ABORT_WAIT_MS = 2000;

/**
 * Uploads a file. The store verifies the SHA-256 of each request, and an object appears whole or not at all.
 * @throws S3Error, FilesUnavailable, errors of reading the file, and one if it has not the hash of the upload
 */
export async function uploadFile(client: S3Client, key: string, upload: FinishedUpload): Promise<void> {
  if (upload.size <= PART_BYTES) {
    await client.text({
      method: "PUT",
      key,
      body: { ...slice(client, upload, 0, upload.size), sha256: upload.sha256 },
    });
    return;
  }
  const parts = partsOf(client, upload, upload.parts ?? (await hashParts(client, upload)));
  const begun = await client.text({ method: "POST", key, query: { uploads: "" } });
  const uploadId = text(begun.text, "UploadId");
  if (uploadId === undefined) throw new Error("the store has begun a multipart upload without an id");
  try {
    await complete(client, key, uploadId, upload.size, await sendParts(client, key, uploadId, parts));
  } catch (error) {
    // If it fails, the sweep of maintenance removes the parts.
    const aborted = abortUpload(client, key, uploadId).catch(() => {});
    await Promise.race([aborted, client.pause(ABORT_WAIT_MS)]);
    throw error;
  }
}

/** Removes the parts of an upload that was not completed. */
export async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  try {
    await client.text({ method: "DELETE", key, query: { uploadId } });
  } catch (error) {
    if (!(error instanceof S3Error && error.status === 404)) throw error;
  }
}

/** Reads the file once: the hashes of its parts, and whether it is still what was received. */
async function hashParts(client: S3Client, upload: FinishedUpload): Promise<readonly string[]> {
  const hashes = new PartHashes(PART_BYTES);
  for await (const chunk of createReadStream(upload.path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    client.onBytes(chunk.length);
    hashes.update(chunk);
  }
  const { sha256, parts } = hashes.digest();
  if (sha256 !== upload.sha256) throw new Error(`the file of ${upload.sha256} has other content`);
  return parts;
}

function partsOf(client: S3Client, upload: FinishedUpload, hashes: readonly string[]): S3Body[] {
  return hashes.map((sha256, index) => {
    const start = index * PART_BYTES;
    return { ...slice(client, upload, start, Math.min(PART_BYTES, upload.size - start)), sha256 };
  });
}

function slice(
  client: S3Client,
  { path, size: total }: FinishedUpload,
  start: number,
  size: number,
): Omit<S3Body, "sha256"> {
  const end = start + size - 1;
  const open = () => {
    if (total === 0) return "";
    const content = createReadStream(path, { start, end, highWaterMark: READ_BYTES });
    return content.on("data", (chunk) => client.onBytes(chunk.length)).pause();
  };
  return { open, size };
}

/** @returns the ETags of the parts, in order */
async function sendParts(
  client: S3Client,
  key: string,
  uploadId: string,
  parts: readonly S3Body[],
): Promise<readonly string[]> {
  const etags: string[] = [];
  let next = 0;
  let failed = false;
  const sendSome = async () => {
    while (next < parts.length && !failed) {
      const index = next++;
      const query = { partNumber: String(index + 1), uploadId };
      try {
        const { headers } = await client.text({ method: "PUT", key, query, body: parts[index]! });
        etags[index] = String(headers.etag);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const senders = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, sendSome));
  const failure = senders.find((sender) => sender.status === "rejected");
  if (failure) throw failure.reason;
  return etags;
}

async function complete(client: S3Client, key: string, uploadId: string, size: number, etags: readonly string[]) {
  const list = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`);
  const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join("")}</CompleteMultipartUpload>`;
  const body = {
    open: () => xml,
    size: Buffer.byteLength(xml),
    sha256: createHash("sha256").update(xml).digest("hex"),
  };
  try {
    const { text: answer } = await client.text({ method: "POST", key, query: { uploadId }, body });
    // The status is sent before the store has completed the upload, which then may fail.
    if (elements(answer, "Error").length === 0) return;
    throw new S3Error(500, text(answer, "Code") ?? "", "the store has not completed a multipart upload");
  } catch (error) {
    // If the response to an earlier repetition was lost, the upload is unknown because it is complete.
    if (!(error instanceof S3Error && error.code === "NoSuchUpload")) throw error;
    const { headers } = await client.text({ method: "HEAD", key });
    if (Number(headers["content-length"]) !== size) throw error;
  }
}
