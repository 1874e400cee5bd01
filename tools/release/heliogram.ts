/** The package `heliogram`: the command, its web client, and the interface for programs. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleServer } from "./bundle-server.ts";
import { bundleWeb } from "./bundle-web.ts";
import { writeDeclarations } from "./declarations.ts";
import { licencesOf } from "./licences.ts";
import { PROJECT } from "./project.ts";
import { SBOM_FILE, type ReleasePackage } from "./release-package.ts";
import { sbomOf } from "./sbom.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The files by which the package is run, and their names in the package. */
const DEPLOYED: readonly (readonly [file: string, name: string])[] = [
  ["Dockerfile", "Dockerfile"],
  ["compose.yaml", "compose.yaml"],
  ["compose-services.yaml", "compose-services.yaml"],
  ["heliogram-package.service", "heliogram.service"],
  ["heliogram.socket", "heliogram.socket"],
];

export const heliogram: ReleasePackage = {
  name: "heliogram",
  async assemble(folder) {
    writeDeclarations(["server/index.ts"], join(folder, "types"));
    const server = await bundleServer(join(folder, "dist"));
    const web = await bundleWeb(join(folder, "web"));

    cpSync(join(PROJECT, "server/store/migrations"), join(folder, "dist/migrations"), { recursive: true });
    cpSync(join(PROJECT, "docs/guides/monitoring"), join(folder, "monitoring"), { recursive: true });
    mkdirSync(join(folder, "examples"));
    for (const name of ["examples/world.yaml", "LICENSE", "CHANGELOG.md"])
      copyFileSync(join(PROJECT, name), join(folder, name));
    copyFileSync(join(PROJECT, "tools/release/heliogram-readme.md"), join(folder, "README.md"));
    const bundled = [...server.modules, ...web];
    writeFileSync(join(folder, "THIRD-PARTY-LICENSES.md"), licencesOf(bundled));
    const own = manifest(server.external);
    writeFileSync(join(folder, SBOM_FILE), sbomOf(own, bundled, server.external));
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
    mkdirSync(join(folder, "deploy"));
    for (const [file, name] of DEPLOYED)
      copyFileSync(join(PROJECT, "docs/guides/configurations", file), join(folder, "deploy", name));
    chmodSync(join(folder, "dist/heliogram.js"), 0o755);
  },
};

/** What is not in the bundle is installed from the registry, in the version that the tests ran with. */
function manifest(external: readonly string[]): Manifest {
  const text = readFileSync(join(PROJECT, "server/package.json"), "utf8");
  const { name, version, description, license, engines, dependencies } = JSON.parse(text) as Manifest;
  const versionOf = (each: string) => {
    const found = dependencies[each];
    if (found === undefined) throw new Error(`the bundle imports ${each}, which server/package.json does not name`);
    return [each, found] as const;
  };
  return Object.assign(
    { name, version, description, license, engines },
    {
      type: "module",
      bin: { heliogram: "dist/heliogram.js" },
      exports: {
        ".": { types: "./types/server/index.d.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
      dependencies: Object.fromEntries(external.map(versionOf)),
    },
  );
}
