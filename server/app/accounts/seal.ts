/** Seals texts with the service's key: they can be read and changed by the service alone. */
import { createCipheriv, createDecipheriv } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Seal {
  readonly #key: Buffer;
  readonly #bytes: (length: number) => Buffer;

  /** @param key - 32 bytes, for this purpose alone */
  constructor(key: Buffer, bytes: (length: number) => Buffer) {
    this.#key = key;
    this.#bytes = bytes;
  }

  /** @returns characters of base64url. @param purpose - must be the same to open it */
  close(text: string, purpose: string): string {
    const nonce = this.#bytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** The text; `undefined` if it was not sealed with this key for this purpose. */
  open(sealed: string, purpose: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString("utf8");
    } catch {
      return undefined;
    }
  }

  /** Seals what JSON can say, until `expires_at` in Unix seconds. */
  closeUntil(value: object, purpose: string, expires_at: number): string {
    return this.close(JSON.stringify({ value, expires_at }), purpose);
  }

  /** What `closeUntil` has sealed; `undefined` once it has expired, too. */
  openUntil<T extends object>(sealed: string, purpose: string, now_s: number): T | undefined {
    const text = this.open(sealed, purpose);
    if (text === undefined) return undefined;
    const { value, expires_at } = JSON.parse(text) as { readonly value: T; readonly expires_at: number };
    return now_s < expires_at ? value : undefined;
  }
}
