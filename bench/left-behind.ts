/** Processes and folders of this run: whatever way it ends, nothing of them is left. */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

const children = new Set<ChildProcess>();
let root: string | undefined;

/** To be called before anything is started. */
export function leaveNothingBehind(): void {
  process.once("exit", clear);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Takes over the child's end, if it has not ended by then. */
export function owned<T extends ChildProcess>(child: T): T {
  children.add(child);
  child.once("exit", () => children.delete(child));
  child.once("error", () => children.delete(child));
  return child;
}

/** A new folder, removed with the rest if nobody removes it earlier. */
export function temporaryFolder(name: string): string {
  root ??= mkdtempSync(join(tmpdir(), "heliogram-bench-"));
  return mkdtempSync(join(root, `${name}-`));
}

/** Ends a process and waits until it is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!children.has(child)) return;
  const exited = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await exited;
}

/** Nothing may be awaited at the end of a process. A killed child may still write for a moment, hence the retries. */
function clear(): void {
  for (const child of children) child.kill("SIGKILL");
  if (root) rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
