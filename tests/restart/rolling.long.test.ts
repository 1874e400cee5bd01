/** Three nodes behind HAProxy, restarted one after another: no request fails. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, inject, test } from "vitest";
import { freePort } from "../../tools/free-port.ts";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { end } from "../support/programs.ts";
import { until } from "../support/until.ts";
import { report, restartUnderTraffic } from "./restarts.ts";
import { SupervisedService } from "./supervised-service.ts";

const GUIDE = new URL("../../docs/guides/configurations/haproxy.cfg", import.meta.url);
const NODES = 3;
const ROUNDS = 3;
const REQUESTS = 20_000;
const isThere = spawnSync("haproxy", ["-v"], { stdio: "ignore" }).error === undefined;

/** The guide's configuration, without TLS. */
function configuration(port: number, nodes: readonly string[]): string {
  const values = {
    "bind :443 ssl crt /etc/ssl/chat.pem": `bind 127.0.0.1:${port}`,
    "maxconn 20000": "maxconn 200",
    // A busy test machine may answer several checks late.
    "fall 2": "fall 100",
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
  const folder = mkdtempSync(join(tmpdir(), "heliogram-rolling-"));
  let database: string;
  let balancer: ChildProcess;
  afterEach(async () => {
    await end(balancer, "SIGTERM");
    for (const node of nodes.toReversed()) await node.stop();
    await giveBackDatabase(database);
    rmSync(folder, { recursive: true });
  });

  test("no request fails over rolling restarts", { timeout: 600_000 }, async () => {
    database = await takeDatabase();
    const first = await SupervisedService.start({ database });
    nodes.push(first);
    while (nodes.length < NODES) nodes.push(await first.join({ database }));
    const port = await freePort();
    const file = join(folder, "haproxy.cfg");
    writeFileSync(
      file,
      configuration(
        port,
        nodes.map((node) => node.url),
      ),
    );
    balancer = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
    const url = `http://127.0.0.1:${port}`;
    await until(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      "the balancer",
    );
    let next = 0;
    const restart = () => nodes[next++ % NODES]!.restart();
    const restarts = NODES * ROUNDS;
    const noticed = await restartUnderTraffic(
      { url, cast: first.cast, restart },
      { restarts, each: REQUESTS / (restarts + 1) },
    );
    report("rolling", noticed);
    expect([noticed.failures, noticed.wrongTexts]).toEqual([[], []]);
  });
});
