/** The list of the blobs of a backup: a line with the hash, the size and the stored name of each. */
import { BackupDamaged } from "./backup-damaged.ts";

export interface ListedBlob {
  /** Hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** The name under which it is stored in the folder. */
  readonly name: string;
}

export function lineOf({ sha256, size, name }: ListedBlob): string {
  return `${sha256} ${size} ${name}\n`;
}

/** Hashes and names become paths: nothing else may be in them. */
const LINE = /^([0-9a-f]{64}) (\d{1,15}) ([0-9a-f]{64})$/;

/** The blobs of a list, as it is read. @throws BackupDamaged */
export async function* blobsIn(content: AsyncIterable<Uint8Array>): AsyncGenerator<ListedBlob> {
  let rest = "";
  for await (const chunk of content) {
    const lines = (rest + Buffer.from(chunk).toString("latin1")).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const found = LINE.exec(line);
      if (!found) throw new BackupDamaged("the list of files is damaged");
      const [, sha256, size, name] = found as unknown as [string, string, string, string];
      yield { sha256, size: Number(size), name };
    }
  }
}
