/** From a method's declaration to what its caller writes and gets: optional parameters, files, results on the wire. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { MessageEntity } from "../domain/text/entity.ts";
import type { SessionOpened } from "./answer.ts";
import type { FileInput } from "./file-fields.ts";

/** What may be left out is optional, and a file is sent as a part or named by its file_id. */
export type Asked<P> = { readonly [K in keyof P as undefined extends P[K] ? never : K]: Given<P[K]> } & {
  readonly [K in keyof P as undefined extends P[K] ? K : never]?: Given<NonNullable<P[K]>>;
};

type Given<T> = [T] extends [FileInput]
  ? Blob | string
  : [T] extends [MessageEntity]
    ? // A caller names people as the wire does.
      Wire.MessageEntity
    : T extends readonly (infer E)[]
      ? readonly Given<E>[]
      : T extends object
        ? Asked<T>
        : T;

/** A browser's session is a cookie that it never sees; the call that ends it answers `true`. */
export type Answered<T> = T extends SessionOpened<infer Shown> ? Shown : T extends symbol ? true : T;
