/** Durations of calls by API, method and status. Every call is observed, so nothing is allocated for one. */
import { OTHER, type Histogram, type Series } from "./histogram.ts";

const OK = 200;

/** The series of one method. */
interface MethodSeries {
  readonly api: string;
  readonly method: string;
  /** By far most calls. */
  ok: Series | undefined;
  readonly failed: Map<number, Series>;
}

export class CallTimes {
  readonly #histogram: Histogram;
  readonly #declared: ReadonlySet<string>;
  readonly #apis = new Map<string, Map<string, MethodSeries>>();

  /** @param declared - the names of methods. What else a caller names counts as one */
  constructor(histogram: Histogram, declared: ReadonlySet<string>) {
    this.#histogram = histogram;
    this.#declared = declared;
  }

  observe(api: string, method: string, status: number, duration_ms: number): void {
    const methods = this.#apis.get(api) ?? this.#begin(api);
    const series = methods.get(method) ?? this.#add(methods, api, method);
    const counts = status === OK ? (series.ok ??= this.#of(series, OK)) : this.#failed(series, status);
    counts.observe(duration_ms / 1000);
  }

  #begin(api: string): Map<string, MethodSeries> {
    const methods = new Map<string, MethodSeries>();
    this.#apis.set(api, methods);
    return methods;
  }

  #add(methods: Map<string, MethodSeries>, api: string, name: string): MethodSeries {
    const method = name === "" || this.#declared.has(name) ? name : OTHER;
    const known = methods.get(method);
    if (known) return known;
    const series: MethodSeries = { api, method, ok: undefined, failed: new Map() };
    methods.set(method, series);
    return series;
  }

  #failed(series: MethodSeries, status: number): Series {
    let counts = series.failed.get(status);
    if (!counts) series.failed.set(status, (counts = this.#of(series, status)));
    return counts;
  }

  #of({ api, method }: MethodSeries, status: number): Series {
    return this.#histogram.of(api, method, String(status));
  }
}
