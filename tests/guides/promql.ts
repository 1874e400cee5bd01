/** Finds metrics and labels in queries of Prometheus that do not exist, as far as a text shows them. */

export interface Declared {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
}

/** Labels that Prometheus gives to every metric. */
const OF_TARGETS = ["instance", "job"];
const WORDS = new Set([
  "and",
  "or",
  "unless",
  "bool",
  "offset",
  "by",
  "without",
  "on",
  "ignoring",
  "group_left",
  "group_right",
]);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const RATES = /\b(?:rate|irate|increase)\($/;
const NAME = /([a-z_:][\w:]*)\s*(?:\{([^}]*)\})?/gi;

/** @returns what is wrong with a query, in sentences */
export function faultsOf(query: string, declared: ReadonlyMap<string, Declared>): string[] {
  const faults: string[] = [];
  const grouped: string[] = [];
  const plain = query.replaceAll(GROUPING, (_all, labels: string) => {
    grouped.push(...labels.split(",").map((label) => label.trim()));
    return " ";
  });
  const known = new Set([...OF_TARGETS, "le"]);
  for (const { 0: all, 1: name = "", 2: matchers = "", index } of withoutRanges(plain).matchAll(NAME)) {
    const after = withoutRanges(plain)
      .slice(index + all.length)
      .trimStart();
    if (WORDS.has(name) || after.startsWith("(")) continue;
    const before = withoutRanges(plain).slice(0, index);
    const found = familyOf(name, declared);
    if (!found) {
      faults.push(`there is no metric ${name}`);
      continue;
    }
    for (const label of found.labels) known.add(label);
    faults.push(...misuse(name, found.type, RATES.test(before)));
    for (const [, label = ""] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      if (!found.labels.includes(label) && !OF_TARGETS.includes(label)) faults.push(`${name} has no label ${label}`);
  }
  for (const label of grouped) if (!known.has(label)) faults.push(`no metric of the query has the label ${label}`);
  return faults;
}

function withoutRanges(query: string): string {
  return query.replaceAll(/\[[^\]]*\]/g, "");
}

/** The metric of a name in a query; those of a histogram are its buckets, its sum and its count, which are counters. */
function familyOf(name: string, declared: ReadonlyMap<string, Declared>): Declared | undefined {
  const own = declared.get(name);
  if (own) return own;
  const [, base = ""] = /^(.+)_(?:bucket|sum|count)$/.exec(name) ?? [];
  const histogram = declared.get(base);
  if (histogram?.type !== "histogram") return undefined;
  return { type: "counter", labels: name.endsWith("_bucket") ? [...histogram.labels, "le"] : histogram.labels };
}

function misuse(name: string, type: Declared["type"], isRate: boolean): string[] {
  if (type === "histogram") return [`${name} is a histogram: its buckets are ${name}_bucket`];
  if (type === "gauge" && isRate) return [`${name} is a gauge: it has no rate`];
  if (type === "counter" && !isRate) return [`${name} is a counter: it needs a rate`];
  return [];
}
