/** The source maps of the bundles: without sources, and with the paths of the checkout. */
import { dirname, relative, resolve } from "node:path";
import { PROJECT } from "./project.ts";

export const SOURCE_MAPS = {
  sourcemap: true,
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (source: string, map: string): string => inPackage(resolve(dirname(map), source)),
} as const;

/** Traces name a file by its path in the checkout, below the folder of the package. */
function inPackage(path: string): string {
  return `../${relative(PROJECT, path).replaceAll("\\", "/")}`;
}
