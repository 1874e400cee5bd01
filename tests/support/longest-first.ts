/** The order of the test files: those that take long start first, so that none of them runs alone at the end. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROJECT = join(import.meta.dirname, "../..");

/** Files that take much longer than others of their size. Vitest starts the rest by size, or by what an earlier run took. */
const LONGEST = [
  "tests/matrix/matrix.test.ts",
  "tests/restart/supervised.test.ts",
  "tests/copy/copy-store.test.ts",
  "tests/copy/commands.test.ts",
  "tests/backup/encrypted.test.ts",
  "tests/matrix/worlds.test.ts",
  "tests/runtime/start-failures.test.ts",
  "tests/repository/repository.test.ts",
  "tests/guides/back-up.test.ts",
  "tests/guides/keep-and-delete.test.ts",
  "tests/store/outage.test.ts",
  "tests/cluster/redis-nodes.test.ts",
  "tests/media/reference-histories.test.ts",
  "tests/examples/action.test.ts",
  "tests/cluster/once.test.ts",
  "tests/cli/asked.test.ts",
  "tests/fuzz/random-calls.test.ts",
  "tests/backup/under-load.test.ts",
  "tests/methods/openapi-linters.test.ts",
  "tests/guides/move.test.ts",
];
for (const path of LONGEST)
  if (!existsSync(join(PROJECT, path)))
    throw new Error(`tests/support/longest-first.ts names ${path}, which is not there`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const listed = new Set(LONGEST.map((path) => join(PROJECT, path)));
    const isListed = ({ moduleId }: TestSpecification) => listed.has(moduleId);
    // A worker serves the files of one project, one after the other.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((each) => each.project === project);
      return [...own.filter(isListed), ...own.filter((each) => !isListed(each))];
    });
  }
}
