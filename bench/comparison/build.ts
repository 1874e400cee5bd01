/** Builds of the service: this one, and those of other commits in temporary work trees. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { atExit } from "../../tools/at-exit.ts";
import { temporaryFolder } from "../cleanup.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MODULES = "node_modules";

export interface Build {
  readonly name: string;
  /** The full hash of the commit. */
  readonly commit: string;
  /** The file of the command `heliogram`. */
  readonly main: string;
  /** Removes its folder, if that is temporary. */
  remove(): void;
}

/** The build of this folder, with what is not committed. */
export function currentBuild(): Build {
  return { name: "this build", commit: git("rev-parse", "HEAD"), main: mainOf(ROOT), remove: () => {} };
}

/**
 * Makes the build of a commit in a temporary folder. Packages are those of this folder where the lock files are equal; otherwise npm
 * installs them.
 *
 * @throws Error if there is no such commit
 */
export function checkOut(revision: string): Build {
  const commit = git("rev-parse", "--verify", `${revision}^{commit}`);
  const folder = join(temporaryFolder("build"), commit.slice(0, 7));
  git("worktree", "add", "--detach", "--quiet", folder, commit);
  const cancel = atExit(remove);
  function remove(): void {
    cancel();
    rmSync(folder, { recursive: true, force: true });
    git("worktree", "prune");
  }
  const lock = "package-lock.json";
  if (readFileSync(join(folder, lock)).equals(readFileSync(join(ROOT, lock)))) linkPackages(folder);
  else execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: folder, stdio: "ignore" });
  return { name: commit.slice(0, 7), commit, main: mainOf(folder), remove };
}

/** Whether everything in this folder is committed. */
export function isCommitted(): boolean {
  return git("status", "--porcelain", "--untracked-files=no") === "";
}

/** Whether this folder is a checkout that has the commit. */
export function hasCommit(revision: string): boolean {
  try {
    git("cat-file", "-e", `${revision}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Links every package of this folder. Links to workspaces lead into the other folder. */
function linkPackages(folder: string): void {
  const link = (name: string) => {
    const from = join(ROOT, MODULES, name);
    const workspace = workspaceOf(from);
    symlinkSync(workspace === undefined ? from : workspace, join(folder, MODULES, name));
  };
  mkdirSync(join(folder, MODULES));
  for (const name of readdirSync(join(ROOT, MODULES))) {
    if (!name.startsWith("@")) link(name);
    else {
      mkdirSync(join(folder, MODULES, name));
      for (const scoped of readdirSync(join(ROOT, MODULES, name))) link(join(name, scoped));
    }
  }
}

/** The relative target of a link that npm makes for a workspace. */
function workspaceOf(path: string): string | undefined {
  try {
    const target = readlinkSync(path);
    return isAbsolute(target) ? undefined : target;
  } catch {
    return undefined;
  }
}

function mainOf(folder: string): string {
  const server = join(folder, "server");
  const { bin } = JSON.parse(readFileSync(join(server, "package.json"), "utf8")) as { bin: { heliogram: string } };
  const main = join(server, bin.heliogram);
  if (!existsSync(main)) throw new Error(`${main} is missing`);
  return main;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
