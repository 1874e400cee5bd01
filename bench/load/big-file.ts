/** The big file: one chunk, repeated. */

/** 100 MB. */
export const FILE_BYTES = 100_000_000;

export const CHUNK = Buffer.alloc(1_000_000, 7);
