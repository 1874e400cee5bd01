/** Metrics in the Prometheus format. Labels are names and outcomes, never ids or credentials. */
import { Counter, Gauge, Registry } from "prom-client";

export class Metrics {
  readonly #registry = new Registry();
  /** Responses by API and status. They are counted in maps, because a labelled counter looks up its labels on each increment. */
  readonly #answers = new Map<string, Map<number, number>>();

  constructor() {
    const answers = this.#answers;
    const requests = new Counter({
      name: "heliogram_requests_total",
      help: "Requests answered, by API and status.",
      labelNames: ["api", "status"] as const,
      registers: [this.#registry],
      collect() {
        requests.reset();
        for (const [api, counts] of answers) {
          for (const [status, count] of counts) requests.inc({ api, status }, count);
        }
      },
    });
  }

  /** Counts a response. */
  answered(api: string, status: number): void {
    let counts = this.#answers.get(api);
    if (!counts) this.#answers.set(api, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  readonly deliveries = new Counter({
    name: "heliogram_webhook_attempts_total",
    help: "Webhook deliveries, by outcome.",
    labelNames: ["outcome"] as const,
    registers: [this.#registry],
  });

  readonly linkPreviews = new Counter({
    name: "heliogram_link_previews_total",
    help: "Pages that were to be fetched for previews of links, by outcome.",
    labelNames: ["outcome"] as const,
    registers: [this.#registry],
  });

  readonly maintenanceRounds = new Counter({
    name: "heliogram_maintenance_rounds_total",
    help: "Rounds of maintenance that have ended.",
    registers: [this.#registry],
  });

  /** Adds a gauge whose value is read when metrics are collected. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        gauge.set(read());
      },
    });
  }

  /** Adds a gauge with a value for each value of a label, read when metrics are collected. */
  gaugeBy(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        gauge.reset();
        for (const [key, value] of read()) gauge.set({ [label]: key }, value);
      },
    });
  }

  /** Adds a counter that is kept elsewhere and read when metrics are collected. */
  counter(name: string, help: string, read: () => number): void {
    const counter = new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /** All metrics, in the text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
