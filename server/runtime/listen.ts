/** Binds the port and lists the addresses of the service. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, type NetworkInterfaceInfo } from "node:os";

export interface Address {
  /** For display. */
  readonly url: string;
  /** For requests from this machine. */
  readonly loopback: string;
  /** For other machines, if the service listens on all interfaces: one for each address of this machine. */
  readonly elsewhere: readonly string[];
}

/** Unspecified addresses, and the loopback address that each stands for. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

interface Place {
  readonly host: string;
  readonly port: number;
  /** The descriptor of a socket that is bound already, in place of both. */
  readonly socket_fd?: number | undefined;
}

/** Connections that wait to be accepted. During a restart they all do. The kernel has a lower limit (`somaxconn`, 4096). */
const BACKLOG = 16_384;

export function listen(server: Server, { host, port, socket_fd }: Place) {
  const place = socket_fd === undefined ? { host, port } : { fd: socket_fd };
  return new Promise<Address>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...place, backlog: BACKLOG }, () => {
      server.off("error", reject);
      const bound = server.address() as AddressInfo | null;
      if (bound?.port === undefined) return reject(new Error("the socket that was passed is not one of TCP"));
      const at = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${bound.port}`;
      const loopback = LOOPBACK_OF[bound.address];
      const elsewhere = externalAddresses(bound.address, Object.values(networkInterfaces()).flat());
      resolve({
        url: at(loopback === undefined ? bound.address : "localhost"),
        loopback: at(loopback ?? bound.address),
        elsewhere: elsewhere.map(at),
      });
    });
  });
}

type Interface = Pick<NetworkInterfaceInfo, "address" | "family" | "internal">;

/** The addresses at which other machines reach this one, IPv4 first because it is easier to type. */
export function externalAddresses(bound: string, interfaces: readonly (Interface | undefined)[]): string[] {
  if (!(bound in LOOPBACK_OF)) return [];
  const external = interfaces.filter((each) => each !== undefined && !each.internal && !isLinkLocal(each.address));
  const ofFamily = (family: string) => external.flatMap((each) => (each?.family === family ? [each.address] : []));
  return [...ofFamily("IPv4"), ...(bound === "::" ? ofFamily("IPv6") : [])];
}

/** Link-local addresses: browsers do not accept those of IPv6, and those of IPv4 mean that there is no DHCP. */
function isLinkLocal(address: string): boolean {
  return /^(?:169\.254\.|fe[89ab])/i.test(address);
}
