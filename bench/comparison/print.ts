/** Comparisons as text. */
import { quantile } from "../statistics.ts";
import { ratioOf, type Comparison, type Ratio, type Sample } from "./sample.ts";

const TITLES = ["", "per s", "CPU µs", "serving", "workers", "others", "p50 ms", "p99 ms", "RSS MB", "rate", "CPU"];

/** The rows of one comparison: one for each build. The last two columns are ratios of the first build to this one. */
export function tableOf(comparison: Comparison): string[][] {
  const [first, ...others] = [...comparison.samples.keys()];
  const rows = [first!, ...others].map((name) => {
    const median = (of: (sample: Sample) => number) => quantile(comparison.samples.get(name)!.map(of));
    const ratio = (of: (sample: Sample) => number) =>
      name === first ? "" : formatRatio(ratioOf(comparison, first!, name, of));
    return [
      name,
      number(median(({ per_second }) => per_second)),
      number(median(({ cpu_us }) => cpu_us)),
      number(median(({ threads }) => threads.serving)),
      number(median(({ threads }) => threads.workers)),
      number(median(({ threads }) => threads.others)),
      median(({ p50_ms }) => p50_ms).toFixed(2),
      median(({ p99_ms }) => p99_ms).toFixed(1),
      median(({ rss_mb }) => rss_mb).toFixed(0),
      ratio(({ per_second }) => per_second),
      ratio(({ cpu_us }) => cpu_us),
    ];
  });
  return [TITLES, ...rows];
}

function formatRatio({ median, low, high }: Ratio): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}..${high.toFixed(2)})`;
}

/** Three digits that count. */
function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
