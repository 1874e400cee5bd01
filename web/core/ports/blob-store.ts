/** IndexedDB storage for data too large for localStorage: unsent files and the snapshot of the chats. */
import type { IDBPDatabase } from "idb";

export interface BlobStore {
  /** Stores a value, which may contain blobs. @returns false if the browser forbids it or has no space */
  put(name: string, value: unknown): Promise<boolean>;
  get(name: string): Promise<unknown>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
  clear(): Promise<void>;
}

/** The object store of each database; the name dates from the time of a single database. */
const OBJECT_STORE = "files";

/** Each kind of data has its own database, so that a new kind needs no version upgrade of an open one. */
export function browserBlobStore(database: "heliogram" | "heliogram-chats"): BlobStore {
  let opening: Promise<IDBPDatabase> | undefined;
  const open = () =>
    (opening ??= import("idb").then(({ openDB }) =>
      openDB(database, 1, { upgrade: (opened) => void opened.createObjectStore(OBJECT_STORE) }),
    ));
  return {
    put: (name, value) =>
      attempt(async () => (await open()).put(OBJECT_STORE, value, name)).then((at) => at !== undefined),
    get: (name) => attempt(async () => (await open()).get(OBJECT_STORE, name) as Promise<unknown>),
    remove: (name) => attempt(async () => (await open()).delete(OBJECT_STORE, name)),
    names: async () => (await attempt(async () => (await open()).getAllKeys(OBJECT_STORE) as Promise<string[]>)) ?? [],
    clear: () => attempt(async () => (await open()).clear(OBJECT_STORE)),
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
