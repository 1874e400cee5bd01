/** The folder of backups: each backup has a folder of its own, and all share the files, which are named by their content. */
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../media/blob-files.ts";
import { makeFolder } from "../store/make-folder.ts";
import { FORMAT, readManifest, removeManifest } from "./manifest.ts";

/** Says that the folder has backups, and how they are written. */
const FOLDER_FILE = "heliogram-backups.json";
/** What a new disk has, and what a first backup that was killed has left. */
const IGNORED = new Set(["lost+found", ".DS_Store", "identity.age", "identity.age.new", `${FOLDER_FILE}.new`]);

/** How all files of a folder are written. */
export interface FolderFacts {
  readonly format: number;
  readonly encryption: "none" | "recipient" | "passphrase";
  /** The public key for which the files are encrypted, with `recipient`. */
  readonly recipient?: string | undefined;
}

export class BackupFolder {
  readonly path: string;
  readonly facts: FolderFacts;

  private constructor(path: string, facts: FolderFacts) {
    this.path = path;
    this.facts = facts;
  }

  /** Opens a folder with backups. @throws Error with a sentence for the operator */
  static async open(path: string): Promise<BackupFolder> {
    const facts = await readFacts(path);
    if (!facts) throw new Error(`${path} has no backups`);
    return new BackupFolder(path, facts);
  }

  /**
   * Opens a folder for a backup, and makes it if it is missing or empty.
   * @param fresh what a new folder says of itself; called when the folder is there
   * @throws Error with a sentence for the operator
   */
  static async make(path: string, fresh: () => Promise<FolderFacts>): Promise<BackupFolder> {
    makeFolder(path);
    const found = await readFacts(path);
    if (found) return new BackupFolder(path, found);
    const names = (await readdir(path)).filter((name) => !IGNORED.has(name));
    if (names.length > 0) throw new Error(`${path} has other files (${names[0]}): name an empty or a new folder`);
    const facts = await fresh();
    const unfinished = join(path, `${FOLDER_FILE}.new`);
    await writeFile(unfinished, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, join(path, FOLDER_FILE));
    return new BackupFolder(path, facts);
  }

  /** The names of all backups, also of incomplete ones, the oldest first. */
  async names(): Promise<string[]> {
    return (await readdir(join(this.path, "backups")).catch(ignoreMissing))?.sort() ?? [];
  }

  /** The folder of one backup. */
  of(name: string): string {
    return join(this.path, "backups", name);
  }

  /** The file of a blob by the name under which it is stored. */
  blob(name: string, suffix: string): string {
    return join(this.path, "files", name.slice(0, 2), name.slice(2) + suffix);
  }

  /** The folder of files that become blobs when they are complete. */
  get unfinished(): string {
    return join(this.path, "files", "unfinished");
  }

  /** Removes a backup. Without its manifest it is incomplete, also where this is interrupted. */
  async remove(name: string): Promise<void> {
    await removeManifest(this.of(name));
    await rm(this.of(name), { recursive: true, force: true });
  }

  /** Removes what killed backups have left. Call it while no other backup runs into the folder. */
  async removeUnfinished(): Promise<void> {
    await rm(this.unfinished, { recursive: true, force: true });
    for (const name of await this.names()) {
      const isWhole = await readManifest(this.of(name)).then(Boolean, () => true);
      if (!isWhole) await rm(this.of(name), { recursive: true, force: true });
    }
  }
}

async function readFacts(path: string): Promise<FolderFacts | undefined> {
  const text = await readFile(join(path, FOLDER_FILE), "utf8").catch(ignoreMissing);
  if (text === undefined) return undefined;
  const facts = JSON.parse(text) as FolderFacts;
  if (facts.format === FORMAT) return facts;
  throw new Error(`${path} has format ${facts.format}, this version knows ${FORMAT}: use the newer version`);
}
