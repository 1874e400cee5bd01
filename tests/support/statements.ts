/** Counts the queries that a service sends to its store during an operation. */
import type { ReadTx } from "heliogram/store/db.ts";
import type { TestService } from "./service.ts";

/** The number of queries in read transactions during `work`, and the result of `work`. */
export async function countStatements<T>(
  t: TestService,
  work: () => Promise<T>,
): Promise<{ count: number; result: T }> {
  const { db } = t.service;
  const { read } = db;
  let count = 0;
  const counting = (tx: ReadTx): ReadTx => {
    const counted = <A extends unknown[], R>(ask: (...asked: A) => R) => {
      return (...asked: A): R => {
        count += 1;
        return ask(...asked);
      };
    };
    return {
      all: counted((sql, ...values) => tx.all(sql, ...values)) as ReadTx["all"],
      get: counted((sql, ...values) => tx.get(sql, ...values)) as ReadTx["get"],
      lookUp: counted((lookup, key, second) => tx.lookUp(lookup, key, second)) as ReadTx["lookUp"],
    };
  };
  db.read = <R>(job: (tx: ReadTx) => Promise<R>) => read.call(db, (tx) => job(counting(tx))) as Promise<R>;
  try {
    return { result: await work(), count };
  } finally {
    db.read = read;
  }
}
