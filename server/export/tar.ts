/** Writes a tar archive (POSIX ustar) as a stream, one entry after the other. */

const BLOCK = 512;
/** Two blocks of zeros end an archive. */
const END = Buffer.alloc(2 * BLOCK);

/** An entry before its content. Names are short and of ASCII, so that one header is enough. */
export interface TarEntry {
  readonly name: string;
  /** Bytes of the content. */
  readonly size: number;
  /** Unix seconds. */
  readonly at: number;
}

/** The header of an entry. @throws RangeError for a name or a size that has no room in it */
export function tarHeader({ name, size, at }: TarEntry): Buffer {
  if (!/^[\w./-]{1,99}$/.test(name) || size >= 8 ** 11) throw new RangeError(`no entry of an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, from: number, length: number) =>
    header.write(
      `${Math.floor(value)
        .toString(8)
        .padStart(length - 1, "0")}\0`,
      from,
      "latin1",
    );
  header.write(name, 0, "latin1");
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.max(0, at), 136, 12);
  // The checksum is computed with blanks in its place.
  header.write("        0", 148, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}

/** What follows a content of this size up to the next block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** A whole entry that is in memory. */
export function tarEntry(name: string, content: string, at: number): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([tarHeader({ name, size: bytes.length, at }), bytes, tarPadding(bytes.length)]);
}

export { END as TAR_END };
