/** Types of imports that the build handles: message catalogs and styles. */
declare module "*.po" {
  import type { Messages } from "@lingui/core";

  export const messages: Messages;
}

declare module "*.css";

/** Declared here, because the compiler would infer a type from every line of the file. */
declare module "cldr-annotations-full/annotations/ar/annotations.json" {
  const file: {
    readonly annotations: {
      readonly annotations: Readonly<
        Record<string, { readonly default?: readonly string[]; readonly tts?: readonly string[] }>
      >;
    };
  };
  export default file;
}
