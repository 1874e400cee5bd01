/** What is too large for other places, kept in this browser between visits: files that are not sent yet, and chats. */
import type { IDBPDatabase } from "idb";

export interface KeptFiles {
  /** Keeps a value that may hold blobs. @returns false where the browser forbids it or has no room */
  put(name: string, value: unknown): Promise<boolean>;
  get(name: string): Promise<unknown>;
  remove(name: string): Promise<void>;
  clear(): Promise<void>;
}

/** What each database has; its name is of the time when there was but one. */
const FILES = "files";

/** Each kind of thing has a database of its own, so that a further kind needs no other version of one that is open. */
export function browserFiles(database: "heliogram" | "heliogram-chats"): KeptFiles {
  let opening: Promise<IDBPDatabase> | undefined;
  const open = () =>
    (opening ??= import("idb").then(({ openDB }) =>
      openDB(database, 1, { upgrade: (opened) => void opened.createObjectStore(FILES) }),
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
