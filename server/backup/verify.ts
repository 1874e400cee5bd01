/** Reads backups and compares them with their checksums. */
import { join } from "node:path";
import { BackupDamaged } from "./backup-damaged.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { blobsIn, type ListedBlob } from "./blob-list.ts";
import type { Cipher } from "./cipher.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { readPart } from "./parts.ts";
import type { Progress } from "./progress.ts";
import { readStoredBlob } from "./stored-blob.ts";

/** What was found of one backup. */
export interface VerifiedBackup {
  readonly name: string;
  /** `incomplete`: it was interrupted, and the next backup removes it. */
  readonly state: "whole" | "incomplete" | "damaged";
  /** Sentences about what is damaged. */
  readonly damage: readonly string[];
  readonly manifest?: Manifest;
}

export class Verifier {
  readonly #folder: BackupFolder;
  readonly #cipher: Cipher;
  readonly #progress: Progress;
  /** What is wrong with each stored blob that was read, by its name; backups share them. */
  readonly #blobs = new Map<string, string | undefined>();

  constructor(folder: BackupFolder, cipher: Cipher, progress: Progress) {
    this.#folder = folder;
    this.#cipher = cipher;
    this.#progress = progress;
  }

  /** Reads everything that belongs to a backup. */
  async verify(name: string): Promise<VerifiedBackup> {
    let manifest;
    try {
      manifest = await readManifest(this.#folder.of(name));
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      return { name, state: "damaged", damage: [error.message] };
    }
    if (!manifest) return { name, state: "incomplete", damage: [] };
    const damage = await this.#damageOf(name, manifest);
    return { name, state: damage.length === 0 ? "whole" : "damaged", damage, manifest };
  }

  async #damageOf(name: string, { parts, files }: Manifest): Promise<string[]> {
    const path = this.#folder.of(name);
    const found: string[] = [];
    const note = async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        if (!(error instanceof BackupDamaged)) throw error;
        found.push(error.message);
      }
    };
    this.#progress.begin(`database of ${name}`, "bytes", parts.store.content_bytes);
    const counted = (content: AsyncIterable<Uint8Array>) => drain(content, (bytes) => this.#progress.advance(bytes));
    await note(readPart(join(path, parts.store.file), parts.store, this.#cipher, counted));
    if (parts.key) await note(readPart(join(path, parts.key.file), parts.key, this.#cipher, drain));
    this.#progress.begin(`files of ${name}`, "files", files);
    const blobs = async (content: AsyncIterable<Uint8Array>) => {
      for await (const blob of blobsIn(content)) {
        const damage = await this.#damageOfBlob(blob);
        if (damage !== undefined) found.push(damage);
        this.#progress.advance(1);
      }
    };
    await note(readPart(join(path, parts.files.file), parts.files, this.#cipher, blobs));
    this.#progress.end();
    return found;
  }

  async #damageOfBlob(blob: ListedBlob): Promise<string | undefined> {
    if (this.#blobs.has(blob.name)) return this.#blobs.get(blob.name);
    let damage;
    try {
      await readStoredBlob(this.#folder, this.#cipher, blob, drain);
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      damage = error.message;
    }
    this.#blobs.set(blob.name, damage);
    return damage;
  }
}

async function drain(content: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void = () => {}): Promise<void> {
  for await (const chunk of content) onBytes(chunk.length);
}
