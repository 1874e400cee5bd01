/** What `/etc/resolv.conf` says beyond the addresses of servers: the names to ask for (resolv.conf(5)). */

export interface ResolvConf {
  /** Domains that complete a short name, in order. */
  readonly search: readonly string[];
  /** A name with fewer dots is completed before it is asked for as it is. */
  readonly ndots: number;
}

const MAX_SEARCH = 6;
const MAX_NDOTS = 15;

export function readResolvConf(text: string): ResolvConf {
  let search: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split("\n")) {
    const [keyword, ...words] = line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/);
    if (keyword === "search" || keyword === "domain") search = words.slice(0, MAX_SEARCH).map(withoutFinalDot);
    if (keyword !== "options") continue;
    for (const word of words) if (/^ndots:\d+$/.test(word)) ndots = Math.min(Number(word.slice(6)), MAX_NDOTS);
  }
  return { search: search.filter((domain) => domain !== ""), ndots };
}

/** The names to ask for, one after another. A name that ends with a dot is complete. */
export function candidatesOf(name: string, { search, ndots }: ResolvConf): readonly string[] {
  if (name.endsWith(".")) return [withoutFinalDot(name)];
  const completed = search.map((domain) => `${name}.${domain}`);
  return name.split(".").length - 1 >= ndots ? [name, ...completed] : [...completed, name];
}

export function withoutFinalDot(name: string): string {
  return name.replace(/\.$/, "");
}
