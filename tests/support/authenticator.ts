/** An authenticator of the tests' own: makes passkeys with attestation "none", and signs with them (WebAuthn level 3). */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type { Json } from "./json.ts";

const FLAGS = { present: 0x01, verified: 0x04, may_sync: 0x08, synced: 0x10, has_credential: 0x40 };

/** What an authenticator, its browser or an attacker between them does otherwise. */
export interface Deviation {
  readonly origin?: string;
  readonly rp_id?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly cross_origin?: boolean;
  readonly is_verified?: boolean;
  readonly is_synced?: boolean;
  readonly counter?: number;
  readonly user_handle?: string | undefined;
  /** Another attestation than "none". */
  readonly format?: string;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** CBOR of the few values that authenticators write. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** One passkey on one device. */
export class Authenticator {
  readonly id = base64url(randomBytes(16));
  readonly origin: string;
  /** The signature counter. It stays 0 for devices without one. */
  counter = 0;
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  #rp_id = "";
  #user_handle: string | undefined;

  /** @param origin - of the page */
  constructor(origin: string) {
    this.origin = origin;
    this.#key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** What `navigator.credentials.create` returns for these options. */
  create(options: Json, deviation: Deviation = {}): Json {
    this.#rp_id = options.rp.id;
    this.#user_handle = options.user.id;
    const { x, y } = this.#key.publicKey.export({ format: "jwk" });
    const bytes = (value: string | undefined) => Buffer.from(value!, "base64url");
    const cose = new Map<number, unknown>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as [number, number][]),
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
    const authData = Buffer.concat([this.#data(deviation, FLAGS.has_credential), credential]);
    const { format = "none" } = deviation;
    const attestation = new Map<string, unknown>([
      ["fmt", format],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      ...{ id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", options.challenge, deviation)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** What `navigator.credentials.get` returns for these options. */
  get(options: Json, deviation: Deviation = {}): Json {
    const client_data = this.#clientData("webauthn.get", options.challenge, deviation);
    const data = this.#data(deviation, 0);
    const signature = sign("sha256", Buffer.concat([data, sha256(client_data)]), this.#key.privateKey);
    const handle = "user_handle" in deviation ? deviation.user_handle : this.#user_handle;
    return {
      ...{ id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: base64url(client_data),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(handle === undefined ? {} : { userHandle: handle }),
      },
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.origin, cross_origin = false } = deviation;
    const data = { type: deviation.type ?? type, challenge: deviation.challenge ?? challenge, origin };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: cross_origin }));
  }

  #data(deviation: Deviation, more: number): Buffer {
    const { rp_id = this.#rp_id, is_verified = true, is_synced = false, counter = this.counter } = deviation;
    const synced = is_synced ? FLAGS.may_sync | FLAGS.synced : 0;
    const flags = FLAGS.present | (is_verified ? FLAGS.verified : 0) | synced | more;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rp_id), rest]);
  }
}
