/** Joins the parts of the service: what is asked goes through the doors, what happens goes out. */
import type { Env } from "../app/env.ts";
import type { Hashes } from "../app/tokens.ts";
import { answerableFor, type Account } from "../domain/accounts.ts";
import { ASSISTANT_ID } from "../domain/bots.ts";
import { botDoor, quickBotDoor } from "../http/bot-face.ts";
import { clientAddress, Networks } from "../http/client-address.ts";
import { clientDoor } from "../http/client-door.ts";
import { ConnectionLimits } from "../http/connection-limits.ts";
import { documentsDoor } from "../http/documents-door.ts";
import type { FaceDeps } from "../http/face.ts";
import { fileDoor } from "../http/file-door.ts";
import { operationsDoor } from "../http/operations-door.ts";
import { createHttpServer, DEADLINES, type HttpServer } from "../http/server.ts";
import { isStream, openStreamDoor } from "../http/stream-door.ts";
import { traceIds } from "../http/trace.ts";
import { webDoor } from "../http/web-face.ts";
import { webhookReply } from "../http/webhook-reply.ts";
import { Broadcasters } from "../live/broadcasters.ts";
import type { StreamDeps } from "../live/socket.ts";
import { Webhooks } from "../live/webhooks.ts";
import { Addresses } from "../methods/addresses.ts";
import {
  AttemptLimits,
  CODE_TRIES,
  FAILURES_ON_RECORD,
  JOIN_REQUESTS,
  PASSWORD_CHANGES,
  SIGN_UPS_FROM_ONE,
  SIGN_UPS_IN_ALL,
} from "../methods/attempts.ts";
import { ASSISTANT_METHODS } from "../methods/assistant/index.ts";
import { BOT_METHODS } from "../methods/bot/index.ts";
import type { Deps, UpdateQueues } from "../methods/deps.ts";
import { HeavyReads } from "../methods/heavy-reads.ts";
import { RateLimits } from "../methods/rate-limits.ts";
import { registry } from "../methods/registry.ts";
import { SignInLimits } from "../methods/sign-in-limits.ts";
import { WEB_METHODS } from "../methods/web/index.ts";
import { SharedTexts } from "../present/shared-event.ts";
import type { Db } from "../store/db.ts";
import { startAssistant } from "./assistant.ts";
import { startChores } from "./chores.ts";
import { attempt } from "./faults.ts";
import { httpDates, readHttpDate } from "./http-date.ts";
import { listen } from "./listen.ts";
import { mediaPort } from "./media-port.ts";
import { storageMeter } from "./storage.ts";
import { nextTurn } from "./turns.ts";
import { openParts, type Parts, type ServiceOptions } from "./parts.ts";
import { readWebClient } from "./web-client.ts";

export type { ServiceOptions } from "./parts.ts";

export interface Service {
  readonly db: Db;
  readonly env: Env;
  readonly hashes: Hashes;
  readonly deps: Deps;
  /** Where the service listens. */
  readonly url: string;
  /** Where other machines may reach it, while the operator has named no address. */
  readonly elsewhere: readonly string[];
  /** Answers what waits, lets requests under way finish, then closes everything. */
  close(): Promise<void>;
}

const HEADER_BYTES = 256 * 1024;
/** Milliseconds that requests under way have to finish when the service goes down: containers are killed after ten seconds. */
const DRAIN_MS = 8000;
/** So many bytes that nobody can guess them. */
const MARK_BYTES = 16;
const WEBHOOK_TIMEOUT_MS = 60_000;
const WEBHOOK_ANSWER_BYTES = 10 * 1024 * 1024;

/** Builds the service and starts listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const parts = await openParts(options);
  const { db, env, hashes, media, metrics, polls, retention, onFault } = parts;
  const listening = { url: "" };
  const later: { webhooks?: Webhooks } = {};
  const deps = joinDeps(parts, updateQueues(parts, later), new Addresses(options.public_url, () => listening.url));
  const uploadsOf = (account: Account) => media.blobs.uploadsOf(answerableFor(account));
  const common = { ...deps, uploadsOf, clientAddress: clientAddress(options.proxies) };
  const bots: FaceDeps = { ...common, methods: registry(BOT_METHODS) };
  const people: FaceDeps = { ...common, methods: registry(WEB_METHODS) };
  const makeTraceId = traceIds(options.random.bytes);
  const webhooks = (later.webhooks = joinWebhooks(parts, bots, makeTraceId));
  const readiness = { draining: false };
  const { server, closeIdle, closeAll } = openServer(parts, bots, people, makeTraceId, readiness);
  const { clock } = options;
  const closeSockets = openStreamDoor(server, people, joinScreens(parts));
  metrics.gauge("heliogram_waiting_polls", "Long polls that wait.", () => polls.waiting);
  metrics.gauge("heliogram_sqlite_log_bytes", "Bytes of SQLite's write-ahead log.", () => db.logBytes());
  metrics.gauge("heliogram_rate_limit_buckets", "Token buckets of bots and of their chats.", () => deps.rates.size);
  await webhooks.start();
  const stopChores = startChores({ ...options, db, media, retention, onFault });
  const address = await attempt(`cannot listen on ${options.host}:${options.port}`, () => listen(server, options));
  listening.url = address.url;
  const assistant = options.assistant ? await startAssistant(parts, address.loopback) : undefined;
  const close = async () => {
    readiness.draining = true;
    const tidied = stopChores();
    assistant?.stop();
    polls.drain();
    const pushed = webhooks.close();
    await assistant?.finished();
    const closed = new Promise((done) => server.close(done));
    closeSockets();
    closeIdle();
    const { promise: late, resolve: cut } = Promise.withResolvers<void>();
    const cancel = clock.after(DRAIN_MS, () => {
      closeAll();
      cut();
    });
    // A store that is away keeps nobody from stopping.
    await Promise.all([closed, Promise.race([Promise.all([pushed, tidied]), late])]);
    cancel();
    media.close();
    parts.egress.close();
    await parts.passwords.close();
    await pushed;
    await parts.search.close();
    await db.close();
  };
  const elsewhere = options.public_url === undefined ? address.elsewhere : [];
  return { db, env, hashes, deps, url: address.url, elsewhere, close };
}

/** Bots' waiting lines, as methods and operators speak to them. */
function updateQueues({ polls, identities }: Parts, later: { readonly webhooks?: Webhooks }): UpdateQueues {
  const tokenChanged = (bot_id: number) => {
    identities.forget(bot_id);
    polls.end(bot_id, "UNAUTHORIZED");
  };
  return {
    take: (bot_id, wish) => polls.take(bot_id, wish),
    release: (bot_id) => polls.release(bot_id),
    webhookChanged: (bot_id, active) => {
      if (active) polls.end(bot_id, "WEBHOOK_SET");
      later.webhooks?.changed(bot_id);
    },
    tokenChanged,
    admissionChanged: (bot_id) => {
      tokenChanged(bot_id);
      later.webhooks?.changed(bot_id);
    },
    botChanged: (bot_id) => identities.forget(bot_id),
  };
}

function joinDeps(parts: Parts, updates: UpdateQueues, addresses: Addresses): Deps {
  const { options, db, env, hashes, passwords, presence, media, egress, retention, search, searchCursors } = parts;
  const { clock, random, limits, session_s, bots_per_person, chats_per_person } = options;
  const elapsed = () => clock.elapsed();
  return {
    db,
    env,
    hashes,
    clock,
    retention,
    random,
    session_s,
    rates: new RateLimits(options.rate_limits, elapsed),
    heavyReads: new HeavyReads(nextTurn),
    search,
    searchCursors,
    turn: nextTurn,
    passwords,
    signIns: new SignInLimits(elapsed),
    passwordChanges: new AttemptLimits(PASSWORD_CHANGES, elapsed),
    codeTries: new AttemptLimits(CODE_TRIES, elapsed),
    signUpsFrom: new AttemptLimits(SIGN_UPS_FROM_ONE, elapsed),
    signUps: new AttemptLimits(SIGN_UPS_IN_ALL, elapsed),
    joinRequests: new AttemptLimits(JOIN_REQUESTS, elapsed),
    failuresOnRecord: new AttemptLimits(FAILURES_ON_RECORD, elapsed),
    updates,
    presence,
    media: mediaPort(media, egress),
    measureStorage: storageMeter(db, media.blobs, clock),
    limits,
    bots_per_person,
    chats_per_person,
    addresses,
    checkWebhook: (url, ip_address) => egress.check(url, { ip_address }),
  };
}

/** What people's sockets need. */
function joinScreens({ options, db, env, hub, presence, onFault }: Parts): StreamDeps {
  const common = { db, clock: options.clock, fileIds: env.fileIds, turn: nextTurn, onFault };
  const texts = new SharedTexts(options.random.bytes(MARK_BYTES).toString("hex"));
  return { ...common, hub, broadcasters: new Broadcasters({ ...common, texts }, { hub, presence }) };
}

function joinWebhooks(parts: Parts, bots: FaceDeps, makeTraceId: () => string): Webhooks {
  const { options, db, hub, egress, metrics, retention, onFault } = parts;
  return new Webhooks(hub, {
    db,
    clock: options.clock,
    retention,
    fraction: options.random.fraction,
    readDate: readHttpDate,
    turn: nextTurn,
    open: (hook) => {
      const line = egress.open(hook);
      const limits = { timeout_ms: WEBHOOK_TIMEOUT_MS, max_answer_bytes: WEBHOOK_ANSWER_BYTES };
      return { send: (headers, body) => line.post(hook.url, headers, body, limits), close: () => line.close() };
    },
    onReply: webhookReply(bots, makeTraceId),
    onAttempt: (outcome) => metrics.deliveries.inc({ outcome }),
    onFault,
  });
}

function openServer(
  { options, db, media, metrics, identities, onFault }: Parts,
  bots: FaceDeps,
  people: FaceDeps,
  makeTraceId: () => string,
  readiness: { readonly draining: boolean },
): HttpServer {
  const limits = new ConnectionLimits(options, new Networks(options.proxies));
  metrics.gauge("heliogram_connections", "Connections of clients that are open.", () => limits.open);
  const assistant = { id: ASSISTANT_ID, methods: registry(ASSISTANT_METHODS) };
  const botDeps = { ...bots, identities, assistant };
  return createHttpServer({
    doors: [
      botDoor(botDeps),
      fileDoor(bots, people, { blobs: media.blobs, answerableFor }),
      webDoor(people),
      documentsDoor(),
      operationsDoor({ db, state: readiness, metrics: options.metrics ? metrics : undefined, onFault }),
      clientDoor(options.web_dir === undefined ? undefined : readWebClient(options.web_dir)),
    ],
    makeTraceId,
    isDraining: () => readiness.draining,
    onFault,
    onAnswer: (face, status) => metrics.answered(face, status),
    quick: options.http_reader === "node" ? undefined : quickBotDoor(botDeps),
    date: httpDates(options.clock),
    header_bytes: HEADER_BYTES,
    isStream,
    deadlines: { ...DEADLINES, ...options.deadlines },
    limits,
    defer: setImmediate,
    after: (delay_ms, fire) => options.clock.after(delay_ms, fire),
  });
}
