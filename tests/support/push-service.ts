/** A push service of the tests: takes pushes for devices, checks and decrypts them as a device does, and answers as the test says. */
import { createECDH, createPublicKey, verify, type ECDH } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decrypt } from "./http-ece.ts";
import type { Json } from "./json.ts";
import { inTime } from "./until.ts";

/** A device with the keys that it gives when it subscribes. */
export class Device {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly #keys: ECDH;

  /** @param path - where the push service takes pushes for it */
  constructor(url: string, path: string) {
    this.endpoint = `${url}/${path}`;
    this.#keys = createECDH("prime256v1");
    this.p256dh = this.#keys.generateKeys("base64url");
    this.auth = Buffer.alloc(16, path).toString("base64url");
  }

  /** The parameters of `addPushSubscription`. */
  get keys() {
    return { endpoint: this.endpoint, p256dh: this.p256dh, auth: this.auth };
  }

  open(body: Buffer): Json {
    const opened = decrypt(body, { version: "aes128gcm", privateKey: this.#keys, authSecret: this.auth });
    return JSON.parse(opened.toString());
  }
}

export interface TakenPush {
  readonly device: Device;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly payload: Json;
}

export class TestPushService {
  readonly pushes: TakenPush[] = [];
  readonly #server: Server;
  readonly #devices = new Map<string, Device>();
  answer: (push: TakenPush, res: ServerResponse) => void = (_push, res) => res.writeHead(201).end();
  #waiting: (() => void)[] = [];
  #fault: Error | undefined;
  /** The key of the service that pushes, once a test has read it. */
  public_key: string | undefined;

  constructor() {
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const device = this.#devices.get(req.url ?? "");
        if (!device) return res.writeHead(404).end();
        const body = Buffer.concat(chunks);
        try {
          this.#check(req.headers, body);
          const push = { device, headers: req.headers, body, payload: device.open(body) };
          this.pushes.push(push);
          this.answer(push, res);
        } catch (error) {
          this.#fault ??= error as Error;
          res.writeHead(400).end();
        }
        for (const wake of this.#waiting.splice(0)) wake();
        return undefined;
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  device(path: string): Device {
    const device = new Device(this.url, path);
    this.#devices.set(`/${path}`, device);
    return device;
  }

  /** Resolves when the pushes satisfy the condition. @throws what was wrong with one of them */
  async untilSo(enough: () => boolean): Promise<void> {
    const so = async () => {
      while (!enough() && !this.#fault) await new Promise<void>((wake) => this.#waiting.push(wake));
    };
    await inTime(so(), () => `pushes with ${String(enough)}; there are ${JSON.stringify(this.payloads())}`);
    if (this.#fault) throw this.#fault;
  }

  /** What was pushed to a device, or to all. */
  payloads(device?: Device): Json[] {
    return this.pushes.filter((each) => device === undefined || each.device === device).map(({ payload }) => payload);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  /** What RFC 8030, 8291 and 8292 demand of a push. */
  #check(headers: IncomingHttpHeaders, body: Buffer): void {
    if (body.length > 4096) throw new Error(`a push of ${body.length} bytes`);
    if (headers["content-encoding"] !== "aes128gcm") throw new Error("another content coding");
    if (!/^\d+$/.test(String(headers.ttl))) throw new Error("no TTL");
    if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) throw new Error("a wrong topic");
    const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
    const claims = verifyVapid(token, key);
    if (claims.aud !== this.url) throw new Error(`a token for ${claims.aud}`);
    if (this.public_key !== undefined && key !== this.public_key) throw new Error("the key of another service");
  }
}

/** @returns the claims of a token that this key has signed */
export function verifyVapid(token: string, key: string): Json {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x!, y: y! } });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString());
  if (!isRight || alg !== "ES256") throw new Error("the token is not signed by its key");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
