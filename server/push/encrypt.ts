/** Encrypts what a push carries for one device: RFC 8291, with the content coding aes128gcm of RFC 8188. */
import { createCipheriv, createECDH, hkdfSync } from "node:crypto";

/** What a device gives when it subscribes, both in base64url. */
export interface DeviceKeys {
  /** Its public key on the curve P-256, uncompressed. */
  readonly p256dh: string;
  /** A secret of 16 bytes that it shares with the service. */
  readonly auth: string;
}

/** The record size of the header. A push has one record, and push services need not take more than 4096 bytes. */
const RECORD_BYTES = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** Marks the end of the last record. */
const LAST_RECORD = Buffer.from([2]);

/** The longest plain text of a push, in bytes. */
export const MAX_PLAIN_BYTES = RECORD_BYTES - HEADER_BYTES - LAST_RECORD.length - TAG_BYTES;

/** Why the keys of a device cannot be used; `undefined` if they can. */
export function keysFault({ p256dh, auth }: DeviceKeys): string | undefined {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== POINT_BYTES || point[0] !== 4)
    return "p256dh is not an uncompressed point of P-256 in base64url";
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES) return "auth is not 16 bytes in base64url";
  try {
    const probe = createECDH("prime256v1");
    probe.setPrivateKey(Buffer.alloc(KEY_BYTES, 1));
    probe.computeSecret(point);
    return undefined;
  } catch {
    return "p256dh is not a point of P-256";
  }
}

/**
 * Encrypts a text of at most `MAX_PLAIN_BYTES`.
 * @param bytes - random bytes: first those of the key pair of this push, then its salt
 * @returns the body of the request, whose Content-Encoding is aes128gcm
 */
export function encryptPush(plain: Buffer, device: DeviceKeys, bytes: (length: number) => Buffer): Buffer {
  if (plain.length > MAX_PLAIN_BYTES) throw new RangeError(`a push of ${plain.length} bytes is too long`);
  const own = createECDH("prime256v1");
  own.setPrivateKey(bytes(KEY_BYTES));
  const [ownPoint, point] = [own.getPublicKey(), Buffer.from(device.p256dh, "base64url")];
  const salt = bytes(SALT_BYTES);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, ownPoint]);
  const secret = derive(own.computeSecret(point), Buffer.from(device.auth, "base64url"), info, KEY_BYTES);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(POINT_BYTES, 4);
  return Buffer.concat([salt, sizes, ownPoint, sealed]);
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
