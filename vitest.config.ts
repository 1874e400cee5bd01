/** How the tests run: which files, on which servers, and how many at a time. */
import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { builtServer } from "./tests/support/built-server.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { LONG_RUN } from "./tests/support/long-run.ts";
import { makeMemoryFolder } from "./tests/support/memory-folder.ts";

// Threads and processes that the tests start find their modules compiled. Without this cache, starting the thread of the
// search index costs more than the rest of a service's start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "heliogram-compile-cache");
// What a failed test keeps must outlive the run.
process.env.KEPT_DIR ??= tmpdir();
process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();
process.env.TESTED_PROGRAM = await builtServer();

/** Names in a test file that make it do something else in a long run: more rounds, the other engine, every rule of axe. */
const LONGER = /\b(LONG_RUN|engineIndependent|enginesInTurn|violations)\b/;

/** The test files of these folders that run: `*.long.test.ts` runs in `npm run test:long` alone. */
function filesOf(folders: string, but: readonly string[] = []): { include: string[]; exclude: string[] } {
  const all = `${folders}/**/*.test.ts`;
  const long = `${folders}/**/*.long.test.ts`;
  if (!LONG_RUN) return { include: [all], exclude: ["**/node_modules/**", long, ...but] };
  const longer = globSync(all, { exclude: ["**/node_modules/**"] }).filter((path) =>
    LONGER.test(readFileSync(path, "utf8")),
  );
  return { include: [long, ...longer], exclude: ["**/node_modules/**", ...but] };
}

/** The nodes of the browser tests (tests/support/behind-balancer.ts) need PostgreSQL. */
const ON_NODES_SETUP = ["tests/support/global-setup.ts", "tests/support/client-setup.ts"];
const BROWSER_SETUP = process.env.NODES === undefined ? ["tests/support/client-setup.ts"] : ON_NODES_SETUP;

/** In a long run, these browser tests run once more against three nodes behind a balancer. */
const BROWSER_ON_NODES: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "browser on nodes",
    include: ["messages", "receipts", "chat-list", "sign-up", "sending-rights"].map(
      (name) => `tests/e2e/${name}.test.ts`,
    ),
    globalSetup: ON_NODES_SETUP,
    env: { NODES: "3" },
    sequence: { groupOrder: 2 },
  },
};

/** The tests of files that do not also run with the files in a bucket, and why. */
const NOT_IN_A_BUCKET: Readonly<Record<string, string>> = {
  "blob-store": "it tests the folder of blobs; tests/media/s3 tests the bucket",
  "body-limits": "no file of it is ever stored",
  "disk-space": "it tests the local disk",
  kill: "its second service is a process of its own, which does not get the bucket",
  memory: "it runs with a bucket by itself",
  "no-descriptors": "it tests the media worker, without a store",
  orphan: "it tests the media worker, without a store",
  start: "it tests the media worker, without a store",
  sweeping: "it tests the folder of blobs and temporary files, and the times of files there",
  worker: "its worker writes into the files that it examines, and a bucket refuses content that has changed",
};
const OF_FILES = globSync("tests/media/*.test.ts").map((path) => basename(path, ".test.ts"));
for (const name of Object.keys(NOT_IN_A_BUCKET))
  if (!OF_FILES.includes(name))
    throw new Error(`vitest.config.ts names tests/media/${name}.test.ts, which is not there`);

/** In a long run, the tests of files run once more with the files in a bucket. */
const IN_A_BUCKET: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "files",
    include: OF_FILES.filter((name) => NOT_IN_A_BUCKET[name] === undefined).map(
      (name) => `tests/media/${name}.test.ts`,
    ),
    globalSetup: ["tests/support/bucket-setup.ts"],
    sequence: { groupOrder: 0 },
  },
};

/** In a long run, processor times are compared when nothing else runs. */
const COMPARISON: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "comparison", include: ["tests/bench/send-cost.long.test.ts"], sequence: { groupOrder: 3 } },
};

export default defineConfig({
  test: {
    // On two cores: a worker waits for processes, connections and disks for two fifths of its time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A worker imports the service once, and keeps its databases and its browser from file to file.
    isolate: false,
    // Four times what the slowest step takes on two cores that other work shares: only a test that hangs gets here.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          ...filesOf("{server,shared,testkit,web,tests}", ["tests/e2e/**", "tests/bench/send-cost.long.test.ts"]),
          globalSetup: ["tests/support/global-setup.ts"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          ...filesOf("tests/e2e"),
          globalSetup: BROWSER_SETUP,
          // Together with the services, so that no worker is idle until the last page is closed.
          sequence: { groupOrder: 0 },
        },
      },
      ...(LONG_RUN ? [IN_A_BUCKET, BROWSER_ON_NODES, COMPARISON] : []),
    ],
  },
});
