/** Objects without undefined members. */

/** The type of `definedOnly`: members that may be undefined are optional. */
type DefinedOnly<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that have a value. An undefined member becomes an absent one. */
export function definedOnly<T extends object>(from: T): DefinedOnly<T> {
  const entries = Object.entries(from).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DefinedOnly<T>;
}
