/** Metrics in Prometheus' form. Labels are names of methods and outcomes, never ids or credentials. */
import { Counter, Gauge, Registry } from "prom-client";

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: "heliogram_requests_total",
    help: "Requests answered, by face and status.",
    labelNames: ["face", "status"] as const,
    registers: [this.#registry],
  });
  /** Counting by labels looks them up every time: the few that there are stay at hand. */
  readonly #answers = new Map<string, { inc(): void }>();

  /** Counts an answer of a face. */
  answered(face: string, status: number): void {
    const key = `${face}${status}`;
    let counter = this.#answers.get(key);
    if (!counter) this.#answers.set(key, (counter = this.#requests.labels({ face, status })));
    counter.inc();
  }

  readonly deliveries = new Counter({
    name: "heliogram_webhook_attempts_total",
    help: "Webhook deliveries, by outcome.",
    labelNames: ["outcome"] as const,
    registers: [this.#registry],
  });

  /** Adds a value that is read when somebody looks. */
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

  /** Everything, as text. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
