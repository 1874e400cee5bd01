/** What the build makes of files that are no TypeScript: catalogs of messages, and styles. */
declare module "*.po" {
  import type { Messages } from "@lingui/core";

  export const messages: Messages;
}

declare module "*.css";

/** Said here because the compiler would make a type of every line of it. */
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
