/** The plug-in of pytest and the example bot in Python, with Debian's pytest and python-telegram-bot. */
import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The first Python may be another than that of the system's packages. */
const PYTHON = ["python3", "/usr/bin/python3"].find(
  (each) => spawnSync(each, ["-W", "ignore", "-c", "import pytest, telegram.ext"]).status === 0,
);
if (PYTHON === undefined) {
  const missing = "the tests in Python need python3-pytest and python3-python-telegram-bot";
  if (process.env.CI === "true") throw new Error(missing);
  process.stderr.write(`${missing}: they are skipped\n`);
}

const run = async (args: readonly string[]): Promise<string> => {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PYTHONPATH: path("testkit-python"),
    PYTHONDONTWRITEBYTECODE: "1",
    HELIOGRAM_COMMAND: `${process.execPath} ${path("server/heliogram.js")}`,
    HELIOGRAM_TIMEOUT_S: "30",
  };
  const { stdout } = await promisify(execFile)(PYTHON!, [...args], { env }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  return stdout;
};
const pytest = (...args: string[]) =>
  run(["-m", "pytest", "-p", "heliogram_testkit.plugin", "-p", "no:cacheprovider", "-W", "ignore", ...args]);

/** pytest itself refuses a folder without tests. */
const ALL_PASSED = /collected (\d+) items[^]*=+ \1 passed in /;

test.skipIf(PYTHON === undefined)("the plug-in", async () => {
  expect(await pytest(path("testkit-python"))).toMatch(ALL_PASSED);
});

test.skipIf(PYTHON === undefined)("the to-do list", async () => {
  expect(await pytest(path("examples/todo-bot"))).toMatch(ALL_PASSED);
});
