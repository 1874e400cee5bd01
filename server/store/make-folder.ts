/** Makes the folders of a service, which only their owner can open. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its disk is read-only",
  ENOTDIR: "there is a file in its place or in that of a folder above it",
  ENOENT: "this place takes no folders",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

/** A folder that is needed and cannot be written. The message names it and the reason. */
export class FolderUnusable extends Error {
  constructor(path: string, cause: NodeJS.ErrnoException) {
    super(`the folder ${path} cannot be used: ${REASONS[cause.code ?? ""] ?? cause.message}`, { cause });
  }
}

/** Makes a folder and those that it is in, if they are missing. @throws FolderUnusable, also where it cannot be written */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
    if (!statSync(path).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FolderUnusable(path, error as NodeJS.ErrnoException);
  }
}

/** The option `recursive` of Node.js is not used: it loops for ever where a file system takes no folders, as /proc. */
function makeMissing(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another process has made it, or it exists and cannot be seen.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
