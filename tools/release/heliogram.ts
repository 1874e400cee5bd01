/** The package `heliogram`: the command, its web client, and the interface for programs. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleServer } from "./bundle-server.ts";
import { bundleWeb } from "./bundle-web.ts";
import { writeDeclarations } from "./declarations.ts";
import { licencesOf } from "./licences.ts";
import { PROJECT } from "./project.ts";
import type { ReleasePackage } from "./release-package.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

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
    writeFileSync(join(folder, "THIRD-PARTY-LICENSES.md"), licencesOf([...server.modules, ...web]));
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(server.external), null, 2)}\n`);
    chmodSync(join(folder, "dist/heliogram.js"), 0o755);
  },
};

/** What is not in the bundle is installed from the registry, in the version that the tests ran with. */
function manifest(external: readonly string[]): object {
  const text = readFileSync(join(PROJECT, "server/package.json"), "utf8");
  const { name, version, description, license, engines, dependencies } = JSON.parse(text) as Manifest;
  const versionOf = (each: string) => {
    const found = dependencies[each];
    if (found === undefined) throw new Error(`the bundle imports ${each}, which server/package.json does not name`);
    return [each, found] as const;
  };
  return {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { heliogram: "dist/heliogram.js" },
    exports: {
      ".": { types: "./types/server/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(external.map(versionOf)),
    engines,
  };
}
