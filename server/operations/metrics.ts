/** Metrics in Prometheus' form. Labels are names of methods and outcomes, never ids or credentials. */
import { Counter, Gauge, Registry } from "prom-client";

export class Metrics {
  readonly #registry = new Registry();
  /** How many answers each face has given, by their status. Counted here: a metric looks up its labels every time. */
  readonly #answers = new Map<string, Map<number, number>>();

  constructor() {
    const answers = this.#answers;
    const requests = new Counter({
      name: "heliogram_requests_total",
      help: "Requests answered, by face and status.",
      labelNames: ["face", "status"] as const,
      registers: [this.#registry],
      collect() {
        requests.reset();
        for (const [face, counts] of answers) {
          for (const [status, count] of counts) requests.inc({ face, status }, count);
        }
      },
    });
  }

  /** Counts an answer of a face. */
  answered(face: string, status: number): void {
    let counts = this.#answers.get(face);
    if (!counts) this.#answers.set(face, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
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
