/** Where a request comes from: whoever is connected, or whom the operator's own proxies name in their place. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Tells the network address of a request's client. */
export type ClientAddress = (req: Pick<IncomingMessage, "headers" | "socket">) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Proxies one behind the other, at most: a longer list was made up. */
const MAX_HOPS = 16;

/** A list of CIDR blocks. */
export class Networks {
  readonly #blocks = new BlockList();

  constructor(blocks: readonly string[]) {
    for (const block of blocks) {
      const [base, bits] = ipaddr.parseCIDR(block);
      this.#blocks.addSubnet(base.toString(), bits, base.kind());
    }
  }

  has(text: string | undefined): boolean {
    const address = read(text);
    return address !== undefined && this.#blocks.check(address.toString(), address.kind());
  }
}

/** What stands for an address where clients are counted. Of IPv6 it is the network, which is what one customer is given. */
export function networkOf(text: string | undefined): string {
  const address = read(text);
  return address instanceof ipaddr.IPv6 ? network(address) : String(address ?? "");
}

/** @param proxies - CIDR blocks of the proxies whose `X-Forwarded-For` is believed */
export function clientAddress(proxies: readonly string[]): ClientAddress {
  const known = new Networks(proxies);
  return ({ headers, socket }) => {
    let address = socket.remoteAddress;
    // Each proxy adds at the end whom it was asked by; what stands before the first unknown one may be made up.
    const named = String(headers["x-forwarded-for"] ?? "").split(",");
    for (let hops = 0; hops < MAX_HOPS && known.has(address); hops += 1) {
      const before = named.pop();
      if (!read(before)) break;
      address = before;
    }
    return networkOf(address);
  };
}

/** An IPv4 address that comes in the clothes of IPv6 is one all the same; zones are names of this machine's own. */
function read(text = ""): Address | undefined {
  const [address = ""] = text.trim().split("%", 1);
  // The parser alone would take "1" for an address as well.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

/** The first 64 bits. */
function network({ parts }: ipaddr.IPv6): string {
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}
