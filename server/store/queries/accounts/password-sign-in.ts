/** The switch of sign-in by password. It is on unless the store says otherwise. */
import { setMeta } from "../service/counters.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { Lookup } from "../../lookup.ts";

const KEY = "password_sign_in";
const OFF = "off";

const SWITCH = new Lookup<boolean>({
  select: "value",
  from: "meta where key = ?",
  tables: ["meta"],
  decode: (rows: readonly { value: string }[]) => rows[0]?.value !== OFF,
});

/** Whether people may sign in with a password. */
export async function isPasswordSignInOn(tx: ReadTx): Promise<boolean> {
  return (await tx.lookUp(SWITCH, KEY)) ?? true;
}

/** The same, and locks the switch until the transaction ends. */
export async function lockPasswordSignIn(tx: Tx): Promise<boolean> {
  return (await tx.lookUpAndLock(SWITCH, KEY)) ?? true;
}

export async function setPasswordSignIn(tx: Tx, is_on: boolean): Promise<void> {
  await setMeta(tx, KEY, is_on ? "on" : OFF);
}
