/** The files of the journal: one that is written, older ones that are still needed, and one to be written over next. */
import {
  closeSync,
  constants,
  existsSync,
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
}

/** The disk itself. */
export const FILES: JournalFiles = {
  open: openSync,
  write: (descriptor, bytes, position, done) => write(descriptor, bytes, 0, bytes.length, position, done),
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
  const folder = openSync(dirname(base), constants.O_RDONLY);
  fsyncSync(folder);
  closeSync(folder);
  return { descriptor, start };
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

/** Removes every file of the journal. */
export function removeSegments(base: string): void {
  for (const { path } of listSegments(base)) unlinkSync(path);
  rmSync(spareOf(base), { force: true });
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
