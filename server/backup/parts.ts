/** The parts of a backup: files that are written and read as streams, with their checksums. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { basename } from "node:path";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupDamaged } from "./backup-damaged.ts";
import type { Cipher } from "./cipher.ts";

/** A file of a backup. */
export interface Part {
  /** Its name in the folder of the backup. */
  readonly file: string;
  /** Bytes, and SHA-256 in hex, of the file. */
  readonly bytes: number;
  readonly sha256: string;
  /** The same of what is in it, before it was compressed and encrypted. */
  readonly content_bytes: number;
  readonly content_sha256: string;
}

interface Sum {
  bytes: number;
  readonly hash: Hash;
}

type Source = AsyncIterable<Uint8Array>;

/** Writes a new file, compressed with Zstandard, which is on disk when the promise resolves. */
export async function writePart(
  path: string,
  content: Source,
  cipher: Cipher,
  onBytes: (bytes: number) => void = () => {},
): Promise<Part> {
  const [plain, stored] = [newSum(), newSum()];
  await pipeline(
    summed(content, plain, onBytes),
    createZstdCompress(),
    (source: Source) => cipher.encrypt(source),
    (source: Source) => summed(source, stored),
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
  const [[bytes, sha256], [content_bytes, content_sha256]] = [digestOf(stored), digestOf(plain)];
  return { file: basename(path), bytes, sha256, content_bytes, content_sha256 };
}

/**
 * Passes the content of a part to a function. Its end comes only if the content is what was written.
 * @throws BackupDamaged
 */
export async function readPart(
  path: string,
  part: Part,
  cipher: Cipher,
  consume: (content: Source) => Promise<void>,
): Promise<void> {
  const [plain, stored] = [newSum(), newSum()];
  await readFileOf(
    path,
    [(source: Source) => summed(source, stored), (source) => cipher.decrypt(source), createZstdDecompress()],
    async function* (source) {
      yield* summed(source, plain);
      if (!hasDigest(stored, part.bytes, part.sha256)) throw new Error("another checksum");
      if (!hasDigest(plain, part.content_bytes, part.content_sha256)) throw new Error("another content");
    },
    consume,
  );
}

type Step = Transform | ((source: Source) => Source);

/**
 * Passes a file through steps to a function. Errors of the file and of the steps are damage; those of the function are not.
 * @param last the step that decides at the end whether the file is whole
 * @throws BackupDamaged
 */
export async function readFileOf(
  path: string,
  steps: readonly Step[],
  last: (source: Source) => Source,
  consume: (content: Source) => Promise<void>,
): Promise<void> {
  let damage: BackupDamaged | undefined;
  const guarded = async function* (source: Source) {
    try {
      yield* last(source);
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      damage = new BackupDamaged(`${path} is ${isMissing ? "missing" : "damaged"}`, { cause: error });
      throw damage;
    }
  };
  try {
    // A pipeline gives its functions a second argument.
    await pipeline([createReadStream(path), ...steps, guarded, (source: Source) => consume(source)]);
  } catch (error) {
    throw damage ?? error;
  }
}

function newSum(): Sum {
  return { bytes: 0, hash: createHash("sha256") };
}

async function* summed(source: Source, sum: Sum, onBytes: (bytes: number) => void = () => {}) {
  for await (const chunk of source) {
    sum.bytes += chunk.length;
    sum.hash.update(chunk);
    onBytes(chunk.length);
    yield chunk;
  }
}

function digestOf({ bytes, hash }: Sum): [bytes: number, sha256: string] {
  return [bytes, hash.digest("hex")];
}

function hasDigest(sum: Sum, bytes: number, sha256: string): boolean {
  return sum.bytes === bytes && sum.hash.digest("hex") === sha256;
}
