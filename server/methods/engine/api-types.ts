/** The types of a method's request and result as API clients see them, derived from its declaration. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { MessageEntity } from "../../domain/text/entity.ts";
import type { SessionOpened } from "./api-response.ts";
import type { FileInput } from "./file-fields.ts";

/** Optional parameters may be omitted, and a file is a part or a file_id. */
export type ApiParams<P> = { readonly [K in keyof P as undefined extends P[K] ? never : K]: ApiParam<P[K]> } & {
  readonly [K in keyof P as undefined extends P[K] ? K : never]?: ApiParam<NonNullable<P[K]>>;
};

type ApiParam<T> = [T] extends [FileInput]
  ? Blob | string
  : [T] extends [MessageEntity]
    ? // A caller names people as the wire does.
      Wire.MessageEntity
    : T extends readonly (infer E)[]
      ? readonly ApiParam<E>[]
      : T extends object
        ? ApiParams<T>
        : T;

/** A browser never sees the access token of its session, and the call that ends the session returns `true`. */
export type ApiResult<T> = T extends SessionOpened<infer Shown> ? Shown : T extends symbol ? true : T;
