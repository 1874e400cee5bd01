/** The key by which push services recognise the service, and the header that it signs with it (RFC 8292). */
import { createECDH, createPrivateKey, hkdfSync, sign, type KeyObject } from "node:crypto";

/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Longer than a scalar by 16 bytes, so that all scalars are as likely but for 2^-128. */
const SEED_BYTES = 48;
const SCALAR_BYTES = 32;
/** Push services refuse what is valid for more than a day. */
const LIFE_S = 12 * 3600;
/** A signature is used again until so many seconds before its end, in which clocks may differ. */
const SPARE_S = 3600;
/** Origins whose signatures are kept. There is one for each vendor of browsers, and those of people's own services. */
const MAX_ORIGINS = 200;

interface Signed {
  readonly header: string;
  readonly until_s: number;
}

export class Vapid {
  /** The public key, an uncompressed point in base64url: the `applicationServerKey` of a browser. */
  readonly public_key: string;
  readonly #key: KeyObject;
  readonly #contact: string | undefined;
  readonly #signed = new Map<string, Signed>();

  /**
   * @param seed - a secret; the key pair follows from it, so it is kept and copied with the secret from which it comes
   * @param contact - where the operator of a push service reaches that of this one: a mailto: or https: address
   */
  constructor(seed: Buffer, contact: string | undefined) {
    const wide = Buffer.from(hkdfSync("sha256", seed, "", "heliogram vapid", SEED_BYTES)).toString("hex");
    const scalar = (BigInt(`0x${wide}`) % (ORDER - 1n)) + 1n;
    const d = Buffer.from(scalar.toString(16).padStart(SCALAR_BYTES * 2, "0"), "hex");
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(d);
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
    this.public_key = point.toString("base64url");
    this.#key = createPrivateKey({
      format: "jwk",
      key: { kty: "EC", crv: "P-256", x, y, d: d.toString("base64url") },
    });
    this.#contact = contact;
  }

  /** The header Authorization of a push to an endpoint. */
  authorization(endpoint: string, now_s: number): string {
    const { origin } = new URL(endpoint);
    const known = this.#signed.get(origin);
    if (known && known.until_s - SPARE_S > now_s && known.until_s - LIFE_S <= now_s) return known.header;
    const until_s = now_s + LIFE_S;
    const sub = this.#contact === undefined ? {} : { sub: this.#contact };
    const text = `${json({ typ: "JWT", alg: "ES256" })}.${json({ aud: origin, exp: until_s, ...sub })}`;
    const signature = sign("sha256", Buffer.from(text), { key: this.#key, dsaEncoding: "ieee-p1363" });
    const header = `vapid t=${text}.${signature.toString("base64url")}, k=${this.public_key}`;
    this.#signed.delete(origin);
    this.#signed.set(origin, { header, until_s });
    if (this.#signed.size > MAX_ORIGINS) this.#signed.delete(this.#signed.keys().next().value!);
    return header;
  }
}

function json(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
