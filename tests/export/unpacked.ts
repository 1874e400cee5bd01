/** Unpacks archives with the tar of the system. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The files of an archive by their names, whether it is compressed or not. */
export function unpacked(archive: Buffer): Map<string, Buffer> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-export-"));
  try {
    writeFileSync(join(dir, "archive"), archive);
    const to = join(dir, "files");
    execFileSync("mkdir", [to]);
    execFileSync("tar", ["-xf", join(dir, "archive"), "-C", to]);
    const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    return new Map(
      files.map((each) => {
        const path = join(each.parentPath, each.name);
        return [path.slice(to.length + 1), readFileSync(path)];
      }),
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
}
