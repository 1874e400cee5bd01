/** How the tests run: which files, on which servers, and how many at a time. */
import { defineConfig } from "vitest/config";

const WALKS = ["looks", "reach", "hostile-places"].map((name) => `tests/e2e/${name}*.test.ts`);

export default defineConfig({
  test: {
    // Two cores: more workers only make the servers under test starve each other.
    maxWorkers: 2,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          include: ["{server,shared,web,tests}/**/*.test.ts"],
          exclude: ["tests/e2e/**"],
          globalSetup: ["tests/kit/global-setup.ts"],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: WALKS,
          // A browser and a service fill the machine: two at a time wait for each other until somebody gives up.
          maxWorkers: 1,
          fileParallelism: false,
          // A loaded machine takes its time for each of many steps: for one of them at most as long as a page (STEP_MS).
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // One person and one page each, which is looked at or walked through: here two do not wait for each other.
          name: "walks",
          include: WALKS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
