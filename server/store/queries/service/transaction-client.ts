/** The client for whose call a transaction runs: audit log and sessions keep its address. */
import type { Tx, TxClient } from "../../db.ts";

/** Notes the client of a call at the begin of its transaction. */
export function noteClient(tx: Tx, client: TxClient): void {
  tx.client = client;
}

/** The address of the client; empty if the transaction is of no call. */
export function clientAddressOf(tx: Tx): string {
  return tx.client?.address ?? "";
}
