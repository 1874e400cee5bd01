/** `npm run release`: makes the packages as `dist/<name>-<version>.tgz`; `npm run release -- NAME` makes one of them. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { heliogram } from "./heliogram.ts";
import { PROJECT } from "./project.ts";
import { SBOM_FILE, type ReleasePackage } from "./release-package.ts";
import { testkit } from "./testkit.ts";

const PACKAGES: readonly ReleasePackage[] = [heliogram, testkit];
const MB = 1e6;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

/** @returns the names of the files in `dist` */
async function release(each: ReleasePackage): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-release-"));
  try {
    await each.assemble(folder);
    const dist = join(PROJECT, "dist");
    mkdirSync(dist, { recursive: true });
    const args = ["pack", folder, "--json", "--pack-destination", dist];
    const { stdout } = await promisify(execFile)("npm", args, { cwd: folder });
    const packed = Object.values(JSON.parse(stdout) as Record<string, Packed>)[0]!;
    const sizes = `${sizeOf(packed.size)}, ${sizeOf(packed.unpackedSize)} unpacked, ${packed.entryCount} files`;
    process.stdout.write(`dist/${packed.filename}: ${sizes}\n`);
    const sbom = join(folder, SBOM_FILE);
    if (!existsSync(sbom)) return [packed.filename];
    const beside = packed.filename.replace(/tgz$/, "cdx.json");
    copyFileSync(sbom, join(dist, beside));
    return [packed.filename, beside];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sizeOf(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / MB).toFixed(1)} MB`;
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !PACKAGES.some((each) => each.name === name));
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is no package; there are ${PACKAGES.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}
const files: string[] = [];
for (const each of PACKAGES) if (names.length === 0 || names.includes(each.name)) files.push(...(await release(each)));
writeFileSync(join(PROJECT, "dist/SHA256SUMS"), files.map(sumOf).join(""));

/** As `sha256sum` writes it. */
function sumOf(name: string): string {
  const content = readFileSync(join(PROJECT, "dist", name));
  return `${createHash("sha256").update(content).digest("hex")}  ${name}\n`;
}
