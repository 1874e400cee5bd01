/**
 * File identifiers: `file_id`, which only the account that received it can use, and `file_unique_id`, the same for
 * all.
 */
import { FILE_KINDS, type FileKind } from "@heliogram/shared/files.ts";
import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** The content of a `file_id`. */
export interface FileRef {
  /** The row of the `file` table. */
  readonly file: number;
  readonly kind: FileKind;
  /** 0 for the file itself, 1 for its thumbnail, 2 + n for the n-th size of a photo. */
  readonly variant: number;
}

/** In place of an account: file_ids for it are read by the file route of developer mode alone. */
export const DEVELOPER_VIEWER = 0;

const VERSION = 1;
const HEAD_BYTES = 17;
const SEAL_BYTES = 12;

/** Makes file identifiers for a viewer. */
export interface FileIdMinter {
  mint(ref: FileRef, account_id: number): string;
}

/** Mints and reads file identifiers under one secret key (behaviour.md §5). */
export class FileIds implements FileIdMinter {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The `file_id` with which `account_id` can refer to a file. */
  mint(ref: FileRef, account_id: number): string {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head[0] = VERSION;
    head[1] = FILE_KINDS.indexOf(ref.kind);
    head[2] = ref.variant;
    head.writeUIntBE(ref.file, 3, 6);
    writeId(head, account_id, 9);
    return Buffer.concat([head, this.#seal(head)]).toString("base64url");
  }

  /** The content of `file_id`, or `undefined` unless it was minted for this account (behaviour.md §5). */
  read(file_id: string, account_id: number): FileRef | undefined {
    if (!/^[A-Za-z0-9_-]+$/.test(file_id)) return undefined;
    const bytes = Buffer.from(file_id, "base64url");
    if (bytes.length !== HEAD_BYTES + SEAL_BYTES || bytes[0] !== VERSION) return undefined;
    const head = bytes.subarray(0, HEAD_BYTES);
    if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), this.#seal(head))) return undefined;
    const kind = FILE_KINDS[head[1]!];
    if (kind === undefined || Number(head.readBigInt64BE(9)) !== account_id) return undefined;
    return { file: head.readUIntBE(3, 6), kind, variant: head[2]! };
  }

  #seal(head: Buffer): Buffer {
    return createHmac("sha256", this.#key).update(head).digest().subarray(0, SEAL_BYTES);
  }
}

function writeId(head: Buffer, id: number, at: number): void {
  head.writeBigInt64BE(BigInt(id), at);
}

/** The same for every bot and every upload of the same bytes as the same kind (behaviour.md §5). */
export function fileUniqueId(sha256: string, kind: FileKind): string {
  return hash("sha256", `${kind}:${sha256}`, "base64url").slice(0, 16);
}
