/** A package that `npm run release` makes. */

/** The bill of materials, in the package and beside it. */
export const SBOM_FILE = "sbom.cdx.json";

export interface ReleasePackage {
  /** As it is on the registry. */
  readonly name: string;
  /** Writes everything that the package contains into an empty folder, `package.json` included. */
  assemble(folder: string): Promise<void>;
}
