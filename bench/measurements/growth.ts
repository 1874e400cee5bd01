/** Measures what grows with the store: everything on a small one and on a large one. */
import type { Figure, Gauge } from "../growth/gauge.ts";
import { grow, large, SMALL, type Grown, type Size } from "../growth/grown.ts";
import type { Finding, Measurement, Setting, Verdict } from "./measurement.ts";

/** Each store is filled, measured and gone before the next: they would share the machine. */
export function growth(gauges: readonly Gauge[]): Measurement {
  return { name: "growth", run: (setting) => run(gauges, setting) };
}

async function run(gauges: readonly Gauge[], { messages }: Setting): Promise<Finding> {
  const size = large(messages);
  const before = await measured(gauges, SMALL);
  const after = await measured(gauges, size);
  const rows = after.map((figure, i) => {
    const { what, unit, value } = figure;
    const most = mostOf(figure, before[i]!);
    return [`${what}, ${unit}`, shown(before[i]!.value), shown(value), most === undefined ? "" : shown(most)];
  });
  return {
    table: [["", `${SMALL.messages} messages`, `${messages} messages`, "aim"], ...rows],
    notes: [],
    faults: [],
    verdicts: after.flatMap((figure, i) => verdictsOf(figure, before[i]!)),
    figures: { small: { size: SMALL, figures: before }, large: { size, figures: after } },
  };
}

async function measured(gauges: readonly Gauge[], size: Size): Promise<Figure[]> {
  const grown: Grown = await grow(size);
  const figures: Figure[] = [];
  for (const gauge of gauges) figures.push(...(await gauge.measure(grown)));
  await grown.service.stop();
  return figures;
}

function mostOf({ at_most, at_most_times }: Figure, small: Figure): number | undefined {
  return at_most ?? (at_most_times === undefined ? undefined : at_most_times * small.value);
}

function verdictsOf(figure: Figure, small: Figure): Verdict[] {
  const { what, unit, value } = figure;
  const most = mostOf(figure, small);
  if (most === undefined) return [];
  return [
    { what: `${what}: at most ${shown(most)} ${unit}`, reached: value <= most, figure: `${shown(value)} ${unit}` },
  ];
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}
