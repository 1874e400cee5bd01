/** The bill of materials of a package, in CycloneDX: what is in its bundles, and what npm installs beside it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { packageFolders } from "./licences.ts";
import { PROJECT } from "./project.ts";

/** An entry of `package-lock.json`. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Lock = ReadonlyMap<string, Locked>;

/** The package that the bill is about. */
export interface SbomSubject {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
}

/**
 * The same packages give the same text.
 * @param files those of the bundles
 * @param external names of packages that are installed with it, and what they depend on
 */
export function sbomOf(subject: SbomSubject, files: readonly string[], external: readonly string[]): string {
  const lock = readLock();
  const places = new Set(packageFolders(files).map((folder) => relative(PROJECT, folder).replaceAll("\\", "/")));
  const installed = new Set<string>();
  for (const name of external) install(lock, "", name, installed);
  const components = Array.from(places.union(installed), (place) => componentOf(lock, place, installed.has(place)));
  const unique = new Map(components.map((each) => [each["bom-ref"], each]));
  const sorted = Array.from(unique.values()).toSorted((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
  const own = purlOf(subject.name, subject.version);
  const content = {
    metadata: {
      component: {
        type: "application",
        "bom-ref": own,
        name: subject.name,
        version: subject.version,
        description: subject.description,
        licenses: licensesOf(subject.license),
        purl: own,
      },
    },
    components: sorted,
    dependencies: [
      { ref: own, dependsOn: sorted.map((each) => each["bom-ref"]) },
      ...sorted.map((each) => ({ ref: each["bom-ref"] })),
    ],
  };
  const head = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber: serialOf(content), version: 1 };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

function readLock(): Lock {
  const { packages } = JSON.parse(readFileSync(join(PROJECT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return new Map(Object.entries(packages));
}

/** Adds a package and everything that npm installs with it, for any machine. */
function install(lock: Lock, from: string, name: string, found: Set<string>): void {
  const place = placeOf(lock, from, name);
  if (place === undefined || found.has(place)) return;
  found.add(place);
  const { dependencies, optionalDependencies } = lock.get(place)!;
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) install(lock, place, each, found);
}

/** Where a package finds another one: beside it, or in a folder above. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (lock.has(place)) return place;
    if (folder === "") return undefined;
  }
}

function componentOf(lock: Lock, place: string, isInstalled: boolean) {
  const locked = lock.get(place);
  if (!locked) throw new Error(`package-lock.json does not have ${place}`);
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  const purl = purlOf(name, locked.version);
  const [scope, short] = name.startsWith("@") ? (name.split("/") as [string, string]) : [undefined, name];
  const sha512 = /^sha512-(.+)$/.exec(locked.integrity ?? "")?.[1];
  return {
    type: "library",
    "bom-ref": purl,
    ...(scope !== undefined && { group: scope }),
    name: short,
    version: locked.version,
    ...(sha512 !== undefined && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }],
    }),
    licenses: licensesOf(locked.license ?? "NOASSERTION"),
    purl,
    properties: [{ name: "heliogram:place", value: isInstalled ? "installed" : "bundled" }],
  };
}

/** https://github.com/package-url/purl-spec: the at sign of a scope is escaped. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** A name of SPDX, or an expression of several. */
function licensesOf(license: string): readonly object[] {
  return /[\s()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** A UUID that follows from the content, so that a repeated build gives the same file. */
function serialOf(content: object): string {
  const hex = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
