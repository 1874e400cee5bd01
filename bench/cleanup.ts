/** Removes the processes and folders of this run, however it ends. */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../tools/at-exit.ts";

const children = new Set<ChildProcess>();
let root: string | undefined;

/** Installs the exit handlers. Call it before any process is started. */
export function cleanUpOnExit(): void {
  atExit(removeAll);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Kills the child when this process exits, unless it has exited by then. */
export function killOnExit<T extends ChildProcess>(child: T): T {
  children.add(child);
  child.once("exit", () => children.delete(child));
  child.once("error", () => children.delete(child));
  return child;
}

/** Creates a folder that is removed when this process exits. */
export function temporaryFolder(name: string): string {
  root ??= mkdtempSync(join(tmpdir(), "heliogram-bench-"));
  return mkdtempSync(join(root, `${name}-`));
}

/** Sends a signal to a child and waits for its exit. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!children.has(child)) return;
  const exited = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await exited;
}

/** Synchronous, because an exit handler cannot await. A killed child may still write for a moment, hence the retries. */
function removeAll(): void {
  for (const child of children) child.kill("SIGKILL");
  if (root) rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
