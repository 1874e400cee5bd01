/** The files of the journal: one that is written, older ones that are still needed, and one to be written over next. */
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
  unlinkSync,
  write,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** What segments are opened and written with: handed in, so that a test can hold a write up or let it fail. */
export interface JournalFiles {
  readonly open: (path: string, flags: number, mode: number) => number;
  readonly write: (
    descriptor: number,
    bytes: Buffer,
    position: number,
    done: (error: Error | null, written: number) => void,
  ) => void;
  /** Puts on disk what was written to SQLite's log. */
  readonly sync: (descriptor: number, done: (error: Error | null) => void) => void;
  readonly syncNow: (descriptor: number) => void;
}

/** The disk itself. */
export const FILES: JournalFiles = {
  open: openSync,
  write: (descriptor, bytes, position, done) => write(descriptor, bytes, 0, bytes.length, position, done),
  sync: fdatasync,
  syncNow: fdatasyncSync,
};

export interface Segment {
  readonly descriptor: number;
  /** The position of its first byte; positions go on from segment to segment. */
  readonly start: number;
}

/** Every write to a segment returns when it is on disk; the name itself is made durable here. */
export function openSegment(files: JournalFiles, base: string, start: number): Segment {
  const path = `${base}.${start}`;
  if (existsSync(spareOf(base))) renameSync(spareOf(base), path);
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
 * Takes away the segments before a position, into which nothing may be under way. The last is kept to be written over: where
 * a file does not grow, a write that lasts costs the disk half as much.
 */
export function dropSegments(base: string, before: number): void {
  for (const { path, start } of listSegments(base)) {
    if (start < before) renameSync(path, spareOf(base));
  }
}

/**
 * Removes every file of the journal. The later ones go first, and for good: if a power cut comes in between, those that are
 * left must not begin beyond a position from which others are missing.
 */
export function removeSegments(base: string): void {
  takeAway(base, unlinkSync);
  rmSync(spareOf(base), { force: true });
}

/** Gives the files of the journal names under which nobody looks for them. @returns the names */
export function setSegmentsAside(base: string, nameFor: (start: number) => string): string[] {
  const names: string[] = [];
  takeAway(base, (path, start) => {
    names.unshift(nameFor(start));
    renameSync(path, join(dirname(base), names[0]!));
  });
  rmSync(spareOf(base), { force: true });
  return names;
}

function takeAway(base: string, take: (path: string, start: number) => void): void {
  for (const { path, start } of listSegments(base).reverse()) {
    take(path, start);
    syncFolder(dirname(base));
  }
}

/** The segments there are, in their order. */
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
