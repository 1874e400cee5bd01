/** A package that `npm run release` makes. */

export interface ReleasePackage {
  /** As it is on the registry. */
  readonly name: string;
  /** Writes everything that the package contains into an empty folder, `package.json` included. */
  assemble(folder: string): Promise<void>;
}
