/** The addresses that outgoing requests may go to: public ones, and those the operator allows (behaviour.md §6). */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export interface EgressRules {
  /** CIDR blocks that are allowed in addition to public addresses. */
  readonly allow: readonly string[];
  /** Allows all addresses, for development. */
  readonly allow_everything: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The range of IPv6 that IANA allocates as global unicast; everything else is special-purpose or reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Prefixes whose last 32 bits are the IPv4 address to which packets go: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052), by
 * which a host without IPv4 reaches public IPv4 addresses. Other embeddings (IPv4-compatible, 6to4, Teredo, local NAT64)
 * are not used by public servers and are refused.
 */
const EMBEDDING_PREFIXES = ["::ffff:0:0/96", "64:ff9b::/96"].map((block) => ipaddr.IPv6.parseCIDR(block));

/** Public according to the registries, but served by the host of a virtual machine: Azure's metadata and wire server. */
const METADATA = new Set(["168.63.129.16"]);

/** Whether connections to an address are allowed. */
export function isAllowed(text: string, rules: EgressRules): boolean {
  if (rules.allow_everything) return true;
  if (!ipaddr.isValid(text)) return false;
  // The parser reads "::1.2.3.4" as "::ffff:1.2.3.4", which is a different address.
  const address = embeddedIPv4(ipaddr.parse(text.replace(/^::(?=\d+\.)/, "::0:")));
  return rules.allow.some((block) => isIn(address, block)) || isPublic(address);
}

/** Whether an address is public according to the IANA registries of special-purpose addresses. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || METADATA.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function embeddedIPv4(address: Address): Address {
  if (address instanceof ipaddr.IPv4 || !EMBEDDING_PREFIXES.some((block) => address.match(block))) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isIn(address: Address, block: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(block);
  return base.kind() === address.kind() && address.match(base as never, bits);
}

/** The message for an address that the operator can allow. */
export const NOT_ALLOWED =
  "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW";

/**
 * Why a URL is refused, as far as it is known before connecting; `null` if it is not. Host names are not resolved here:
 * every connection checks the address that its name resolves to.
 */
export function checkUrl(text: string, rules: EgressRules): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return "the address is not valid";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return "only http and https addresses can be used";
  const literal = literalOf(url);
  return literal === undefined ? null : checkAddress(literal, rules);
}

/** Why an IP address is refused; `null` if it is not. */
export function checkAddress(text: string, rules: EgressRules): string | null {
  if (isIP(text) === 0) return "the IP address is not valid";
  return isAllowed(text, rules) ? null : NOT_ALLOWED;
}

/** The IP address in a URL; `undefined` if it has a host name. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}
