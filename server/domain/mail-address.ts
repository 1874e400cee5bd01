/** Mail addresses: which are accepted (behaviour.md §2). */

/** The longest address and the longest part before the `@` (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);
/** What the name of a host may be made of before it is converted: letters of any script, digits, hyphens, dots. */
const HOST = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

export interface MailAddress {
  /** In ASCII: of an internationalized domain the form with `xn--`. */
  readonly address: string;
  /** In lower case, by which addresses are compared. */
  readonly folded: string;
}

/**
 * Reads one address, without a display name. Quoted local parts, comments, addresses of hosts in brackets and letters
 * beyond ASCII before the `@` are refused: few servers deliver them, and each has served to smuggle a second address.
 * @param toAscii - converts an internationalized domain; "" if that is not possible
 */
export function parseMailAddress(text: string, toAscii: (domain: string) => string): MailAddress | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1 || trimmed.length > MAX_ADDRESS) return undefined;
  const local = trimmed.slice(0, at);
  const host = trimmed.slice(at + 1);
  if (local.length > MAX_LOCAL || !LOCAL.test(local) || !HOST.test(host)) return undefined;
  const domain = toAscii(host).toLowerCase();
  const address = `${local}@${domain}`;
  if (address.length > MAX_ADDRESS || !isDomain(domain)) return undefined;
  return { address, folded: address.toLowerCase() };
}

/** Two labels or more, of which the last is no number: `10.0.0.1` is the address of a host. */
function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!)
  );
}
