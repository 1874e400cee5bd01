/** Counters whose numbers are given out once, and the service's own values (`meta`). */
import type { ReadTx, Tx } from "../../db.ts";

export type Counter = "account" | "chat" | "private_chat" | "session" | "invitation" | "media_group";

/** The next number of a counter; the first is 1. */
export async function nextNumber(tx: Tx, counter: Counter): Promise<number> {
  const row = await tx.get<{ value: number }>(
    "insert into counter (name, value) values (?, 1) on conflict (name) do update set value = counter.value + 1 returning value",
    counter,
  );
  return row!.value;
}

/** Locks a counter as `nextNumber` does, without taking a number. */
export async function lockCounter(tx: Tx, counter: Counter): Promise<void> {
  await tx.run("update counter set value = value where name = ?", counter);
}

/** A value of the service itself. */
export async function findMeta(tx: ReadTx, key: string): Promise<string | undefined> {
  return (await tx.get<{ value: string }>("select value from meta where key = ?", key))?.value;
}

export async function setMeta(tx: Tx, key: string, value: string): Promise<void> {
  await tx.run(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
    key,
    value,
  );
}
