/** Warns of a data folder that other users of the machine can open. */
import { statSync } from "node:fs";
import type { Log } from "../operations/log.ts";

/** The bits of the group and of everybody else. */
const OTHERS = 0o077;
const PERMISSIONS = 0o777;

export function warnOfOpenFolder(data_dir: string, log: Log): void {
  // Windows has no such bits.
  if (process.platform === "win32") return;
  const mode = statSync(data_dir).mode & PERMISSIONS;
  if ((mode & OTHERS) === 0) return;
  const facts = { data_dir, mode: mode.toString(8) };
  log.warn(facts, `other users of this machine can open the data folder ${data_dir}: chmod 700 keeps them out`);
}
