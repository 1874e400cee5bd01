/** The file operations of the blob store. Tests replace them by slow files or a full disk. */
import { constants } from "node:fs";
import { open, statfs, type FileHandle } from "node:fs/promises";
import { isDiskFull } from "../store/disk-full.ts";
import { NoSpace } from "./upload.ts";

export interface BlobFiles {
  open(path: string, flags: number, mode?: number): Promise<FileHandle>;
  /** Writes all bytes of all pieces. */
  write(handle: FileHandle, pieces: Uint8Array[], bytes: number): Promise<void>;
  /** Fdatasyncs what has been written so far. */
  writeOut(handle: FileHandle): Promise<void>;
  /** Fsyncs a file or a folder. */
  sync(path: string): Promise<void>;
  /** The free and total space of the file system of a path. */
  disk(path: string): Promise<{ readonly free_bytes: number; readonly total_bytes: number }>;
}

export const BLOB_FILES: BlobFiles = {
  open,
  async write(handle, pieces, bytes) {
    const { bytesWritten } = await handle.writev(pieces);
    if (bytesWritten === bytes) return;
    // Continue after a short write: on a full disk, the next write fails with the reason.
    const all = Buffer.concat(pieces);
    for (let at = bytesWritten; at < all.length;) at += (await handle.write(all, at)).bytesWritten;
  },
  writeOut: (handle) => handle.datasync(),
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

/** Converts errors of a full disk to NoSpace. */
export function noSpaceOr(error: unknown): unknown {
  return isDiskFull(error) ? new NoSpace(error) : error;
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}
