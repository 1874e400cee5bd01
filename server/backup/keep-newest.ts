/** Removes older backups of a folder, and the files that no other backup of it has. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../media/blob-files.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { blobsIn } from "./blob-list.ts";
import type { Cipher } from "./cipher.ts";
import { readManifest } from "./manifest.ts";
import { readPart } from "./parts.ts";
import type { Progress } from "./progress.ts";
import { Verifier } from "./verify.ts";

export interface Removed {
  /** Names, the oldest first. */
  readonly removed: readonly string[];
  readonly removed_files: number;
  /** Why older backups or their files stay; `undefined` if nothing of that kind is left. */
  readonly stays: string | undefined;
}

/** @param keep - how many stay, the newest one included */
export interface KeepOptions {
  readonly folder: BackupFolder;
  readonly cipher: Cipher;
  /** The name of the new backup. The clock may have been set back, so it need not be the last one. */
  readonly made: string;
  readonly keep: number;
  readonly progress: Progress;
}

/**
 * Reads the newest backup first: older ones go only where it is whole and lacks nothing. Call it while no other backup runs
 * into the folder, because that could rely on a file that is removed here.
 */
export async function keepNewest({ folder, cipher, made, keep, progress }: KeepOptions): Promise<Removed> {
  const others = (await folder.names()).filter((name) => name !== made);
  const none = { removed: [], removed_files: 0 };
  const newest = await new Verifier(folder, cipher, progress).verify(made);
  if (newest.state !== "whole")
    return { ...none, stays: `the new backup is ${newest.state}: ${newest.damage[0] ?? "it has no manifest"}` };
  if (newest.manifest!.missing.length > 0)
    return { ...none, stays: "the new backup lacks files, which an older one may have" };
  const removed = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of removed) await folder.remove(name);
  try {
    const kept = await filesOf(folder, cipher, [...others.slice(removed.length), made]);
    return { removed, removed_files: await removeOthers(folder, cipher, kept), stays: undefined };
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error;
    return { removed, removed_files: 0, stays: `a backup that stays is damaged, so all files stay: ${error.message}` };
  }
}

/** The names of all files of some backups. @throws BackupDamaged */
async function filesOf(folder: BackupFolder, cipher: Cipher, names: readonly string[]): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  const add = async (content: AsyncIterable<Uint8Array>) => {
    for await (const { name } of blobsIn(content)) files.add(name);
  };
  for (const name of names) {
    const manifest = await readManifest(folder.of(name));
    if (!manifest) throw new BackupDamaged(`${name} has no manifest`);
    const { files: part } = manifest.parts;
    await readPart(join(folder.of(name), part.file), part, cipher, add);
  }
  return files;
}

const STORED = /^[0-9a-f]{62}$/;

/** @returns the number of removed files */
async function removeOthers(folder: BackupFolder, cipher: Cipher, kept: ReadonlySet<string>): Promise<number> {
  let count = 0;
  const root = join(folder.path, "files");
  for (const prefix of (await readdir(root).catch(ignoreMissing)) ?? []) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
    for (const file of await readdir(join(root, prefix))) {
      const rest = file.slice(0, file.length - cipher.suffix.length);
      if (rest + cipher.suffix !== file || !STORED.test(rest) || kept.has(prefix + rest)) continue;
      await rm(join(root, prefix, file));
      count += 1;
    }
  }
  return count;
}
