/** Metrics in the Prometheus format. Labels are names and outcomes, never ids or credentials (metric-table.ts). */
import { Histogram, MAX_SERIES, OTHER, type Series } from "./histogram.ts";
import { METRICS, metric, type MetricName, type MetricOf } from "./metric-table.ts";

/** A value without labels, or values with those of each label, in the declared order. `undefined`: unknown now. */
export type Samples = number | undefined | Iterable<readonly [labels: readonly string[], value: number]>;

type After = (delay_ms: number, fire: () => void) => () => void;

/** A figure that takes longer is left out: who reads metrics waits for all of them. */
const DEADLINE_MS = 1000;

type Reader = () => Samples | Promise<Samples>;

/** Counts events by the value of one label. */
class Counted {
  readonly #counts = new Map<string, number>();

  add(label: string, count: number): void {
    const key = this.#counts.has(label) || this.#counts.size < MAX_SERIES ? label : OTHER;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  *read(): Generator<readonly [readonly string[], number]> {
    for (const [label, count] of this.#counts) yield [[label], count];
  }
}

export class Metrics {
  readonly #after: After;
  readonly #readers = new Map<MetricName, Reader>();
  readonly #histograms = new Map<MetricName, Histogram>();
  readonly #counted = new Map<MetricName, Counted>();
  /** Responses by API and status: every response is counted, so nothing is allocated for it. */
  readonly #answers = new Map<string, Map<number, number>>();

  /** @param after - calls `fire` once after a delay; returns what cancels that */
  constructor(after: After) {
    this.#after = after;
    this.read("heliogram_requests_total", () => this.#requests());
    this.read("heliogram_rate_limited_total", () => this.#refusals());
  }

  /** Counts a response. */
  answered(api: string, status: number): void {
    let counts = this.#answers.get(api);
    if (!counts) this.#answers.set(api, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** Sets how a counter or a gauge is read when metrics are collected. What is kept elsewhere is not counted twice. */
  read(name: MetricOf<"counter" | "gauge">, read: Reader): void {
    this.#readers.set(name, read);
  }

  /** Counts an event of a counter with one label. For what happens seldom. */
  count(name: MetricOf<"counter">, label: string, count = 1): void {
    let counted = this.#counted.get(name);
    if (!counted) {
      this.#counted.set(name, (counted = new Counted()));
      const kept = counted;
      this.read(name, () => kept.read());
    }
    counted.add(label, count);
  }

  histogram(name: MetricOf<"histogram">): Histogram {
    let histogram = this.#histograms.get(name);
    if (!histogram) {
      const { bounds = [], labels = [] } = metric(name);
      this.#histograms.set(name, (histogram = new Histogram(bounds, labels)));
    }
    return histogram;
  }

  /** All metrics, in the text format (version 0.0.4). What cannot be read at the moment is left out. */
  async text(): Promise<string> {
    const families = await Promise.all((Object.keys(METRICS) as MetricName[]).map((name) => this.#linesOf(name)));
    return `${families.flat().join("\n")}\n`;
  }

  async #linesOf(name: MetricName): Promise<string[]> {
    const { type, help } = metric(name);
    const histogram = this.#histograms.get(name);
    const samples = histogram
      ? [...histogram.all].flatMap((series) => seriesLines(name, series, histogram.bounds))
      : [];
    const reader = this.#readers.get(name);
    // A database that is away has no figures. The metric `heliogram_outage` tells that.
    if (reader) samples.push(...sampleLines(name, await this.#inTime(reader)));
    return samples.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
  }

  #inTime(reader: Reader): Promise<Samples> {
    return new Promise((resolve) => {
      const cancel = this.#after(DEADLINE_MS, () => resolve(undefined));
      Promise.try(reader).then(
        (samples) => {
          cancel();
          resolve(samples);
        },
        () => {
          cancel();
          resolve(undefined);
        },
      );
    });
  }

  *#requests(): Generator<readonly [readonly string[], number]> {
    for (const [api, counts] of this.#answers)
      for (const [status, count] of counts) yield [[api, String(status)], count];
  }

  *#refusals(): Generator<readonly [readonly string[], number]> {
    for (const [api, counts] of this.#answers) yield [[api], counts.get(429) ?? 0];
  }
}

function sampleLines(name: MetricName, samples: Samples): string[] {
  if (samples === undefined) return [];
  if (typeof samples === "number") return [`${name} ${shown(samples)}`];
  const { labels = [] } = metric(name);
  return Array.from(samples, ([values, value]) => `${name}${labelText(labels, values)} ${shown(value)}`);
}

function seriesLines(name: MetricName, { labels: values, counts, sum_s }: Series, bounds: Float64Array): string[] {
  const { labels = [] } = metric(name);
  const lines: string[] = [];
  let total = 0;
  for (const [bucket, count] of counts.entries()) {
    total += count;
    const bound = bucket < bounds.length ? shown(bounds[bucket]!) : "+Inf";
    lines.push(`${name}_bucket${labelText([...labels, "le"], [...values, bound])} ${total}`);
  }
  const own = labelText(labels, values);
  lines.push(`${name}_sum${own} ${shown(sum_s)}`, `${name}_count${own} ${total}`);
  return lines;
}

function labelText(labels: readonly string[], values: readonly string[]): string {
  if (labels.length === 0) return "";
  return `{${labels.map((label, i) => `${label}="${escaped(values[i]!)}"`).join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function shown(value: number): string {
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "NaN";
}
