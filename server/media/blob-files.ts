/** What blobs are written with. Tests put files in its place that are slow, or a disk that is full. */
import { constants } from "node:fs";
import { open, statfs, type FileHandle } from "node:fs/promises";
import { NoSpace } from "./upload.ts";

export interface BlobFiles {
  open(path: string, flags: number, mode?: number): Promise<FileHandle>;
  /** Writes all of it. */
  write(handle: FileHandle, pieces: Uint8Array[], bytes: number): Promise<void>;
  /** Resolves when a file, or the names in a folder, are on the disk. */
  sync(path: string): Promise<void>;
  /** Of the disk that a path is on, in bytes. */
  disk(path: string): Promise<{ readonly free_bytes: number; readonly total_bytes: number }>;
}

export const BLOB_FILES: BlobFiles = {
  open,
  async write(handle, pieces, bytes) {
    const { bytesWritten } = await handle.writev(pieces);
    if (bytesWritten === bytes) return;
    // A short write is gone on with: on a full disk, the next one says so.
    const whole = Buffer.concat(pieces);
    for (let at = bytesWritten; at < whole.length;) at += (await handle.write(whole, at)).bytesWritten;
  },
  async sync(path) {
    const handle = await open(path, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async disk(path) {
    const { bsize, bavail, blocks } = await statfs(path);
    return { free_bytes: bsize * bavail, total_bytes: bsize * blocks };
  },
};

const NO_SPACE = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** An error by what it means for files. */
export function noSpaceOr(error: unknown): unknown {
  return NO_SPACE.has((error as NodeJS.ErrnoException).code ?? "") ? new NoSpace(error) : error;
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}
