/** Counters whose numbers are given out once, and the service's own values (`meta`). */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export type Counter =
  | "account"
  | "chat"
  | "private_chat"
  | "session"
  | "invitation"
  | "media_group"
  | "push"
  | "mail"
  | "passkey";

const NEXT_NUMBER = write<{ value: number }>("counter")`
  insert into counter (name, value) values (?, 1) on conflict (name) do update set value = counter.value + 1 returning value`;

/** The next number of a counter; the first is 1. */
export async function nextNumber(tx: Tx, counter: Counter): Promise<number> {
  const row = await tx.get(NEXT_NUMBER, counter);
  return row!.value;
}

const LOCK_COUNTER = write("counter")`update counter set value = value where name = ?`;

/** Locks a counter as `nextNumber` does, without taking a number. */
export async function lockCounter(tx: Tx, counter: Counter): Promise<void> {
  await tx.run(LOCK_COUNTER, counter);
}

const FIND_META = read<{ value: string }>("meta")`select value from meta where key = ?`;

/** A value of the service itself. */
export async function findMeta(tx: ReadTx, key: string): Promise<string | undefined> {
  return (await tx.get(FIND_META, key))?.value;
}

const SET_META = write("meta")`
  insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value`;

export async function setMeta(tx: Tx, key: string, value: string): Promise<void> {
  await tx.run(SET_META, key, value);
}

const DELETE_META = write("meta")`delete from meta where key = ?`;

export async function deleteMeta(tx: Tx, key: string): Promise<void> {
  await tx.run(DELETE_META, key);
}
