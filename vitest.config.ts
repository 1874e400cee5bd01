/** How the tests run: which files, on which servers, and how many at a time. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{server,shared,web,tests}/**/*.test.ts"],
    globalSetup: ["tests/kit/global-setup.ts"],
    // Two cores: more workers only make the servers under test starve each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
