/** The package http_ece with types, which it has not: another implementation of what pushes are encrypted with. */
import type { ECDH } from "node:crypto";
// @ts-expect-error -- the package has no types
import { decrypt as decryptAny } from "http_ece";

interface Keys {
  readonly version: "aes128gcm";
  readonly privateKey: ECDH;
  readonly authSecret: string;
}

/** Decrypts a body of RFC 8188, with the keys of RFC 8291. */
export const decrypt = decryptAny as (body: Buffer, keys: Keys) => Buffer;
