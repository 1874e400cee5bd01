/** The commands of the guide "Watch it", carried out line for line. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHECKS } from "heliogram/runtime/doctor/finding.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandFolder } from "../support/commands.ts";
import { startWorld, type TestService } from "../support/service.ts";

const GUIDES = join(import.meta.dirname, "../../docs/guides");
const GUIDE = readFileSync(join(GUIDES, "watch.md"), "utf8");
const SCRIPTS = Array.from(GUIDE.matchAll(/```sh\n([^`]*)```/g), ([, script]) => script!);
const LISTENER = "127.0.0.1:9464";

let t: TestService;
const commands = new CommandFolder();
beforeAll(async () => {
  t = await startWorld("memory", undefined, { metrics: false, metrics_address: "127.0.0.1:0" });
});
afterAll(async () => {
  await commands.close();
  await t.stop();
});

function scriptWith(begin: string): string {
  const script = SCRIPTS.find((each) => each.startsWith(begin));
  expect(script, `the guide has a script that begins with ${begin}`).toBeDefined();
  return script!;
}

async function carryOut(script: string, cwd = GUIDES): Promise<string> {
  return (await promisify(execFile)("sh", ["-ec", script], { cwd })).stdout;
}

test("all of its commands are carried out here, but those of OpenTelemetry, which need a registry", () => {
  const known = [
    "export HELIOGRAM_METRICS_ADDRESS",
    "curl",
    "promtool",
    "heliogram doctor",
    "grep",
    "npm install @opentelemetry",
  ];
  expect(SCRIPTS.map((script) => known.find((begin) => script.startsWith(begin)))).toEqual(known);
});

test("the guide explains each check of the doctor", () => {
  const [, table] = /\| Check +\| What it looks at +\|\n\|[- |]+\|\n((?:\|.*\n)*)/.exec(GUIDE)!;
  expect(Array.from(table!.matchAll(/^\| `([^`]+)`/gm), ([, check]) => check).toSorted()).toEqual(CHECKS.toSorted());
});

test("the address is a valid one, and the listener answers what the guide asks", async () => {
  const set = scriptWith("export HELIOGRAM_METRICS_ADDRESS");
  expect((await carryOut(`${set}\nprintf %s "$HELIOGRAM_METRICS_ADDRESS"`)).trim()).toBe(LISTENER);
  const script = scriptWith("curl");
  expect(script).toContain(`http://${LISTENER}/`);
  const said = await carryOut(script.replaceAll(`http://${LISTENER}`, t.service.metrics_url!));
  expect(said).toBe('{"ok":true}{"ok":true}heliogram_ready 1\n');
});

test("the trace id of an answer finds the line of the call", async () => {
  const answer = await t.bot("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "" });
  const dir = mkdtempSync(join(tmpdir(), "heliogram-log-"));
  try {
    writeFileSync(join(dir, "heliogram.log"), t.log.join(""));
    const script = scriptWith("grep").replace(/[0-9a-f]{32}/, answer.headers.get("x-trace-id")!);
    expect(JSON.parse(await carryOut(script, dir))).toMatchObject({ method: "sendMessage", status: 400 });
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("the doctor finds nothing wrong with a new service, and prints what the guide says of JSON", async () => {
  const env = { HELIOGRAM_MIN_FREE_MB: "0", HELIOGRAM_DATA_DIR: "data" };
  const [command, ...args] = scriptWith("heliogram doctor").trim().split(" ");
  expect(command).toBe("heliogram");
  const { code, stdout } = await commands.run(args, env);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok {7}settings: /)]);
  const json = JSON.parse((await commands.run(["doctor", "--json"], env)).stdout);
  expect(json.ok).toBe(true);
  expect(json.findings[0]).toEqual({ check: "settings", level: "ok", message: "the settings are valid" });
});

const hasPromtool = spawnSync("promtool", ["--version"], { stdio: "ignore" }).error === undefined;

test.skipIf(!hasPromtool && process.env.CI === undefined)("Prometheus accepts the files", async () => {
  expect(await carryOut(scriptWith("promtool"), join(GUIDES, "monitoring"))).toContain("SUCCESS");
});
