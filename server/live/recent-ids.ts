/** File identifiers that many viewers get again and again: the photo of whoever speaks comes with every message. */
import type { FileIdMinter, FileRef } from "../present/file-id.ts";

/** Files whose identifiers are kept: two for each of eight people with a photo. An identifier takes about 100 bytes. */
const KEPT = 16;
/** Viewers whose identifiers of one file are kept at most; past it, those of the file are forgotten. */
const MOST_VIEWERS = 20_000;
/** Files that are remembered without their identifiers: only what comes again is kept, and not every picture in the chat. */
const SEEN = 256;

export class RecentIds {
  readonly #ids: FileIdMinter;
  readonly #kept = new Map<string, Map<number, string>>();
  readonly #seen = new Set<string>();

  constructor(ids: FileIdMinter) {
    this.#ids = ids;
  }

  /** What gives each viewer their identifier of a file. To be called once for each event with the file. */
  of(file: FileRef): (viewer_id: number) => string {
    const known = this.#recall(`${file.file} ${file.kind} ${file.variant}`);
    if (!known) return (viewer_id) => this.#ids.mint(file, viewer_id);
    return (viewer_id) => {
      let id = known.get(viewer_id);
      if (id === undefined) {
        if (known.size >= MOST_VIEWERS) known.clear();
        known.set(viewer_id, (id = this.#ids.mint(file, viewer_id)));
      }
      return id;
    };
  }

  /** @returns the identifiers of a file that has been seen before */
  #recall(name: string): Map<number, string> | undefined {
    const known = this.#kept.get(name);
    if (!known && !this.#seen.has(name)) {
      this.#seen.add(name);
      dropOldest(this.#seen, SEEN);
      return undefined;
    }
    const ids = known ?? new Map<number, string>();
    // The one that was used last is the last.
    this.#kept.delete(name);
    this.#kept.set(name, ids);
    dropOldest(this.#kept, KEPT);
    return ids;
  }
}

interface Ordered {
  readonly size: number;
  keys(): Iterator<string>;
  delete(key: string): boolean;
}

function dropOldest(from: Ordered, most: number): void {
  if (from.size > most) from.delete(from.keys().next().value!);
}
