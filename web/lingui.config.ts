/** Which languages there are, and where their messages are kept. */
import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "ar"],
  catalogs: [
    {
      path: "<rootDir>/i18n/locales/{locale}",
      include: ["<rootDir>"],
      exclude: ["**/node_modules/**", "<rootDir>/dist/**"],
    },
  ],
});
