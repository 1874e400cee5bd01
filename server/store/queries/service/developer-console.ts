/** The switch of the developer console. It is off unless the store says otherwise. */
import type { ReadTx, Tx } from "../../db.ts";
import { Lookup } from "../../lookup.ts";
import { setMeta } from "./counters.ts";

const KEY = "developer_console";
const OFF = "off";

/** The value is the Unix second at which it was turned on. */
const SWITCH = new Lookup<number | undefined>({
  select: "value",
  from: "meta where key = ?",
  tables: ["meta"],
  decode: (rows: readonly { value: string }[]) => startOf(rows[0]?.value),
});

function startOf(value = OFF): number | undefined {
  return value === OFF ? undefined : Number(value);
}

/** When the console was turned on, in Unix seconds; `undefined` while it is off. */
export async function findConsoleStart(tx: ReadTx): Promise<number | undefined> {
  return tx.lookUp(SWITCH, KEY);
}

/** The same, and locks the switch until the transaction ends. */
export async function lockConsole(tx: Tx): Promise<number | undefined> {
  return tx.lookUpAndLock(SWITCH, KEY);
}

/** @param start - Unix seconds; `undefined` turns the console off */
export async function setConsoleStart(tx: Tx, start: number | undefined): Promise<void> {
  await setMeta(tx, KEY, start === undefined ? OFF : String(start));
}
