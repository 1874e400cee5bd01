/** Packages that import others by computed names, which a bundler cannot follow: they would be missed where the package is installed. */
import { RolldownMagicString, type Plugin } from "rolldown";

/** What is written instead, by the end of the file's path. */
const REWRITTEN: readonly { readonly file: string; readonly from: string; readonly to: string }[] = [
  { file: "node_modules/file-type/source/index.js", from: "importAtRuntime('strtok3')", to: "import('strtok3')" },
];

/** An import whose name is not a string, after any comments. Methods may have that name, too. */
const COMPUTED = /(?<![.\w$#])import\(\s*(?:\/\*.*?\*\/\s*)*[\w$](?![^()]*\)\s*\{)/s;

/** @throws Error if a computed import remains */
export function computedImports(): Plugin {
  return {
    name: "heliogram:computed-imports",
    transform(code, id) {
      const rewritten = REWRITTEN.find(({ file }) => id.endsWith(file));
      if (!rewritten) return undefined;
      const { file, from, to } = rewritten;
      if (!code.includes(from)) throw new Error(`${file} does not contain ${from} any more`);
      return { code: new RolldownMagicString(code).replaceAll(from, to) };
    },
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) {
        if (each.type !== "chunk") continue;
        const at = each.code.search(COMPUTED);
        if (at !== -1) throw new Error(`${each.fileName} has a computed import: ${each.code.slice(at, at + 200)}`);
      }
    },
  };
}
