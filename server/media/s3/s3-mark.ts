/**
 * The mark of a bucket: an object that says which service the blobs belong to. Maintenance deletes blobs that its own service
 * does not know, so two services must not share a bucket and prefix.
 */
import { createHash } from "node:crypto";
import type { S3Client } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";

const NAME = "heliogram";

/** The bucket and prefix belong to another service. */
export class BucketTaken extends Error {
  constructor() {
    super("the bucket holds the files of another service: take another bucket or another prefix");
  }
}

/** Finds the mark of a service in a bucket, or leaves it there. @throws S3Error, FilesUnavailable, BucketTaken */
export async function claimBucket(client: S3Client, prefix: string, mark: string): Promise<void> {
  let found = await readMark(client, prefix);
  if (found === undefined) {
    await leaveMark(client, prefix, mark);
    // Another service may have left its own meanwhile.
    found = await readMark(client, prefix);
  }
  if (found !== mark) throw new BucketTaken();
}

/** Leaves the mark if there is none. Stores that know no conditions, or ignore them, may replace the mark of another. */
async function leaveMark(client: S3Client, prefix: string, mark: string): Promise<void> {
  const sha256 = createHash("sha256").update(mark).digest("hex");
  const body = { open: () => mark, size: Buffer.byteLength(mark), sha256 };
  const request = { method: "PUT", key: `${prefix}${NAME}`, body } as const;
  try {
    await client.text({ ...request, headers: { "if-none-match": "*" } });
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const isThere = error.status === 412 || error.status === 409;
    if (error.status === 501) await client.text(request);
    else if (!isThere) throw error;
  }
}

async function readMark(client: S3Client, prefix: string): Promise<string | undefined> {
  try {
    return (await client.text({ method: "GET", key: `${prefix}${NAME}` })).text.trim();
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket") return undefined;
    throw error;
  }
}
