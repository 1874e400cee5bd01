/** Reads a blob out of a folder of backups. */
import { createHash } from "node:crypto";
import type { BackupFolder } from "./backup-folder.ts";
import type { ListedBlob } from "./blob-list.ts";
import type { Cipher } from "./cipher.ts";
import { readFileOf } from "./parts.ts";

/**
 * Passes the content of a blob to a function. Its end comes only if it has the hash of the blob.
 * @throws BackupDamaged
 */
export async function readStoredBlob(
  folder: BackupFolder,
  cipher: Cipher,
  { sha256, name }: ListedBlob,
  consume: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const hash = createHash("sha256");
  await readFileOf(
    folder.blob(name, cipher.suffix),
    [(source) => cipher.decrypt(source)],
    async function* (source) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
      if (hash.digest("hex") !== sha256) throw new Error("another content");
    },
    consume,
  );
}
