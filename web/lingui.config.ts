/** The languages, and the locations of their message catalogs. */
import { defineConfig } from "@lingui/cli";
import { createBabelExtractor } from "@lingui/cli/api/extractors/babel";
import { formatter } from "@lingui/format-po";

const babel = createBabelExtractor();

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "ar"],
  fallbackLocales: { default: "en" },
  // File names without line numbers, because these change with every edit.
  format: formatter({ lineNumbers: false }),
  // Parsing is slow: files that do not import Lingui have no messages.
  extractors: [
    {
      match: (filename) => babel.match(filename),
      extract: (filename, code, ...others) =>
        code.includes("@lingui/") ? babel.extract(filename, code, ...others) : undefined,
    },
  ],
  catalogs: [
    {
      path: "<rootDir>/i18n/locales/{locale}",
      include: ["<rootDir>"],
      exclude: ["**/node_modules/**", "<rootDir>/dist/**", "<rootDir>/dist-*/**", "**/*.test.ts"],
    },
  ],
});
