/** Takes the port, and tells the addresses at which the service is reached from then on. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, type NetworkInterfaceInfo } from "node:os";

export interface Address {
  /** For people to read. */
  readonly url: string;
  /** For calls from this machine. */
  readonly loopback: string;
  /** For other machines: what this one is called on its networks, where the service listens on all of them. */
  readonly elsewhere: readonly string[];
}

const LOCAL: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

export function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }) {
  return new Promise<Address>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const bound = server.address() as AddressInfo;
      const at = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${bound.port}`;
      const local = LOCAL[bound.address];
      const names = namesElsewhere(bound.address, Object.values(networkInterfaces()).flat());
      resolve({
        url: at(local === undefined ? bound.address : "localhost"),
        loopback: at(local ?? bound.address),
        elsewhere: names.map(at),
      });
    });
  });
}

type Interface = Pick<NetworkInterfaceInfo, "address" | "family" | "internal">;

/** What other machines call this one; the older kind of address first, since it can be typed in. */
export function namesElsewhere(bound: string, interfaces: readonly (Interface | undefined)[]): string[] {
  if (!(bound in LOCAL)) return [];
  const outside = interfaces.filter((each) => each !== undefined && !each.internal && !isForOneLink(each.address));
  const ofFamily = (family: string) => outside.flatMap((each) => (each?.family === family ? [each.address] : []));
  return [...ofFamily("IPv4"), ...(bound === "::" ? ofFamily("IPv6") : [])];
}

/** Browsers cannot be given those of IPv6, and those of IPv4 are what is left where a network gives none. */
function isForOneLink(address: string): boolean {
  return /^(?:169\.254\.|fe[89ab])/i.test(address);
}
