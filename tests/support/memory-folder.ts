/** A temporary folder in memory: the tests make many databases and folders, which cost a disk more than their contents. */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NAME = "heliogram-tests-";
/** A run keeps less than this at a time. A container often has much less there. */
const LEAST_BYTES = 2 * 1024 ** 3;

/** Makes a folder that is removed when this process ends. @returns `undefined` where memory has no folder, or not enough room */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  for (const name of readdirSync(MEMORY)) if (isAbandoned(name)) remove(join(MEMORY, name));
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < LEAST_BYTES) return undefined;
  const folder = join(MEMORY, `${NAME}${process.pid}`);
  // PostgreSQL, which runs as another user, needs to get through it.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.once("exit", () => remove(folder));
  return folder;
}

/** Whether a folder is one of a run that has been killed. */
function isAbandoned(name: string): boolean {
  if (!name.startsWith(NAME)) return false;
  try {
    process.kill(Number(name.slice(NAME.length)), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
