/** The package of the test kit, installed beside that of the service: under every test runner, with complete types. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { filesIn, Installation, release } from "./installation.ts";

const MINUTE_MS = 60_000;
vi.setConfig({ testTimeout: 10 * MINUTE_MS, hookTimeout: 15 * MINUTE_MS });

const PROJECT = new URL("../..", import.meta.url).pathname;
const TSC = join(PROJECT, "node_modules/typescript/bin/tsc");
const RUNNERS = ["vitest@5.1.1", "jest@30.5.2", "@types/jest@30.0.0"];

const BOT = `import { Bot } from "grammy";
export function echoBot(token, apiRoot) {
  const bot = new Bot(token, { client: { apiRoot } });
  bot.on("message:text", (ctx) => ctx.reply("You said " + ctx.message.text));
  return bot;
}
`;
/** The body of each test: one that passes, and one that must fail. */
const TESTS = `
test("echoes", async () => {
  await using h = await startHeliogram();
  h.run(echoBot(h.bot().token, h.url));
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply("You said /start", { to: "alice" });
  await expect(h.bot()).not.toReply(/never/);
  await h.snapshots.save("greeted");
  await h.person("alice").send("Hi");
  await expect(h.bot()).toReply("You said Hi");
  await h.snapshots.restore("greeted");
  if ((await h.person("alice").messages()).length !== 2) throw new Error("the world is not as it was");
});
test("fails", async () => {
  await using h = await startHeliogram({ timeout: 300 });
  h.run(echoBot(h.bot().token, h.url));
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply("Hello");
});
`;
const KIT = `import { startHeliogram } from "@heliogram/testkit";\nimport { echoBot } from "./bot.js";\n`;
const OF_RUNNERS = {
  vitest: `import "@heliogram/testkit/vitest";\nimport { expect, test } from "vitest";\n${KIT}${TESTS}`,
  jest: `import "@heliogram/testkit/jest";\n${KIT}${TESTS}`,
  node: `import { expect } from "@heliogram/testkit";\nimport { test } from "node:test";\n${KIT}${TESTS}`,
};

const installed = new Installation();
let node24: string;

beforeAll(async () => {
  const { heliogram, testkit } = await release();
  await installed.install(heliogram, testkit, "grammy@1.46.0", ...RUNNERS);
  node24 = await installed.installOldestNode();
  writeFileSync(join(installed.dir, "bot.js"), BOT);
  writeFileSync(
    join(installed.dir, "bot.d.ts"),
    'export function echoBot(token: string, apiRoot: string): import("@heliogram/testkit").BotProgram;\n',
  );
  writeFileSync(join(installed.dir, "vitest.test.js"), OF_RUNNERS.vitest);
  writeFileSync(join(installed.dir, "jest.spec.js"), OF_RUNNERS.jest);
  writeFileSync(join(installed.dir, "node.js"), OF_RUNNERS.node);
});
afterAll(() => installed.close());

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a test runner, whose second test fails. @returns what it says */
async function runTests(node: string, args: readonly string[]): Promise<string> {
  const ended = await installed.run(node, args, { NO_COLOR: "1", HELIOGRAM_TIMEOUT_MS: "30000" }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended,
  );
  const output = `${ended.stdout}${ended.stderr}`;
  expect(ended.code, output).toBe(1);
  expect(output).toContain('test_bot did not reply "Hello" within 0.3 s.');
  expect(output).toContain("test_bot → alice: You said /start");
  return output;
}

describe.each(["this Node", "Node 24"])("with %s", (name) => {
  const node = () => (name === "Node 24" ? node24 : process.execPath);

  test("vitest", async () => {
    const output = await runTests(node(), [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--testTimeout=120000",
      "vitest.test.js",
    ]);
    expect(output).toMatch(/1 failed \| 1 passed/);
  });

  test("jest", async () => {
    const output = await runTests(node(), [
      "--experimental-vm-modules",
      "node_modules/jest/bin/jest.js",
      "jest.spec.js",
    ]);
    expect(output).toMatch(/1 failed, 1 passed/);
  });

  test("node:test", async () => {
    const output = await runTests(node(), ["--test", "--test-reporter=tap", "node.js"]);
    expect(output).toMatch(/^# pass 1\n# fail 1$/m);
  });
});

test("the expectations have types in every test runner", async () => {
  const wrong = "\n// @ts-expect-error\nvoid (async () => expect((await startHeliogram()).bot()).toReply(1));\n";
  const names = Object.entries(OF_RUNNERS).map(([runner, text]) => {
    writeFileSync(join(installed.dir, `${runner}-types.ts`), text + wrong);
    return `${runner}-types.ts`;
  });
  const flags = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2024"];
  await installed.install("@types/node@26.6.6");
  const lib = ["--lib", "esnext,dom"];
  await installed.run(process.execPath, [TSC, ...flags, ...lib, "--types", "jest,node", "--skipLibCheck", ...names]);
  // Without the runners' types, those of the kit itself have no error.
  await installed.run(process.execPath, [TSC, ...flags, ...lib, "--types", "node", "node-types.ts"]);
});

test("nothing of the machine that made it, and the version of the service", () => {
  const root = join(installed.dir, "node_modules/@heliogram/testkit");
  const named = filesIn(root).filter((path) => readFileSync(join(root, path), "utf8").includes(PROJECT));
  expect(named).toEqual([]);
  const { version, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  expect(peerDependencies.heliogram).toBe(version);
});

test("publint and arethetypeswrong find nothing", async () => {
  const checks = new Installation();
  try {
    await checks.install("publint@0.3.25", "@arethetypeswrong/cli@0.18.5");
    const bin = (name: string) => join(checks.dir, "node_modules/.bin", name);
    const tgz = (await release()).testkit;
    await checks.run(process.execPath, [bin("publint"), "--strict", tgz]);
    await checks.run(process.execPath, [bin("attw"), "--profile", "esm-only", tgz]);
  } finally {
    await checks.close();
  }
});
