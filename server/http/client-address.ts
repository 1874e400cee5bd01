/**
 * The network address of a request's client: the peer of the connection, or the one that the operator's proxies name.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Client } from "../methods/engine/client.ts";

/** A request, as far as it tells who has sent it. */
export type Requester = Pick<IncomingMessage, "headers" | "socket">;

/** Returns the network address of a request's client. */
export type ClientAddress = (req: Requester) => Client;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Proxies in a chain, at most. A longer `X-Forwarded-For` is forged. */
const MAX_HOPS = 16;

/** A list of CIDR blocks. */
export class CidrList {
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

/** The client of a request, found out when somebody asks: of most calls of bots nobody does. */
export class LazyClient implements Client {
  readonly #find: ClientAddress;
  readonly #from: Requester;

  constructor(find: ClientAddress, from: Requester) {
    this.#find = find;
    this.#from = from;
  }

  get address(): string {
    return this.#find(this.#from).address;
  }

  get network(): string {
    return this.#find(this.#from).network;
  }

  get user_agent(): string {
    return this.#from.headers["user-agent"] ?? "";
  }
}

/** The network under which an address is counted. */
export function networkOf(text: string | undefined): string {
  return networkOfAddress(read(text));
}

function networkOfAddress(address: Address | undefined): string {
  return address instanceof ipaddr.IPv6 ? network(address) : String(address ?? "");
}

/** @param proxies - CIDR blocks of the proxies whose `X-Forwarded-For` is trusted */
export function clientAddress(proxies: readonly string[]): ClientAddress {
  const known = new CidrList(proxies);
  return ({ headers, socket }) => {
    let address = socket.remoteAddress;
    // Each proxy appends the address of its peer. What stands before the first untrusted address may be forged.
    const named = String(headers["x-forwarded-for"] ?? "").split(",");
    for (let hops = 0; hops < MAX_HOPS && known.has(address); hops += 1) {
      const before = named.pop();
      if (!read(before)) break;
      address = before;
    }
    const client = read(address);
    const user_agent = headers["user-agent"] ?? "";
    return { address: String(client ?? ""), network: networkOfAddress(client), user_agent };
  };
}

/** IPv4-mapped IPv6 addresses are read as IPv4. Zone identifiers are local to this machine and are dropped. */
function read(text = ""): Address | undefined {
  const [address = ""] = text.trim().split("%", 1);
  // The parser alone would accept "1" as an address.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

/** The first 64 bits. */
function network({ parts }: ipaddr.IPv6): string {
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}
