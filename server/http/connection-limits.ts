/** How many connections there may be, in all and from one address: whoever opens more is not let in. */
import type { Socket } from "node:net";
import { networkOf, type Networks } from "./client-address.ts";

export interface ConnectionCaps {
  readonly max_connections: number;
  readonly max_connections_from_one: number;
}

export class ConnectionLimits {
  readonly #caps: ConnectionCaps;
  readonly #exempt: Networks;
  readonly #from = new Map<string, number>();
  #open = 0;

  /** @param exempt - networks of proxies, each of which brings the connections of many */
  constructor(caps: ConnectionCaps, exempt: Networks) {
    this.#caps = caps;
    this.#exempt = exempt;
  }

  get open(): number {
    return this.#open;
  }

  /** Counts a connection until it closes. @returns whether there is room for it; if not, it is closed */
  admit(socket: Socket): boolean {
    const from = this.#exempt.has(socket.remoteAddress) ? undefined : networkOf(socket.remoteAddress);
    const count = from === undefined ? 0 : (this.#from.get(from) ?? 0);
    if (this.#open >= this.#caps.max_connections || count >= this.#caps.max_connections_from_one) {
      // A reset: a connection in good order would go on taking a place in the system's tables.
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
