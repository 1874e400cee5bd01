/** Values that an engine often has at once: a promise for each of them would cost a call more than to find them. */

export type MaybePromise<T> = T | Promise<T>;

/** What `use` makes of a value, at once where the value is there already. */
export function whenThere<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
