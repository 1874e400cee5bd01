/** Builds the web client, and finds out which packages are in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { PROJECT } from "./project.ts";

/** A package whose stylesheet another one imports. */
const STYLESHEET = /@import "((?:@[^/"]+\/)?[^./"][^/"]*)/g;

/** @returns the paths of all files of which the client is made */
export async function bundleWeb(outDir: string): Promise<string[]> {
  // Otherwise the build has the development versions of the libraries.
  process.env.NODE_ENV = "production";
  const modules = new Set<string>();
  const collect: Plugin = {
    name: "heliogram:modules",
    generateBundle() {
      for (const id of this.getModuleIds()) modules.add(id);
    },
  };
  const cwd = process.cwd();
  await build({
    configFile: join(PROJECT, "web/vite.config.ts"),
    logLevel: "warn",
    plugins: [collect],
    build: { outDir, emptyOutDir: true },
  });
  // The configuration changes it.
  process.chdir(cwd);
  return [...modules, ...[...modules].flatMap(stylesheets)];
}

function stylesheets(path: string): string[] {
  if (!path.endsWith(".css")) return [];
  const names = [...readFileSync(path, "utf8").matchAll(STYLESHEET)].map(([, name]) => name!);
  return names.map((name) => join(PROJECT, "node_modules", name, "index.css"));
}
