/** The invite-only switch. It is on unless the store says otherwise. */
import { setMeta } from "../service/counters.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { Lookup } from "../../lookup.ts";

const KEY = "sign_up";
const OPEN = "open";

const SWITCH = new Lookup<boolean>({
  select: "value",
  from: "meta where key = ?",
  tables: ["meta"],
  decode: (rows: readonly { value: string }[]) => rows[0]?.value === OPEN,
});

/** Whether people may sign up without an invitation. */
export async function isSignUpOpen(tx: ReadTx): Promise<boolean> {
  return (await tx.lookUp(SWITCH, KEY)) ?? false;
}

/** The same, and locks the switch until the transaction ends. */
export async function lockSignUp(tx: Tx): Promise<boolean> {
  return (await tx.lookUpAndLock(SWITCH, KEY)) ?? false;
}

export async function setSignUpOpen(tx: Tx, open: boolean): Promise<void> {
  await setMeta(tx, KEY, open ? OPEN : "invite-only");
}
