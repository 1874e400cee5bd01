/** Metrics of the process: processor time, memory, descriptors, the event loop and the garbage collector. */
import { readdirSync } from "node:fs";
import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from "node:perf_hooks";
import type { Metrics, Samples } from "../operations/metrics.ts";
import { descriptorLimit } from "./descriptor-limit.ts";

/** How often the delay of the event loop is sampled. */
const RESOLUTION_MS = 20;
const NS_PER_S = 1e9;
const US_PER_S = 1e6;

const GC_KINDS: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"],
]);

/** Observes the event loop and the garbage collector. What that costs is spent only where metrics are served. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #collections = new Map(Array.from(GC_KINDS.values(), (kind) => [kind, { runs: 0, seconds: 0 }]));
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) this.#count(entry);
  });
  #utilization = performance.eventLoopUtilization();

  constructor() {
    this.#delay.enable();
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  /** Adds the metrics of the process. */
  addTo(metrics: Metrics): void {
    metrics.read("process_cpu_seconds_total", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / US_PER_S;
    });
    metrics.read("process_resident_memory_bytes", () => process.memoryUsage.rss());
    metrics.read("process_start_time_seconds", () => performance.timeOrigin / 1000);
    metrics.read("process_open_fds", () => readdirSync("/proc/self/fd").length);
    metrics.read("process_max_fds", descriptorLimit);
    metrics.read("nodejs_heap_size_used_bytes", () => process.memoryUsage().heapUsed);
    metrics.read("nodejs_heap_size_total_bytes", () => process.memoryUsage().heapTotal);
    metrics.read("nodejs_external_memory_bytes", () => process.memoryUsage().external);
    metrics.read("nodejs_eventloop_lag_seconds", () => this.#lag());
    metrics.read("nodejs_eventloop_utilization", () => this.#busy());
    const collections = [...this.#collections];
    metrics.read("nodejs_gc_runs_total", () => collections.map(([kind, { runs }]) => [[kind], runs]));
    metrics.read("nodejs_gc_seconds_total", () => collections.map(([kind, { seconds }]) => [[kind], seconds]));
  }

  close(): void {
    this.#delay.disable();
    this.#observer.disconnect();
  }

  #count(entry: PerformanceEntry): void {
    const { duration, detail } = entry as PerformanceEntry & { readonly detail?: { readonly kind?: number } };
    const kind = detail?.kind;
    const counts = this.#collections.get(GC_KINDS.get(kind ?? 0) ?? "major")!;
    counts.runs += 1;
    counts.seconds += duration / 1000;
  }

  /** The delays since the last reading: beyond the interval in which they are sampled. */
  #lag(): Samples {
    const late_s = (ns: number) => Math.max(0, ns / NS_PER_S - RESOLUTION_MS / 1000);
    const [half, most, all] = [this.#delay.percentile(50), this.#delay.percentile(99), this.#delay.max];
    this.#delay.reset();
    return [
      [["0.5"], late_s(half)],
      [["0.99"], late_s(most)],
      [["1"], late_s(all)],
    ];
  }

  #busy(): number {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization);
    this.#utilization = now;
    return utilization;
  }
}
