/** A small disk of a test's own, to be filled up: a tmpfs, which only root can mount. Elsewhere a folder of the machine's disk. */
import { spawnSync } from "node:child_process";
import { chownSync, chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { RunAs } from "./postgres-binaries.ts";

const CHUNK_BYTES = 1024 * 1024;
const FILLING = "filling";

export class OwnDisk {
  readonly folder: string;
  /** Whether it is a disk of its own, so that filling it does no harm elsewhere. */
  readonly canBeFilled: boolean;

  constructor(folder: string, as: RunAs, size_mb = 512) {
    this.folder = folder;
    mkdirSync(folder);
    const options = `size=${size_mb}m,mode=0755`;
    this.canBeFilled =
      process.getuid?.() === 0 &&
      spawnSync("mount", ["-t", "tmpfs", "-o", options, "heliogram-test", folder]).status === 0;
    chmodSync(folder, 0o755);
    if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!);
  }

  /** Leaves no byte free. */
  fill(): void {
    const path = join(this.folder, FILLING);
    const { bavail, bsize } = statfsSync(this.folder);
    const zeros = Buffer.alloc(CHUNK_BYTES);
    writeFileSync(path, "");
    for (let left = bavail * bsize; left > 0; left -= CHUNK_BYTES) {
      try {
        writeFileSync(path, zeros.subarray(0, Math.min(left, CHUNK_BYTES)), { flag: "a" });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
        throw error;
      }
    }
  }

  /** Gives the space back. */
  clear(): void {
    const path = join(this.folder, FILLING);
    truncateSync(path, 0);
    rmSync(path);
  }

  remove(): void {
    if (this.canBeFilled) spawnSync("umount", ["-l", this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
