/** Which addresses the service may call: not its own network, unless the operator lists it (behaviour.md §6). */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export interface EgressRules {
  /** CIDR blocks that are allowed although they are not public. */
  readonly allow: readonly string[];
  /** Everything is allowed: for developers' own machines. */
  readonly allow_everything: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an address that was connected to, or is about to be, may be called. */
export function isAllowed(text: string, rules: EgressRules): boolean {
  if (rules.allow_everything) return true;
  if (!ipaddr.isValid(text)) return false;
  const address = embedded(ipaddr.parse(text));
  if (rules.allow.some((block) => isIn(address, block))) return true;
  return address.range() === "unicast";
}

/** The IPv4 address that some IPv6 addresses carry: it is where the packets go in the end. */
function embedded(address: Address): Address {
  if (address.kind() === "ipv4") return address;
  const six = address as ipaddr.IPv6;
  if (six.isIPv4MappedAddress()) return six.toIPv4Address();
  const bytes = six.toByteArray();
  const range = six.range();
  if (range === "rfc6052") return new ipaddr.IPv4(bytes.slice(12));
  if (range === "6to4") return new ipaddr.IPv4(bytes.slice(2, 6));
  return address;
}

function isIn(address: Address, block: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(block);
  return base.kind() === address.kind() && address.match(base as never, bits);
}

/** Refused for its network: whoever runs the service can allow it. */
export const NOT_ALLOWED =
  "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW";

/**
 * Why an address cannot be called, as far as can be told before connecting; `null` where nothing speaks against it.
 * A name may still lead to a refused address: that is checked with every connection.
 */
export function checkUrl(text: string, rules: EgressRules): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return "the address is not valid";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return "only http and https addresses can be used";
  if (url.username !== "" || url.password !== "") return "the address must not hold a user name or a password";
  const literal = literalOf(url);
  return literal === undefined ? null : checkAddress(literal, rules);
}

/** Why an IP address cannot be called, or `null`. */
export function checkAddress(text: string, rules: EgressRules): string | null {
  if (isIP(text) === 0) return "the IP address is not valid";
  return isAllowed(text, rules) ? null : NOT_ALLOWED;
}

/** The address a URL names by its number; `undefined` for a name. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}
