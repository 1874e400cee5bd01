/** Measures what developer mode costs: `sendMessage` with it, without it, and by `heliogram serve`, in one run. */
import { ratios, inRounds } from "../rounds.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { exchange } from "../scenarios/requests.ts";
import { quantile } from "../statistics.ts";
import { startEcho } from "../targets/forked-targets.ts";
import { startHeliogram, type Command } from "../targets/heliogram.ts";
import type { Benchmark, BenchmarkOptions, BenchmarkResult, ThresholdResult } from "./benchmark.ts";
import { measure } from "./calls.ts";
import { BASELINE, summarize, tableOf, type Sample } from "./summary-rows.ts";

const SERVE: Command = "serve";
const OFF: Command = "dev --no-developer";
const ON: Command = "dev";

interface Limits {
  /** The least throughput with developer mode, relative to that without it. */
  readonly on: number;
  /** That of `dev --no-developer`, relative to `serve`. */
  readonly off: number;
}

export function developerMode(scenario: Scenario, limits: Limits): Benchmark {
  return { name: `developer mode: ${scenario.name}`, run: (options) => run(scenario, limits, options) };
}

async function run(scenario: Scenario, limits: Limits, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const echo = await startEcho();
  const services = await Promise.all([SERVE, OFF, ON].map((command) => startHeliogram({ command })));
  const [{ port, accounts }] = services as [(typeof services)[0]];
  echo.setResponse(await exchange(port, scenario.requests(accounts)[0]!));
  const targets = [echo, ...services];
  // Without the traffic beside it: that of all services would run all the time.
  const samples = await inRounds(targets, options.rounds, (target) => measure(scenario, target, options));
  for (const target of targets) await target.stop();
  const rows = targets.map(({ name }) => summarize(name, samples.get(name)!, samples.get(BASELINE)!));
  const cpu = (name: string) => rows.find(({ target }) => target === name)!.cpu_us.toFixed(0);
  return {
    table: tableOf(rows),
    notes: [`CPU for a message: ${cpu(ON)} µs with developer mode, ${cpu(OFF)} µs without, ${cpu(SERVE)} µs in serve`],
    errors: rows.filter(({ refused }) => refused > 0).map(({ target, refused }) => `${target} failed ${refused} calls`),
    thresholds: [threshold(samples, ON, OFF, limits.on), threshold(samples, OFF, SERVE, limits.off)],
    figures: { rows },
  };
}

/** The ratios of the rounds. That two do the same is met if 1 is within their quartiles: a machine is not more exact. */
function threshold(
  samples: ReadonlyMap<string, readonly Sample[]>,
  target: Command,
  other: Command,
  limit: number,
): ThresholdResult {
  const rates = ratios(samples.get(target)!, samples.get(other)!, ({ per_second }) => per_second);
  const [median, low, high] = [quantile(rates), quantile(rates, 0.25), quantile(rates, 0.75)];
  return {
    name: `${target} keeps ${limit} of ${other}`,
    met: (limit === 1 ? high : median) >= limit,
    measured: `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  };
}
