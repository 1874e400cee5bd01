/** Three nodes behind HAProxy with the guide's file, restarted one after another in both ways of the guide: nobody notices. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { freePort } from "../../tools/free-port.ts";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { end } from "../support/programs.ts";
import { until } from "../support/until.ts";
import { expectUnnoticed, report, restartUnderTraffic } from "./restarts.ts";
import { SupervisedService } from "./supervised-service.ts";

const GUIDE = new URL("../../docs/guides/configurations/haproxy.cfg", import.meta.url);
const NODES = 3;
const RESTARTS = 20;
const REQUESTS = 200_000;
/** Between two restarts. Most requests run during the restarts. */
const REQUESTS_BETWEEN = 1000;
const STOPPED_MS = 3000;
const isThere = spawnSync("haproxy", ["-v"], { stdio: "ignore" }).error === undefined;

/** The guide's configuration, without TLS. */
function configuration(port: number, nodes: readonly string[]): string {
  const values = {
    "bind :443 ssl crt /etc/ssl/chat.pem": `bind 127.0.0.1:${port}`,
    "maxconn 20000": "maxconn 200",
    ...Object.fromEntries(nodes.map((url, n) => [`10.0.0.1${n + 1}:8080`, new URL(url).host])),
  };
  return Object.entries(values).reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replaceAll(from, to);
    },
    readFileSync(GUIDE, "utf8"),
  );
}

describe.runIf(inject("postgresUrl") !== "" && (isThere || process.env.CI !== undefined))("behind HAProxy", () => {
  const nodes: SupervisedService[] = [];
  let folder: string;
  let url: string;
  let database: string;
  let balancer: ChildProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "heliogram-rolling-"));
    database = await takeDatabase();
    while (nodes.length < NODES) {
      const settings = { HELIOGRAM_PORT: String(await freePort()), HELIOGRAM_DRAIN_SECONDS: "5" };
      const options = { database, settings };
      nodes.push(await (nodes[0]?.join(options) ?? SupervisedService.start(options)));
    }
    const port = await freePort();
    const file = join(folder, "haproxy.cfg");
    const addresses = nodes.map((node) => node.url);
    writeFileSync(file, configuration(port, addresses));
    balancer = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
    url = `http://127.0.0.1:${port}`;
    await until(() => isReady(url), "the balancer");
  });
  afterEach(async () => {
    await end(balancer, "SIGTERM");
    await Promise.all(nodes.slice(1).map((node) => node.stop()));
    await nodes[0]!.stop();
    nodes.length = 0;
    await giveBackDatabase(database);
    rmSync(folder, { recursive: true });
  });

  const servedBy = () => nodes.flatMap((node) => node.servedBy());

  test("nobody notices rolling restarts", { timeout: 1_500_000 }, async () => {
    let next = 0;
    const restart = async () => {
      const node = nodes[next % NODES]!;
      await (next++ % 2 === 0 ? node.restart() : node.stopAndStart());
      await until(() => isReady(node.url), "the node");
    };
    const noticed = await restartUnderTraffic(
      { url, cast: nodes[0]!.cast, database, restart, servedBy },
      { restarts: RESTARTS, each: REQUESTS_BETWEEN, requests: REQUESTS },
    );
    report("rolling", noticed);
    expectUnnoticed(noticed);
    expect(noticed.requests).toBeGreaterThanOrEqual(REQUESTS);
  });

  test("a node that is stopped for three seconds would be noticed", { timeout: 300_000 }, async () => {
    const pid = nodes[0]!.servedBy().at(-1)!;
    const restart = async () => {
      process.kill(pid, "SIGSTOP");
      await sleep(STOPPED_MS);
      process.kill(pid, "SIGCONT");
    };
    const noticed = await restartUnderTraffic(
      { url, cast: nodes[0]!.cast, database, restart, servedBy },
      { restarts: 1, each: 500 },
    );
    expect(() => expectUnnoticed({ ...noticed, failures: [] })).toThrow("to be less than");
  });
});

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
