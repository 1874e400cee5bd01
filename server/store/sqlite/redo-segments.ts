/** The files of the redo log: the current segment, older ones that are still needed, and a spare to recycle. */
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  write,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** The file operations of the redo log. A test can replace them to delay a write or to let it fail. */
export interface RedoFiles {
  readonly open: (path: string, flags: number, mode: number) => number;
  readonly write: (
    descriptor: number,
    bytes: Buffer,
    position: number,
    done: (error: Error | null, written: number) => void,
  ) => void;
  /** Syncs SQLite's WAL. */
  readonly sync: (descriptor: number, done: (error: Error | null) => void) => void;
  readonly syncNow: (descriptor: number) => void;
}

/** The real file operations. */
export const FILES: RedoFiles = {
  open: openSync,
  write: (descriptor, bytes, position, done) => write(descriptor, bytes, 0, bytes.length, position, done),
  sync: fdatasync,
  syncNow: fdatasyncSync,
};

export interface Segment {
  readonly descriptor: number;
  /** The position of its first byte. Positions continue from segment to segment. */
  readonly start: number;
}

/**
 * Opens a segment. Each write to it returns when it is on disk; its name is made durable here. A file with this start is
 * emptied: it has no whole record at the start, but a later one may be whole, and must not follow the new ones.
 */
export function openSegment(files: RedoFiles, base: string, start: number): Segment {
  const path = `${base}.${start}`;
  if (existsSync(path)) truncateSync(path);
  else if (existsSync(spareOf(base))) renameSync(spareOf(base), path);
  const descriptor = files.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_DSYNC, 0o600);
  syncFolder(dirname(base));
  return { descriptor, start };
}

/** Makes the names in a folder durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Removes the segments before a position, to which no write may be in flight. One is kept as a spare and written over
 * later: a synced write costs the disk half as much where the file does not grow.
 */
export function recycleSegments(base: string, before: number): void {
  for (const { path, start } of listSegments(base)) {
    if (start < before) renameSync(path, spareOf(base));
  }
}

/**
 * Removes all segments but the one that begins at `kept`, the last one first, each removal durable before the next. So
 * after a power cut the remaining segments still begin at the first position.
 */
export function removeSegments(base: string, kept?: number): void {
  forEachFromLast(base, (path, start) => {
    if (start !== kept) unlinkSync(path);
  });
  rmSync(spareOf(base), { force: true });
}

/** Renames all segments, so that replay does not find them. @returns the new names */
export function renameSegments(base: string, nameFor: (start: number) => string): string[] {
  const names: string[] = [];
  forEachFromLast(base, (path, start) => {
    names.unshift(nameFor(start));
    renameSync(path, join(dirname(base), names[0]!));
  });
  rmSync(spareOf(base), { force: true });
  return names;
}

function forEachFromLast(base: string, take: (path: string, start: number) => void): void {
  for (const { path, start } of listSegments(base).reverse()) {
    take(path, start);
    syncFolder(dirname(base));
  }
}

/** All segments, in the order of their positions. */
export function listSegments(base: string): { readonly path: string; readonly start: number }[] {
  const prefix = `${basename(base)}.`;
  return readdirSync(dirname(base))
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(dirname(base), name), start: Number(name.slice(prefix.length)) }))
    .filter(({ start }) => Number.isSafeInteger(start))
    .sort((a, b) => a.start - b.start);
}

function spareOf(base: string): string {
  return `${base}.spare`;
}
