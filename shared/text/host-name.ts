/** Decides whether a host of an address that was found in a text is a real one. */
import tlds from "tlds" with { type: "json" };

/** The top-level domains of IANA, and the one that is reserved for Tor (RFC 7686). */
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set([...tlds, "onion"]);
const MAX_LABEL = 63;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/;

/**
 * Whether the text is an IPv4 address or a name with two labels or more. Without a scheme before it, the last label must
 * be a top-level domain: `index.ts` is a name of a file.
 */
export function isHostName(host: string, hasScheme: boolean): boolean {
  const labels = host.split(".");
  if (labels.length < 2 || !labels.every(isLabel)) return false;
  if (/^[\d.]*$/.test(host)) return IPV4.test(host);
  // Underscores are for names below a domain, as in `my_app.example.com`.
  if (labels.at(-2)!.includes("_")) return false;
  const last = labels.at(-1)!;
  if (last.startsWith("xn--")) return /^xn--[a-z\d]{2,}$/i.test(last);
  return last.length > 1 && !/[-_]/.test(last) && (hasScheme || isTopLevelDomain(last));
}

function isLabel(label: string): boolean {
  return label !== "" && label.length <= MAX_LABEL && !label.endsWith("-");
}

/** `example.Org` is the end of a sentence and the begin of the next one. */
function isTopLevelDomain(label: string): boolean {
  const lower = label.toLowerCase();
  if (lower !== label && lower.slice(1) === label.slice(1)) return false;
  return TOP_LEVEL_DOMAINS.has(lower);
}
