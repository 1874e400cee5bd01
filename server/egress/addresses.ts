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

/** All of IPv6 that IANA gives out as global unicast; the rest is special, or reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Prefixes whose last 32 bits are the IPv4 address that the packets go to: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052),
 * by which a host without IPv4 reaches public IPv4 addresses. Other forms (IPv4-compatible, 6to4, Teredo, NAT64 for
 * local use) are not in use for public receivers and are refused.
 */
const CARRIERS = ["::ffff:0:0/96", "64:ff9b::/96"].map((block) => ipaddr.IPv6.parseCIDR(block));

/** Public by the registries, but served by the host that a virtual machine runs on: Azure's metadata and wire server. */
const METADATA = new Set(["168.63.129.16"]);

/** Whether an address that was connected to, or is about to be, may be called. */
export function isAllowed(text: string, rules: EgressRules): boolean {
  if (rules.allow_everything) return true;
  if (!ipaddr.isValid(text)) return false;
  // The parser takes "::1.2.3.4" for "::ffff:1.2.3.4", which leads elsewhere.
  const address = embedded(ipaddr.parse(text.replace(/^::(?=\d+\.)/, "::0:")));
  return rules.allow.some((block) => isIn(address, block)) || isPublic(address);
}

/** Whether the IANA registries of special-purpose addresses leave an address to the public network. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || METADATA.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function embedded(address: Address): Address {
  if (address instanceof ipaddr.IPv4 || !CARRIERS.some((block) => address.match(block))) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
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
