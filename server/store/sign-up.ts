/** The invite-only switch in the store. A store that says nothing of it is invite-only. */
import { setMeta } from "./counters.ts";
import type { Lookup, ReadTx, Tx } from "./db.ts";

const KEY = "sign_up";
const OPEN = "open";

const SWITCH: Lookup<boolean> = {
  sql: "select value from meta where key = ?",
  tables: ["meta"],
  answer: (rows: readonly { value: string }[]) => rows[0]?.value === OPEN,
};

/** Whether people may sign up without an invitation. */
export async function isSignUpOpen(tx: ReadTx): Promise<boolean> {
  return (await tx.lookUp(SWITCH, KEY)) ?? false;
}

/** The same; until the transaction ends, nobody moves the switch. */
export async function holdSignUp(tx: Tx): Promise<boolean> {
  return (await tx.lookUpAndHold(SWITCH, KEY)) ?? false;
}

export async function setSignUpOpen(tx: Tx, open: boolean): Promise<void> {
  await setMeta(tx, KEY, open ? OPEN : "invite-only");
}
