/** The licences of the packages that are in a bundle. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
}

/** A text with the licence of each package that one of the files belongs to. @throws Error if a package has none */
export function licencesOf(files: readonly string[]): string {
  const sections = new Map(packageFolders(files).map(section));
  const texts = [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  const first = "# Licences of the packages in this one\n\nHeliogram itself has the licence in `LICENSE`.\n";
  return [first, ...texts].join("\n");
}

/** The folders of the packages that one of the files belongs to. */
export function packageFolders(files: readonly string[]): string[] {
  return [...new Set(files.map(packageOf).filter((folder) => folder !== undefined))];
}

/** The folder of the package of a file; `undefined` for files of ours. */
function packageOf(file: string): string | undefined {
  const path = file.replace(/^\0/, "").replace(/\?.*$/, "").replaceAll("\\", "/");
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?=\/)/.exec(path);
  return match?.[0];
}

function section(folder: string): [name: string, text: string] {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  if (license === undefined) throw new Error(`${folder} names no licence`);
  const by = typeof author === "string" ? author : author?.name;
  const texts = licenceFiles(folder).map((path) => `\`\`\`text\n${readFileSync(path, "utf8").trim()}\n\`\`\`\n`);
  const head = `## ${name} ${version}\n\n${license}${by === undefined ? "" : `, ${by}`}\n`;
  return [`${name} ${version}`, [head, ...texts].join("\n")];
}

/** Some packages of a repository leave their licence to the one that they are part of. */
function licenceFiles(folder: string): string[] {
  const own = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  if (own.length > 0) return own.map((name) => join(folder, name));
  const scope = dirname(folder);
  return existsSync(join(scope, "LICENSE")) ? [join(scope, "LICENSE")] : [];
}
