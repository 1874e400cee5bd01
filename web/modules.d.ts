/** What the build makes of files that are no TypeScript: catalogs of messages, and styles. */
declare module "*.po" {
  import type { Messages } from "@lingui/core";

  export const messages: Messages;
}

declare module "*.css";
