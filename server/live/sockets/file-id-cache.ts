/**
 * A cache of file identifiers that many viewers get repeatedly, such as the sender's photo, which comes with every
 * message.
 */
import type { FileIdMinter, FileRef } from "../../present/file-id.ts";

/** Files in the cache: two for each of eight people with a photo. An identifier takes about 100 bytes. */
const MAX_FILES = 16;
/** Viewers for whom identifiers of one file are cached. Beyond them, the file's identifiers are dropped. */
const MAX_VIEWERS = 20_000;
/** Files that are known by name only. A file is cached from its second use on, so that pictures sent once are not. */
const MAX_SEEN = 256;

export class FileIdCache {
  readonly #ids: FileIdMinter;
  readonly #cache = new Map<string, Map<number, string>>();
  readonly #seen = new Set<string>();

  constructor(ids: FileIdMinter) {
    this.#ids = ids;
  }

  /** The function that gives each viewer their identifier of a file. Called once for each event with the file. */
  of(file: FileRef): (viewer_id: number) => string {
    const known = this.#recall(`${file.file} ${file.kind} ${file.variant}`);
    if (!known) return (viewer_id) => this.#ids.mint(file, viewer_id);
    return (viewer_id) => {
      let id = known.get(viewer_id);
      if (id === undefined) {
        if (known.size >= MAX_VIEWERS) known.clear();
        known.set(viewer_id, (id = this.#ids.mint(file, viewer_id)));
      }
      return id;
    };
  }

  /** @returns the cached identifiers of a file; `undefined` for its first use */
  #recall(name: string): Map<number, string> | undefined {
    const known = this.#cache.get(name);
    if (!known && !this.#seen.has(name)) {
      this.#seen.add(name);
      dropOldest(this.#seen, MAX_SEEN);
      return undefined;
    }
    const ids = known ?? new Map<number, string>();
    // Keeps the map in order of use.
    this.#cache.delete(name);
    this.#cache.set(name, ids);
    dropOldest(this.#cache, MAX_FILES);
    return ids;
  }
}

interface Ordered {
  readonly size: number;
  keys(): Iterator<string>;
  delete(key: string): boolean;
}

function dropOldest(from: Ordered, max: number): void {
  if (from.size > max) from.delete(from.keys().next().value!);
}
