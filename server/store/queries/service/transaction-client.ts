/** The client for whose call a transaction runs: audit log and sessions keep its address. */
import type { ReadTx, Tx } from "../../db.ts";

interface Client {
  readonly address: string;
}

const clients = new WeakMap<ReadTx, Client>();

/** Notes the client of a call at the begin of its transaction. Its address is asked for only if it is stored. */
export function noteClient(tx: Tx, client: Client): void {
  clients.set(tx, client);
}

/** The address of the client; empty if the transaction is of no call. */
export function clientAddressOf(tx: Tx): string {
  return clients.get(tx)?.address ?? "";
}
