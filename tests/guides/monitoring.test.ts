/** The board, the alert rules and the metrics reference name what there is, and Prometheus accepts the files. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { METRICS, metric, type MetricName } from "heliogram/operations/metric-table.ts";
import { faultsOf, type Declared } from "./promql.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const FILES = join(DOCS, "guides/monitoring");

const declared: ReadonlyMap<string, Declared> = new Map([
  // Prometheus makes it of each target.
  ["up", { type: "gauge", labels: [] }],
  ...Object.keys(METRICS).map((name): [string, Declared] => {
    const { type, labels = [] } = metric(name as MetricName);
    return [name, { type, labels }];
  }),
]);

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

interface Board {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

const alerts = (parse(readFileSync(join(FILES, "alerts.yml"), "utf8")) as Alerts).groups.flatMap(({ rules }) => rules);
const board = JSON.parse(readFileSync(join(FILES, "dashboard.json"), "utf8")) as Board;
const panels = board.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

test("each alert rule names metrics and labels that exist", () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const { alert, expr } of alerts) expect([alert, faultsOf(expr, declared)]).toEqual([alert, []]);
});

test("each query of the board names metrics and labels that exist", () => {
  expect(panels.length).toBeGreaterThan(30);
  for (const { title, expr } of panels) expect([title, faultsOf(expr, declared)]).toEqual([title, []]);
});

test("the board shows every metric, but what says something of another one", () => {
  const shown = panels.map(({ expr }) => expr).join(" ");
  const beside = ["heliogram_info", "heliogram_ready", "heliogram_rate_limit_buckets", "heliogram_link_previews_total"];
  beside.push("heliogram_maintenance_rounds_total", "heliogram_lease_takeovers_total", "process_start_time_seconds");
  beside.push("heliogram_redis_up", "heliogram_redis_limits_up", "nodejs_gc_runs_total");
  expect(Object.keys(METRICS).filter((name) => !shown.includes(name) && !beside.includes(name))).toEqual([]);
});

describe("a wrong query is found", () => {
  test.each([
    ["heliogram_no_such_metric > 1", "there is no metric heliogram_no_such_metric"],
    ['heliogram_requests_total{verb="GET"}', "heliogram_requests_total has no label verb"],
    ["sum by (method) (heliogram_requests_total)", "no metric of the query has the label method"],
    ["rate(heliogram_request_duration_seconds[5m])", "heliogram_request_duration_seconds is a histogram"],
    ["heliogram_connections_bucket", "there is no metric heliogram_connections_bucket"],
    ["rate(heliogram_connections[5m])", "heliogram_connections is a gauge: it has no rate"],
    ["sum(heliogram_requests_total) > 5", "heliogram_requests_total is a counter: it needs a rate"],
  ])("%s", (query, fault) => {
    expect(faultsOf(query, declared).join("; ")).toContain(fault);
  });
});

test("the reference lists exactly the metrics that there are", () => {
  const text = readFileSync(join(DOCS, "reference/metrics.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows
    .filter((row) => /^\| `(heliogram|process|nodejs)_/.test(row))
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
  const expected = (Object.keys(METRICS) as MetricName[]).map((name) => {
    const { type, labels = [], help } = metric(name);
    return [name, type, labels.join(", "), help];
  });
  expect(cells).toEqual(expected);
});

const hasPromtool = spawnSync("promtool", ["--version"], { stdio: "ignore" }).error === undefined;

describe.skipIf(!hasPromtool && process.env.CI === undefined)("promtool", () => {
  function promtool(...args: string[]): { readonly status: number | null; readonly output: string } {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: FILES, encoding: "utf8" });
    return { status, output: stdout + stderr };
  }

  test("accepts the rules and the configuration", () => {
    const rules = promtool("check", "rules", "alerts.yml");
    expect([rules.status, rules.output]).toEqual([0, expect.stringContaining(`SUCCESS: ${alerts.length} rules found`)]);
    expect(promtool("check", "config", "prometheus.yml")).toMatchObject({ status: 0 });
  });

  test("fires the rules when it should, and not before", () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-rules-"));
    try {
      cpSync(join(FILES, "alerts.yml"), join(dir, "alerts.yml"));
      cpSync(new URL("./alerts.test.yml", import.meta.url), join(dir, "alerts.test.yml"));
      expect(promtool("test", "rules", join(dir, "alerts.test.yml"))).toMatchObject({ status: 0 });
      const wrong = readFileSync(join(dir, "alerts.test.yml"), "utf8").replaceAll(
        "alertname: HeliogramDown",
        "alertname: Other",
      );
      writeFileSync(join(dir, "alerts.test.yml"), wrong);
      expect(promtool("test", "rules", join(dir, "alerts.test.yml")).status).not.toBe(0);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
