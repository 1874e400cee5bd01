/** Limits on open connections: in total and per client address. */
import type { Socket } from "node:net";
import { networkOf, type CidrList } from "./client-address.ts";

export interface ConnectionCaps {
  readonly max_connections: number;
  readonly max_connections_from_one: number;
}

export class ConnectionLimits {
  readonly #caps: ConnectionCaps;
  readonly #exempt: CidrList;
  readonly #from = new Map<string, number>();
  #open = 0;

  /** @param exempt - networks of proxies, each of which brings connections of many clients */
  constructor(caps: ConnectionCaps, exempt: CidrList) {
    this.#caps = caps;
    this.#exempt = exempt;
  }

  get open(): number {
    return this.#open;
  }

  /** Counts a connection until it closes. @returns whether it is within the limits; otherwise it is closed */
  accept(socket: Socket): boolean {
    const from = this.#exempt.has(socket.remoteAddress) ? undefined : networkOf(socket.remoteAddress);
    const count = from === undefined ? 0 : (this.#from.get(from) ?? 0);
    if (this.#open >= this.#caps.max_connections || count >= this.#caps.max_connections_from_one) {
      // A reset, because an orderly close would leave an entry in the system's tables.
      socket.resetAndDestroy();
      return false;
    }
    this.#open += 1;
    if (from !== undefined) this.#from.set(from, count + 1);
    socket.once("close", () => this.#leave(from));
    return true;
  }

  #leave(from: string | undefined): void {
    this.#open -= 1;
    if (from === undefined) return;
    const count = this.#from.get(from)! - 1;
    if (count === 0) this.#from.delete(from);
    else this.#from.set(from, count);
  }
}
