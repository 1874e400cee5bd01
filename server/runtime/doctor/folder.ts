/** The data folder, its disk, and the secret key in it. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Settings } from "../../settings/settings.ts";
import type { StoreReport } from "../../store/inspect/report.ts";
import { assertKey, assertStoreThere, keyPath } from "../secret-key.ts";
import { minFreeFrom } from "../settings-options.ts";
import { ok, orOk, problem, warning, type Finding } from "./finding.ts";

const OTHERS = 0o077;
const MIB = 1024 * 1024;
/** Less free space than this is worth knowing. */
const LITTLE = 1 / 10;
/** The same of the number of files that the disk still takes. */
const FEW_FILES = 1 / 20;

/** @throws ExitError if the store of the key is missing */
export function checkFolder(settings: Settings): readonly Finding[] {
  const { data_dir } = settings;
  if (!existsSync(data_dir)) return [ok("data folder", `${data_dir} is not there yet: the first start makes it`)];
  try {
    accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      problem(
        "data folder",
        `this user may not write into ${data_dir}`,
        "run the doctor as the user of the service, or give that user the folder",
      ),
    ];
  }
  assertStoreThere(settings);
  return orOk("data folder", isOpen(data_dir) ? [open(data_dir, "700")] : [], `${data_dir} belongs to this user alone`);
}

/** Whether other users of the machine can open it. Windows has no such bits. */
function isOpen(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & OTHERS) !== 0;
}

function open(path: string, mode: string): Finding {
  return warning("data folder", `other users of this machine can open ${path}`, `chmod ${mode} ${path}`);
}

/** Near its end, a disk first refuses uploads, and then stops the service. */
export async function checkDisk(settings: Settings): Promise<readonly Finding[]> {
  const { data_dir } = settings;
  if (!existsSync(data_dir)) return [];
  const { bavail, blocks, bsize, ffree, files } = await statfs(data_dir);
  const [free_bytes, size_bytes] = [bavail * bsize, blocks * bsize];
  const free = `${Math.floor(free_bytes / MIB)} MiB of ${Math.floor(size_bytes / MIB)} MiB are free on the disk of ${data_dir}`;
  const room = "make room, take a larger disk, or move the files to a bucket (HELIOGRAM_FILES_URL)";
  const found: Finding[] = [];
  if (free_bytes < minFreeFrom(settings)) found.push(problem("disk", `${free}: uploads are refused`, room));
  else if (free_bytes < size_bytes * LITTLE) found.push(warning("disk", free, room));
  if (files > 0 && ffree < files * FEW_FILES)
    found.push(warning("disk", `the disk of ${data_dir} takes only ${ffree} more files`, room));
  return orOk("disk", found, free);
}

/** @throws ExitError if the key is missing, damaged, or that of another store */
export function checkKey(settings: Settings, { key_mark, has_credentials }: StoreReport): readonly Finding[] {
  const state = assertKey(settings, key_mark, has_credentials);
  if (state === "none") return [ok("key", "there is no key yet: the first start makes it")];
  const path = keyPath(settings);
  if (state === "file" && isOpen(path))
    return [
      warning("key", `other users of this machine can read ${path}, the key of all credentials`, `chmod 600 ${path}`),
    ];
  return [ok("key", "the key belongs to the store")];
}
