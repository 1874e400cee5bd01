/** Which languages there are, and where their messages are kept. */
import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "ar"],
  fallbackLocales: { default: "en" },
  // Where a message stands changes with every edit; which file it is in says enough.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: "<rootDir>/i18n/locales/{locale}",
      include: ["<rootDir>"],
      exclude: ["**/node_modules/**", "<rootDir>/dist/**", "<rootDir>/dist-*/**"],
    },
  ],
});
