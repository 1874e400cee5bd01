/** The addresses that `heliogram serve` and the admin commands print. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { externalAddresses } from "heliogram/runtime/listen.ts";
import { end, ended, said } from "../support/programs.ts";
import { PROGRAM } from "../support/program.ts";
import { until } from "../support/until.ts";

const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."))
  .map(({ address }) => address);

describe.each([
  ["every network", { HELIOGRAM_HOST: "0.0.0.0" }, ["localhost", ...OUTSIDE]],
  ["this machine alone", { HELIOGRAM_HOST: "127.0.0.1" }, ["127.0.0.1"]],
  [
    "an address of the operator's",
    { HELIOGRAM_HOST: "0.0.0.0", HELIOGRAM_PUBLIC_URL: "http://chat.lan" },
    ["chat.lan"],
  ],
])("on %s", (_where, settings, names) => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-serve-"));
  const env = {
    PATH: process.env.PATH,
    HELIOGRAM_DATA_DIR: dir,
    HELIOGRAM_PORT: "0",
    HELIOGRAM_DRAIN_SECONDS: "0",
    ...settings,
  };
  let service: ChildProcess;
  let output: string;
  beforeAll(async () => {
    service = spawn(process.execPath, [PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
    const links = new RegExp(`(?:/invite/\\S+\\n[^]*){${names.length}}`);
    output = await said(service, (text) => (links.test(text) ? text : undefined));
  });
  afterAll(async () => {
    await end(service, "SIGTERM");
    rmSync(dir, { recursive: true, force: true });
  });

  test("the owner's invitation link is printed for each address of the machine", async () => {
    const links = output.match(/\S+\/invite\/\S+/g)!;
    expect(links.map((link) => new URL(link).hostname)).toEqual(names);
    expect(new Set(links.map((link) => new URL(link).pathname)).size).toBe(1);
    const [, listening] = /listens on (\S+)/.exec(output)!;
    expect((await fetch(`${listening}/healthz`)).status).toBe(200);
    expect(output.includes("From other machines")).toBe(names.length > 1);
  });

  test("so is the link that resets a password", async () => {
    const run = (...args: string[]) => promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
    const created = promisify(execFile)(process.execPath, [PROGRAM, "person", "create", "bob"], { env });
    created.child.stdin!.end("correct horse\n");
    await created;
    const { link, elsewhere = [] } = JSON.parse((await run("person", "reset-password", "bob")).stdout);
    expect([link, ...elsewhere].map((each: string) => new URL(each).hostname)).toEqual(names);
  });
});

const INTERFACES = [
  { address: "::1", family: "IPv6", internal: true },
  { address: "fe80::1", family: "IPv6", internal: false },
  { address: "fd00::2", family: "IPv6", internal: false },
  { address: "127.0.0.1", family: "IPv4", internal: true },
  { address: "169.254.7.7", family: "IPv4", internal: false },
  { address: "192.0.2.2", family: "IPv4", internal: false },
] as const;

test.each([
  ["0.0.0.0", ["192.0.2.2"]],
  ["::", ["192.0.2.2", "fd00::2"]],
  ["127.0.0.1", []],
  ["192.0.2.2", []],
])("a service bound to %s is called %j by other machines", (bound, names) => {
  expect(externalAddresses(bound, INTERFACES)).toEqual(names);
});

/** What came of a request: its status, whether the connection is kept, and when it was over. */
interface Outcome {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
  readonly at_ms: number;
}

function ask(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: undefined, connection: undefined, body: "", at_ms: performance.now() });
    const req = get(url, { agent }, (res) => {
      let body = "";
      res.setEncoding("utf8").on("data", (text: string) => (body += text));
      const { statusCode: status, headers } = res;
      res.on("end", () => resolve({ status, connection: headers.connection, body, at_ms: performance.now() }));
      res.on("error", failed);
    });
    req.on("error", failed);
  });
}

test("on SIGTERM under load, no call fails while the service drains", async () => {
  const drain_s = 1;
  const dir = mkdtempSync(join(tmpdir(), "heliogram-drain-"));
  const settings = { HELIOGRAM_DATA_DIR: dir, HELIOGRAM_PORT: "0", HELIOGRAM_HOST: "127.0.0.1" };
  const env = { PATH: process.env.PATH, ...settings, HELIOGRAM_DRAIN_SECONDS: String(drain_s) };
  const service = spawn(process.execPath, [PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const url = await said(service, (text) => /listens on (\S+)/.exec(text)?.[1]);
  const agent = new Agent({ keepAlive: true });
  const failures: Outcome[] = [];
  let answered = 0;
  const load = async (path: string) => {
    for (;;) {
      const outcome = await ask(url + path, agent);
      if (outcome.status === undefined) return failures.push(outcome);
      answered += 1;
    }
  };
  const loads = ["/bot1:no_such_token/getMe", "/bot1:no_such_token/getMe", "/healthz"].map(load);
  await until(() => answered >= 100, "100 answers");

  const signalled_ms = performance.now();
  service.kill("SIGTERM");
  const ready = await until(async () => {
    const answer = await ask(`${url}/readyz`, agent);
    return answer.status === 200 ? undefined : answer;
  }, "an answer that the service drains");
  expect(ready).toMatchObject({ status: 503, connection: "close" });
  expect(JSON.parse(ready.body)).toMatchObject({ ok: false, reason: "draining" });
  expect(await ask(`${url}/bot1:no_such_token/getMe`, agent)).toMatchObject({ status: 401, connection: "close" });
  const before = answered;
  await Promise.all(loads);
  expect(answered).toBeGreaterThan(before);
  for (const { at_ms } of failures) expect(at_ms - signalled_ms).toBeGreaterThan(drain_s * 1000);
  await ended(service);
  expect(service.exitCode).toBe(0);
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
});
