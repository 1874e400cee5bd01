/** Bytes of files that are not sent yet, kept in this browser between visits. */
import type { IDBPDatabase } from "idb";

export interface KeptFiles {
  /** Keeps a value that may hold blobs. @returns false where the browser forbids it or has no room */
  put(name: string, value: unknown): Promise<boolean>;
  get(name: string): Promise<unknown>;
  remove(name: string): Promise<void>;
  clear(): Promise<void>;
}

const DATABASE = "heliogram";
const FILES = "files";

export function browserFiles(): KeptFiles {
  let opening: Promise<IDBPDatabase> | undefined;
  const open = () =>
    (opening ??= import("idb").then(({ openDB }) =>
      openDB(DATABASE, 1, { upgrade: (database) => void database.createObjectStore(FILES) }),
    ));
  return {
    put: (name, value) => attempt(async () => (await open()).put(FILES, value, name)).then((at) => at !== undefined),
    get: (name) => attempt(async () => (await open()).get(FILES, name) as Promise<unknown>),
    remove: (name) => attempt(async () => (await open()).delete(FILES, name)),
    clear: () => attempt(async () => (await open()).clear(FILES)),
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
