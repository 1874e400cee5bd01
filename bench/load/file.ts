/** The big file, made of one piece over and over. */

/** A hundred megabytes. */
export const FILE_BYTES = 100_000_000;

export const PIECE = Buffer.alloc(1_000_000, 7);
