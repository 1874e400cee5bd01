/** Blobs in a bucket of the tests, through a proxy, and files to store there. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { S3Storage, type S3StorageOptions } from "heliogram/media/s3/s3-storage.ts";
import type { S3Options } from "heliogram/media/s3/s3-options.ts";
import type { FinishedUpload } from "heliogram/media/upload.ts";
import { LOOPBACK, MACHINE, takeBucket } from "../../support/s3.ts";
import { S3Proxy } from "../../support/s3-proxy.ts";

export const EXPECTED = Promise.resolve();

export interface Place {
  readonly options: S3Options;
  readonly proxy: S3Proxy;
  readonly storage: S3Storage;
  /** Another node on the same bucket, with other options if any. */
  readonly other: (options?: Partial<S3Options>, storage?: Partial<S3StorageOptions>) => S3Storage;
  /** Writes a temporary file, as uploads are. */
  readonly file: (content: Buffer) => FinishedUpload;
  readonly isLeft: (upload: FinishedUpload) => boolean;
  readonly close: () => Promise<void>;
}

export async function openPlace(): Promise<Place> {
  const direct = await takeBucket();
  const proxy = await S3Proxy.before(direct);
  const options = proxy.through(direct);
  const dir = mkdtempSync(join(tmpdir(), "heliogram-s3-files-"));
  const opened: S3Storage[] = [];
  const other = (changed: Partial<S3Options> = {}, storageOptions: Partial<S3StorageOptions> = {}) => {
    const resolve = async () => LOOPBACK;
    const storage = new S3Storage(
      { ...options, ...changed },
      { machine: MACHINE, mark: "mark", resolve, ...storageOptions },
    );
    opened.push(storage);
    return storage;
  };
  let files = 0;
  return {
    options,
    proxy,
    storage: other(),
    other,
    file(content) {
      const path = join(dir, String(++files));
      writeFileSync(path, content);
      return { path, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
    },
    isLeft: ({ path }) => existsSync(path),
    async close() {
      for (const storage of opened) storage.close();
      await proxy.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** All of a blob, or a range of it. */
export async function contentOf(storage: S3Storage, { sha256, size }: FinishedUpload): Promise<Buffer> {
  const stream = await storage.read(sha256, { start: 0, end: size - 1 });
  return buffer(stream as Readable);
}
