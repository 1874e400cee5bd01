/** Cursors of search pages. They are encrypted, because row numbers would reveal how many messages the service has. */
import { createCipheriv, createDecipheriv } from "node:crypto";

const BLOCK_BYTES = 16;
const CIPHER = "aes-256-ecb";

/** A cursor is one encrypted block. A forged one decrypts to no valid account id. */
export class SearchCursors {
  readonly #key: Buffer;

  /** @param key - 32 bytes */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The cursor with which `account_id` continues below a row. */
  mint(row: number, account_id: number): string {
    const block = Buffer.alloc(BLOCK_BYTES);
    block.writeBigInt64BE(BigInt(account_id), 0);
    block.writeBigInt64BE(BigInt(row), 8);
    return createCipheriv(CIPHER, this.#key, null).setAutoPadding(false).update(block).toString("base64url");
  }

  /** The row of a cursor that was minted for this account, or `undefined`. */
  read(cursor: string, account_id: number): number | undefined {
    const sealed = Buffer.from(cursor, "base64url");
    if (sealed.length !== BLOCK_BYTES) return undefined;
    const block = createDecipheriv(CIPHER, this.#key, null).setAutoPadding(false).update(sealed);
    return Number(block.readBigInt64BE(0)) === account_id ? Number(block.readBigInt64BE(8)) : undefined;
  }
}
