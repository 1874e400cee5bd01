/** The manifest of a backup: what belongs to it, with checksums. It is written last, so a backup without one is incomplete. */
import { createHash } from "node:crypto";
import { readFile, rename, writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotFacts } from "../store/backup.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import type { Part } from "./parts.ts";

const FILE = "manifest.json";
/** The format of the folder. */
export const FORMAT = 1;

export interface Manifest extends SnapshotFacts {
  readonly format: number;
  /** When it began, as ISO 8601. */
  readonly made_at: string;
  /** The version of the program. */
  readonly made_by: string;
  /** Blobs of the store, and their bytes. */
  readonly files: number;
  readonly files_bytes: number;
  /** Hashes of blobs that were missing or damaged where the service has its files. */
  readonly missing: readonly string[];
  readonly parts: {
    readonly store: Part;
    /** The list of the blobs. */
    readonly files: Part;
    /** Absent where the settings give the key. */
    readonly key?: Part | undefined;
  };
}

/** Writes the manifest at once, and makes it durable. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 2);
  const unfinished = join(folder, `${FILE}.new`);
  await writeFile(unfinished, `${text}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, FILE));
}

/** Makes a backup incomplete. */
export async function removeManifest(folder: string): Promise<void> {
  await rm(join(folder, FILE), { force: true });
}

/** @returns `undefined` for a backup that was not completed. @throws BackupDamaged, Error for a newer format */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, FILE);
  let text;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const read = parse(text);
  if (read === undefined) throw new BackupDamaged(`${path} is damaged`);
  const { checksum, ...manifest } = read;
  if (checksum !== checksumOf(manifest)) throw new BackupDamaged(`${path} is damaged`);
  if (manifest.format !== FORMAT)
    throw new Error(`${path} has format ${manifest.format}, this version knows ${FORMAT}: use the newer version`);
  return manifest;
}

function parse(text: string): (Manifest & { readonly checksum: string }) | undefined {
  try {
    return JSON.parse(text) as Manifest & { readonly checksum: string };
  } catch {
    return undefined;
  }
}

/** The checksum over the members in their order. */
function checksumOf(manifest: Manifest): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}
