/** Where a request comes from: whoever is connected, or whom the operator's own proxies name in their place. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Tells the network address of a request's client. Of IPv6 it is the network, which is what one customer is given. */
export type ClientAddress = (req: Pick<IncomingMessage, "headers" | "socket">) => string;

/** @param proxies - CIDR blocks of the proxies whose `X-Forwarded-For` is believed */
export function clientAddress(proxies: readonly string[]): ClientAddress {
  const known = blocks(proxies);
  const isProxy = (address: string) => known.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return ({ headers, socket }) => {
    let address = plain(socket.remoteAddress ?? "");
    // Each proxy adds at the end whom it was asked by; what stands before the first unknown one may be made up.
    const named = String(headers["x-forwarded-for"] ?? "").split(",");
    while (isIP(address) !== 0 && isProxy(address)) {
      const before = plain(named.pop()?.trim() ?? "");
      if (isIP(before) === 0) break;
      address = before;
    }
    return isIPv6(address) ? network(address) : address;
  };
}

function blocks(list: readonly string[]): BlockList {
  const known = new BlockList();
  for (const block of list) {
    const [base = "", bits] = block.split("/");
    known.addSubnet(base, Number(bits), isIPv6(base) ? "ipv6" : "ipv4");
  }
  return known;
}

/** An IPv4 address that comes in the clothes of IPv6 is one all the same. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The first 64 bits. */
function network(address: string): string {
  const [head = "", tail] = address.split("%", 1)[0]!.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: gap }, () => "0"), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
