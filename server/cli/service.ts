/** Wires the service together: the only place besides the commands that knows every part. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { join } from "node:path";
import { createHmac } from "node:crypto";
import { Hashes } from "../app/tokens.ts";
import type { Env } from "../app/env.ts";
import type { Dialect } from "../domain/accounts.ts";
import { answerBot, readBotPath, type BotFaceDeps } from "../http/bot-face.ts";
import { createHttpServer, type Door } from "../http/server.ts";
import { traceIds } from "../http/trace.ts";
import { Hub } from "../live/hub.ts";
import { Polls } from "../live/poll.ts";
import { BOT_METHODS } from "../methods/bot/index.ts";
import type { MediaLimits } from "../methods/deps.ts";
import { RateLimits, type RatePlan } from "../methods/rate-limits.ts";
import { registry } from "../methods/registry.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import { FileIds } from "../present/file-id.ts";
import type { Db } from "../store/db.ts";
import { openStore } from "../store/open.ts";

export interface ServiceOptions {
  readonly database: string;
  readonly data_dir: string;
  readonly host: string;
  readonly port: number;
  readonly dialect: Dialect;
  readonly rate_limits: RatePlan;
  readonly limits: MediaLimits;
  readonly header_bytes: number;
  readonly keep_alive_s: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Told of faults nobody expected. */
  readonly onFault: (error: unknown, trace_id: string) => void;
  /** Told when the store is lost: the process must end. */
  readonly fatal: (error: unknown) => void;
}

export interface Service {
  readonly db: Db;
  readonly env: Env;
  readonly hashes: Hashes;
  /** Where the service listens. */
  readonly url: string;
  /** Answers what waits, lets requests under way finish, then closes everything. */
  close(): Promise<void>;
}

/** Builds the service and starts listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const hub = new Hub();
  const db = await openStore(options, {
    poke: (streams) => hub.poke(streams),
    fatal: options.fatal,
    now_ms: () => options.clock.now(),
  });
  const key = masterKey(options);
  const env: Env = { fileIds: new FileIds(subkey(key, "file_id")), words: db.words, dialect: options.dialect };
  const hashes = new Hashes(subkey(key, "credentials"));
  const polls = new Polls(db, hub, options.clock);
  const face: BotFaceDeps = {
    db,
    env,
    hashes,
    clock: options.clock,
    random: options.random,
    rates: new RateLimits(options.rate_limits, () => options.clock.now()),
    updates: {
      take: (bot_id, wish) => polls.take(bot_id, wish),
      release: (bot_id) => polls.release(bot_id),
      webhookChanged: (bot_id, active) => {
        if (active) polls.end(bot_id, "WEBHOOK_SET");
      },
      tokenChanged: (bot_id) => polls.end(bot_id, "UNAUTHORIZED"),
    },
    presence: { acting: () => {} },
    public_url: "http://127.0.0.1",
    checkWebhookUrl: () => null,
    limits: options.limits,
    methods: registry(BOT_METHODS),
    uploads: undefined as never,
  };
  const server = createHttpServer({ ...options, doors: [botDoor(face)], makeTraceId: traceIds(options.random.bytes) });
  const url = await listen(server, options);
  return {
    db,
    env,
    hashes,
    url,
    async close() {
      polls.drain();
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      await closed;
      await db.close();
    },
  };
}

function botDoor(face: BotFaceDeps): Door {
  return ({ req, res, url, trace_id }) => {
    const path = readBotPath(url);
    return path && answerBot(face, path, req, res, trace_id);
  };
}

function listen(server: Server, { host, port }: ServiceOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address() as AddressInfo;
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve(`http://${name}:${address.port}`);
    });
  });
}

/** The secret under which credentials are hashed: beside the store, not in it, so that neither tells anything alone. */
function masterKey({ database, data_dir, random }: ServiceOptions): Buffer {
  if (database === "memory") return random.bytes(32);
  const path = join(data_dir, "secret.key");
  if (existsSync(path)) return Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
  mkdirSync(data_dir, { recursive: true });
  const key = random.bytes(32);
  writeFileSync(path, `${key.toString("base64url")}\n`, { mode: 0o600, flush: true });
  chmodSync(path, 0o600);
  return key;
}

function subkey(key: Buffer, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).digest();
}
