/** A service in a process of its own, as operators run it, with a world in its store; and backups of it. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BackupFolder } from "heliogram/backup/backup-folder.ts";
import { PLAIN } from "heliogram/backup/cipher.ts";
import { FORMAT, readManifest } from "heliogram/backup/manifest.ts";
import type { MadeBackup } from "heliogram/backup/make-backup.ts";
import { HOLD_FILES } from "heliogram/cli/admin/command.ts";
import { sendToService } from "heliogram/cli/admin/socket-client.ts";
import { backUp } from "heliogram/runtime/backups/back-up.ts";
import { restore } from "heliogram/runtime/backups/restore.ts";
import type { Progress } from "heliogram/backup/progress.ts";
import type { AskService } from "heliogram/runtime/backups/store-access.ts";
import { settingsSchema, type Settings } from "heliogram/settings/settings.ts";
import { inject } from "vitest";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { startProcess, type OwnProcess } from "../support/own-process.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { PROGRAM } from "../support/program.ts";
import { end, said } from "../support/programs.ts";
import type { Engine } from "../support/service.ts";

const QUIET = { begin() {}, advance() {}, end() {} };

export class Served {
  /** The data folder. */
  readonly dir: string;
  /** A folder for backups and what is restored. */
  readonly beside: string;
  readonly database: string;
  readonly accounts: OwnProcess;
  url = "";
  #program: ChildProcess | undefined;

  private constructor(root: string, database: string, accounts: OwnProcess) {
    this.dir = join(root, "data");
    this.beside = root;
    this.database = database;
    this.accounts = accounts;
  }

  static async start(engine: Engine, world: object): Promise<Served> {
    const root = mkdtempSync(join(tmpdir(), "heliogram-backup-"));
    const database = engine === "postgres" ? await takeDatabase() : engine;
    const accounts = await startProcess({ dir: join(root, "data"), database, world });
    await end(accounts.program, "SIGTERM");
    const served = new Served(root, database, accounts);
    await served.serve();
    return served;
  }

  get env(): Record<string, string> {
    return environment(this.dir, this.database);
  }

  get settings(): Settings {
    return settingsOf(this.dir, this.database);
  }

  /** Starts the service again on its data. */
  async serve(): Promise<void> {
    const program = spawn(process.execPath, [PROGRAM, "serve"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...this.env },
    });
    this.#program = program;
    this.url = await said(program, (output) => /listens on (\S+)\n/.exec(output)?.[1]);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await end(this.#program!, signal);
  }

  readonly ask: AskService = async (hold) =>
    (await sendToService(this.dir, { command: HOLD_FILES, hold })) !== undefined;

  async backUp(progress: Progress = QUIET): Promise<MadeBackup> {
    const { settings, ask } = this;
    const fresh = async () => ({ format: FORMAT, encryption: "none" }) as const;
    const folder = await BackupFolder.make(join(this.beside, "backups"), fresh);
    return backUp({ settings, folder, cipher: PLAIN, ask, progress });
  }

  /** Restores a backup to a place of its own. */
  async restore(name: string): Promise<Restored> {
    const dir = join(this.beside, `restored-${name}`);
    const database = this.database === "sqlite" ? "sqlite" : await createDatabase(inject("postgresUrl"), "");
    const folder = await BackupFolder.open(join(this.beside, "backups"));
    const manifest = (await readManifest(folder.of(name)))!;
    await restore({ settings: settingsOf(dir, database), folder, name, manifest, cipher: PLAIN, progress: QUIET });
    return {
      dir,
      database,
      async remove() {
        rmSync(dir, { recursive: true, force: true });
        if (database !== "sqlite") await dropDatabase(database);
      },
    };
  }

  async close(): Promise<void> {
    await this.end("SIGKILL");
    rmSync(this.beside, { recursive: true, force: true });
    if (this.database !== "sqlite") await giveBackDatabase(this.database);
  }
}

export interface Restored {
  readonly dir: string;
  readonly database: string;
  remove(): Promise<void>;
}

export function environment(dir: string, database: string): Record<string, string> {
  return {
    HELIOGRAM_DATA_DIR: dir,
    HELIOGRAM_DATABASE: database,
    HELIOGRAM_HOST: "127.0.0.1",
    HELIOGRAM_PORT: "0",
    HELIOGRAM_ASSISTANT: "false",
    HELIOGRAM_RATE_LIMITS: "off",
    HELIOGRAM_DRAIN_SECONDS: "0",
  };
}

function settingsOf(data_dir: string, database: string): Settings {
  return settingsSchema.parse({ data_dir, database });
}
