/** Wires the service together: the only place besides the commands that knows every part. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Hashes } from "../app/tokens.ts";
import type { Env } from "../app/env.ts";
import type { Dialect } from "../domain/accounts.ts";
import { Egress } from "../egress/egress.ts";
import type { EgressRules } from "../egress/addresses.ts";
import { botDoor } from "../http/bot-face.ts";
import { Identities } from "../http/identities.ts";
import { documentsDoor } from "../http/documents-door.ts";
import type { FaceDeps } from "../http/face.ts";
import { fileDoor } from "../http/file-door.ts";
import { operationsDoor } from "../http/operations-door.ts";
import { createHttpServer } from "../http/server.ts";
import { openStreamDoor } from "../http/stream-door.ts";
import { traceIds } from "../http/trace.ts";
import { webDoor } from "../http/web-face.ts";
import { webhookReply } from "../http/webhook-reply.ts";
import { Hub } from "../live/hub.ts";
import { Polls } from "../live/poll.ts";
import { PresenceBoard } from "../live/presence.ts";
import { Webhooks } from "../live/webhooks.ts";
import { DiskBlobs } from "../media/disk.ts";
import { MediaStore } from "../media/media.ts";
import { AttemptLimits } from "../methods/attempts.ts";
import { BOT_METHODS } from "../methods/bot/index.ts";
import type { Deps, MediaLimits } from "../methods/deps.ts";
import { RateLimits, type RatePlan } from "../methods/rate-limits.ts";
import { registry } from "../methods/registry.ts";
import { WEB_METHODS } from "../methods/web/index.ts";
import type { Log } from "../operations/log.ts";
import { Metrics } from "../operations/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import { FileIds } from "../present/file-id.ts";
import type { Db } from "../store/db.ts";
import { openStore } from "../store/open.ts";
import { masterKey, subkey } from "./keys.ts";
import { startChores } from "./chores.ts";
import { mediaPort } from "./media-port.ts";

export interface ServiceOptions {
  readonly database: string;
  readonly data_dir: string;
  readonly host: string;
  readonly port: number;
  /** Where people reach the service, if not where it listens. */
  readonly public_url: string | undefined;
  readonly dialect: Dialect;
  readonly rate_limits: RatePlan;
  readonly limits: MediaLimits;
  readonly egress: EgressRules;
  readonly session_s: number;
  readonly metrics: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Told when the store is lost: the process must end. */
  readonly fatal: (error: unknown) => void;
}

export interface Service {
  readonly db: Db;
  readonly env: Env;
  readonly hashes: Hashes;
  readonly deps: Deps;
  /** Where the service listens. */
  readonly url: string;
  /** Answers what waits, lets requests under way finish, then closes everything. */
  close(): Promise<void>;
}

const HEADER_BYTES = 256 * 1024;
const KEEP_ALIVE_S = 75;
const WEBHOOK_TIMEOUT_MS = 60_000;
const WEBHOOK_ANSWER_BYTES = 10 * 1024 * 1024;
const MAX_WEBHOOK_CONNECTIONS = 100;

/** Builds the service and starts listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { clock, random, log } = options;
  const onFault = (error: unknown, trace_id?: string) => log.error({ err: error, trace_id }, "unexpected error");
  const hub = new Hub();
  const db = await openStore(options, {
    poke: (streams) => hub.poke(streams),
    fatal: options.fatal,
    now_ms: () => clock.now(),
  });
  const key = masterKey(options);
  const env: Env = { fileIds: new FileIds(subkey(key, "file_id")), words: db.words, dialect: options.dialect };
  const hashes = new Hashes(subkey(key, "credentials"));
  const media = new MediaStore(await DiskBlobs.open(`${options.data_dir}/media`), clock);
  const egress = new Egress({ rules: options.egress, clock, connections: MAX_WEBHOOK_CONNECTIONS });
  const metrics = new Metrics();
  const polls = new Polls(db, hub, clock);
  const identities = new Identities(db, hashes);
  const presence = new PresenceBoard();
  const address = { url: "" };
  const deps: Deps = {
    db,
    env,
    hashes,
    clock,
    random,
    session_s: options.session_s,
    rates: new RateLimits(options.rate_limits, () => clock.now()),
    signInAttempts: new AttemptLimits(() => clock.now()),
    updates: {
      take: (bot_id, wish) => polls.take(bot_id, wish),
      release: (bot_id) => polls.release(bot_id),
      webhookChanged: (bot_id, active) => {
        if (active) polls.end(bot_id, "WEBHOOK_SET");
        void webhooks.changed(bot_id).catch(onFault);
      },
      tokenChanged: (bot_id) => {
        identities.forget(bot_id);
        polls.end(bot_id, "UNAUTHORIZED");
      },
    },
    presence,
    media: mediaPort(media, egress),
    limits: options.limits,
    get public_url() {
      return options.public_url ?? address.url;
    },
    checkWebhookUrl: (url) => egress.check(url),
  };
  const bots: FaceDeps = { ...deps, methods: registry(BOT_METHODS), uploads: media.blobs };
  const people: FaceDeps = { ...deps, methods: registry(WEB_METHODS), uploads: media.blobs };
  const makeTraceId = traceIds(random.bytes);
  const webhooks = new Webhooks(hub, {
    db,
    clock,
    fraction: random.fraction,
    send: (url, headers, body) =>
      egress.post(url, headers, body, { timeout_ms: WEBHOOK_TIMEOUT_MS, max_answer_bytes: WEBHOOK_ANSWER_BYTES }),
    onReply: webhookReply(bots, makeTraceId),
    onAttempt: (outcome) => metrics.deliveries.inc({ outcome }),
    onFault,
  });
  metrics.gauge("heliogram_waiting_polls", "Long polls that wait.", () => polls.waiting);
  const readiness = { draining: false };
  const server = createHttpServer({
    doors: [
      botDoor(bots, identities),
      fileDoor(bots, people, media.blobs),
      webDoor(people),
      documentsDoor(),
      operationsDoor(db, readiness, options.metrics ? metrics : undefined),
    ],
    makeTraceId,
    onFault,
    onAnswer: (face, status) => metrics.requests.inc({ face, status }),
    header_bytes: HEADER_BYTES,
    keep_alive_s: KEEP_ALIVE_S,
  });
  const closeSockets = openStreamDoor(server, people, { db, hub, presence, clock, fileIds: env.fileIds, onFault });
  await webhooks.start();
  const stopChores = startChores({ db, media, clock, onFault });
  address.url = await listen(server, options);
  return {
    db,
    env,
    hashes,
    deps,
    url: address.url,
    async close() {
      readiness.draining = true;
      stopChores();
      polls.drain();
      webhooks.close();
      const closed = new Promise((done) => server.close(done));
      closeSockets();
      server.closeIdleConnections();
      await closed;
      media.close();
      await egress.close();
      await db.close();
    },
  };
}

function listen(server: Server, { host, port }: ServiceOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address() as AddressInfo;
      const everywhere = address.address === "0.0.0.0" || address.address === "::";
      const name = everywhere ? "localhost" : address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve(`http://${name}:${address.port}`);
    });
  });
}
