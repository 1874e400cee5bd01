/** `npm run release` makes a package that can be installed into an empty folder, and does there what the checkout does. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call } from "../support/own-process.ts";
import { diskBytes, filesIn, Installation, processorMs, release } from "./installation.ts";
import { runMainJobs } from "./main-jobs.ts";

const MINUTE_MS = 60_000;
vi.setConfig({ testTimeout: 10 * MINUTE_MS, hookTimeout: 15 * MINUTE_MS });

const PROJECT = new URL("../..", import.meta.url).pathname;
const TSC = join(PROJECT, "node_modules/typescript/bin/tsc");
const MOST_BYTES = 60 * 1024 * 1024;
const MOST_FILES = 1000;
/** Processor time from the start of `heliogram dev` to the first answer of a bot. */
const MOST_START_MS = 1500;
const BIN = "node_modules/heliogram/dist/heliogram.js";

const installed = new Installation();
const checks = new Installation();
const nodes = new Map([["this Node", process.execPath]]);
let tgz: string;

beforeAll(async () => {
  tgz = (await release()).heliogram;
  await installed.install(tgz);
});
afterAll(() => Promise.all([installed.close(), checks.close()]));

/** Makes a world, sets it back and drops it; prints what its bot is answered on the way. */
const WORLDS = `import { startDev } from "heliogram";
const service = await startDev({ assistant: false });
const content = { people: [{ name: "Dora", username: "dora" }], bots: [{ name: "Shop", username: "shop_bot" }] };
const { world, people, bots, drop } = await service.newWorld(content);
const post = async (path, params) => {
  const body = JSON.stringify({ world, ...params });
  const response = await fetch(service.url + path, { method: "POST", headers: { "content-type": "application/json" }, body });
  return (await response.json()).result;
};
const call = (method, params) => post("/bot" + bots[0].token + "/" + method, params);
const commands = async () => (await call("getMyCommands"))?.length;
await post("/developer/saveSnapshot", { snapshot: "first" });
await call("setMyCommands", { commands: [{ command: "buy", description: "Buys" }] });
const said = [people[0].username, await commands()];
await post("/developer/restoreSnapshot", { snapshot: "first" });
said.push(await commands());
await drop();
said.push(await commands());
console.log(JSON.stringify(said));
await service.close();
`;

test("the release has checksums and a bill of materials, and the package the files to run it by", async () => {
  const dist = join(PROJECT, "dist");
  await promisify(execFile)("sha256sum", ["--check", "SHA256SUMS"], { cwd: dist });
  expect(readFileSync(join(dist, "SHA256SUMS"), "utf8")).toContain(".cdx.json\n");
  const sbom = JSON.parse(readFileSync(join(installed.root, "sbom.cdx.json"), "utf8"));
  const named = new Set(
    sbom.components.map(
      ({ group, name, version }: Record<string, string>) => `${group ? `${group}/` : ""}${name} ${version}`,
    ),
  );
  const licences = readFileSync(join(installed.root, "THIRD-PARTY-LICENSES.md"), "utf8");
  const bundled = Array.from(licences.matchAll(/^## (\S+ \d+\.\d+\.\d+\S*)$/gm), ([, each]) => each);
  expect(bundled.length).toBeGreaterThan(50);
  expect(bundled.filter((each) => !named.has(each))).toEqual([]);
  expect(filesIn(join(installed.root, "deploy")).toSorted()).toEqual([
    "Dockerfile",
    "compose-services.yaml",
    "compose.yaml",
    "heliogram.service",
    "heliogram.socket",
  ]);
});

interface Ended {
  readonly stderr: string;
}

interface DevWorld {
  readonly url: string;
  readonly bots: readonly { readonly token: string; readonly username: string }[];
}

const world = (output: string) => (output.endsWith("\n") ? (JSON.parse(output) as DevWorld) : undefined);

test("its size, and nothing in it of the machine that made it, of sources or of install scripts", () => {
  expect(diskBytes(installed.dir)).toBeLessThan(MOST_BYTES);
  expect(filesIn(installed.dir).length).toBeLessThan(MOST_FILES);
  const files = filesIn(installed.root);
  expect(files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "web/index.html", "examples/world.yaml"]));
  const machine = [PROJECT, join(tmpdir(), "heliogram"), `${homedir()}/`];
  const named = files.filter((path) => {
    const text = readFileSync(join(installed.root, path), "utf8");
    return machine.some((each) => text.includes(each));
  });
  expect(named).toEqual([]);
  const lock = readFileSync(join(installed.dir, "package-lock.json"), "utf8");
  expect(lock).not.toContain("hasInstallScript");
});

test("every program has a source map without the sources, and every bundled package its licence", () => {
  const files = filesIn(installed.root);
  const maps = files.filter((path) => path.endsWith(".js.map"));
  expect(maps.length).toBeGreaterThan(10);
  const sources = maps.flatMap((path) => {
    const map = JSON.parse(readFileSync(join(installed.root, path), "utf8")) as {
      sources: string[];
      sourcesContent?: [];
    };
    expect(map.sourcesContent).toBeUndefined();
    return map.sources;
  });
  expect(sources).toContain("../server/main.ts");
  const packages = new Set(sources.map((path) => /^\.\.\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
  packages.delete(undefined);
  expect(packages.size).toBeGreaterThan(20);
  const licences = readFileSync(join(installed.root, "THIRD-PARTY-LICENSES.md"), "utf8");
  for (const name of [...packages, "react", "tailwindcss"]) expect(licences).toContain(`## ${name} `);
});

test("publint and arethetypeswrong find nothing", async () => {
  await checks.install("publint@0.3.25", "@arethetypeswrong/cli@0.18.5");
  const bin = (name: string) => join(checks.dir, "node_modules/.bin", name);
  await checks.run(process.execPath, [bin("publint"), "--strict", tgz]);
  // The package has no CommonJS.
  await checks.run(process.execPath, [bin("attw"), "--profile", "esm-only", tgz]);
});

test("a program in TypeScript uses its interface", async () => {
  writeFileSync(
    join(installed.dir, "program.ts"),
    `import { startDev, type DevService, type Message } from "heliogram";
const service: DevService = await startDev({ assistant: false });
const response = await fetch(\`\${service.url}/bot\${service.bots[0]!.token}/getMe\`);
const message: Message | undefined = undefined;
console.log(response.status, message);
await service.close();
`,
  );
  const flags = ["--ignoreConfig", "--strict", "--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom"];
  await installed.run(process.execPath, [TSC, ...flags, "--types", "", "program.ts"]);
  const { stdout } = await installed.run(process.execPath, ["program.js"]);
  expect(stdout).toBe("200 undefined\n");
});

test("installed globally, the command is on the path", async () => {
  const prefix = join(checks.dir, "global");
  mkdirSync(prefix);
  await checks.npm("install", "--global", "--prefix", prefix, tgz);
  const { version } = JSON.parse(readFileSync(join(installed.root, "package.json"), "utf8")) as { version: string };
  const { stdout } = await checks.shell(process.execPath, `${join(prefix, "bin/heliogram")} --version`);
  expect(stdout).toBe(`${version}\n`);
});

test("every command of the pages for users can be pasted", async () => {
  const pages = ["README.md", "docs/start/install.md", "tools/release/heliogram-readme.md"];
  const commands = pages.flatMap((page) =>
    [...readFileSync(join(PROJECT, page), "utf8").matchAll(/^(?:npx )?heliogram ([^#\n]+)/gm)].map(([, args]) =>
      args!.trim(),
    ),
  );
  expect(new Set(commands)).toEqual(expect.objectContaining(new Set(["dev", "serve", "help"])));
  // The commands of a running `heliogram dev`, which is on its usual port where somebody pastes them.
  const dev = await installed.start(process.execPath, [BIN, "dev", "--json", "--port", "0"], {}, world);
  for (const args of new Set(commands)) {
    const words = args.split(" ");
    if (words[0] === "help") await installed.shell(process.execPath, `npx heliogram ${args}`);
    else if (words[0] !== "dev" && words[0] !== "serve")
      await installed.shell(process.execPath, `npx heliogram ${args} --url ${dev.found.url}`);
    else {
      const env = { HELIOGRAM_PORT: "0" };
      const port = words[0] === "dev" && !args.includes("--port") ? ["--port", "0"] : [];
      const listens = (output: string) => /listens on|"url"/.test(output) || undefined;
      await (await installed.start(process.execPath, [BIN, ...words, ...port], env, listens)).stop();
    }
  }
  await dev.stop();
});

describe.each(["this Node", "Node 24"])("with %s", (name) => {
  let node: string;
  beforeAll(async () => {
    if (!nodes.has(name)) nodes.set(name, await checks.installOldestNode());
    node = nodes.get(name)!;
  });

  test("a bot of heliogram dev answers soon", async () => {
    // The first start fills the compile cache.
    for (const isFirst of [true, false]) {
      const { found, child, stop, complaints } = await installed.start(
        node,
        [BIN, "dev", "--json", "--port", "0"],
        {},
        world,
      );
      await call(`${found.url}/bot${found.bots[0]!.token}/getMe`, {});
      expect(processorMs(child.pid!) ?? 0, isFirst ? "without a cache" : "with a cache").toBeLessThan(MOST_START_MS);
      await stop();
      expect(complaints()).toBe("");
    }
    expect(existsSync(join(installed.root, ".cache"))).toBe(true);
  });

  test("a program makes a world, sets it back and drops it", async () => {
    writeFileSync(join(installed.dir, "worlds.js"), WORLDS);
    const { stdout, stderr } = await installed.run(node, ["worlds.js"]);
    expect([JSON.parse(stdout), stderr]).toEqual([["dora", 1, 0, null], ""]);
  });

  test("traces name the lines of the sources", async () => {
    // The version cannot be read, which nothing expects.
    const path = join(installed.root, "package.json");
    renameSync(path, `${path}-away`);
    mkdirSync(path);
    try {
      const { stderr } = await installed.run(node, [BIN, "--version"]).catch((error: unknown) => error as Ended);
      const line = Number(/heliogram\/server\/runtime\/version\.ts:(\d+):/.exec(stderr)?.[1]);
      const source = readFileSync(join(PROJECT, "server/runtime/version.ts"), "utf8").split("\n");
      expect(source[line - 1], stderr).toContain("readFileSync(");
    } finally {
      rmdirSync(path);
      renameSync(`${path}-away`, path);
    }
  });

  test("heliogram serve does the main jobs", () => runMainJobs(installed, node, BIN));
});
