/** Wires the components into a service that listens: routes for requests, webhooks and web sockets for events. */
import type { Socket } from "node:net";
import type { AppContext } from "../app/app-context.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { Hashes } from "../app/accounts/tokens.ts";
import { CidrList } from "../http/client-address.ts";
import { ConnectionLimits } from "../http/connection-limits.ts";
import { createHttpServer, DEADLINES, type HttpServer } from "../http/server.ts";
import { isStream } from "../http/routes/web-sockets.ts";
import { CallerTraces, traceIds } from "../http/trace-id.ts";
import type { TakeConnection } from "../http/take-connection.ts";
import { openTracing } from "../operations/tracing.ts";
import { Readiness } from "../operations/readiness.ts";
import type { Deps } from "../methods/engine/deps.ts";
import type { BlobReader } from "../export/archive-files.ts";
import type { Db } from "../store/db.ts";
import { attempt } from "./exit-error.ts";
import { httpDates } from "./http-date.ts";
import { isEncrypted } from "../http/tls-listener.ts";
import { listen } from "./listen.ts";
import { openTls } from "./tls.ts";
import { quietMoment } from "./quiet-moment.ts";
import { openOperations } from "./operations.ts";
import { PasswordQueue } from "../app/accounts/password-queue.ts";
import type { Clock } from "../ports/clock.ts";
import type { ServiceOptions } from "./components.ts";
import { openSingle, openWorlds, type Front } from "./front.ts";
import type { Worlds } from "./worlds/worlds.ts";
import type { Instance, InstanceHost } from "./instance.ts";
import { ownVersion } from "./version.ts";

export type { ServiceOptions } from "./components.ts";

export interface Service {
  readonly db: Db;
  /** The stored files. */
  readonly blobs: BlobReader;
  readonly app: AppContext;
  readonly hashes: Hashes;
  readonly deps: Deps;
  readonly cluster: Cluster;
  /** In developer mode. */
  readonly worlds: Worlds | undefined;
  /** The address on which the service listens. */
  readonly url: string;
  /** The address of the second listener; `undefined` if there is none. */
  readonly metrics_url: string | undefined;
  /** The address for HTTPS, if there is one. */
  readonly tls_url: string | undefined;
  /** Addresses for other machines, if no public_url is set. */
  readonly elsewhere: readonly string[];
  /**
   * Says by `/readyz` that the service is about to stop, and answers calls for so many seconds, each as the last of its
   * connection. Long polls wait until `close`, by which time a balancer leads them elsewhere.
   */
  drain(seconds: number): Promise<void>;
  /** Ends long polls, lets running requests finish, then closes everything. */
  close(): Promise<void>;
  /**
   * Closes everything at a moment when nothing long is under way, for another process that serves the same address.
   * Connections without a request are passed on, and clients are told that the service restarts. Where other nodes live,
   * it drains before, so that a balancer leads clients to them.
   *
   * @param drain_s - as `drain` has it; half a minute at most, because the supervisor ends who takes too long
   */
  retire(pass: TakeConnection, drain_s: number): Promise<void>;
  /** Serves a connection that another process has passed on. */
  adopt(socket: Socket): void;
}

const HEADER_BYTES = 256 * 1024;
/** Time that running requests have to finish when the service stops: containers are killed after ten seconds. */
const DRAIN_MS = 8000;
/** Seconds for which a process drains that another one replaces. */
const MAX_RETIRE_DRAIN_S = 30;
/** Time for the rest of a request's head when another process takes over. */
const REST_OF_HEAD_MS = 500;

/** Builds the service and starts listening. What fails on the way closes what was opened before it. @throws ExitError */
export async function startService(options: ServiceOptions): Promise<Service> {
  await using opening = new AsyncDisposableStack();
  const machine = options.machine ?? options.clock;
  const listening = { url: "", loopback: "" };
  const readiness = new Readiness();
  readiness.begin("starting");
  const present: { front?: Front } = {};
  const limits = new ConnectionLimits(options, new CidrList(options.proxies));
  const makeTraceId = traceIds(options.random.bytes);
  const traces = new CallerTraces();
  const tracing = await openTracing(ownVersion());
  const operations = await openOperations({ options, readiness, makeTraceId, front: () => present.front }, opening);
  const host = {
    makeTraceId,
    traces,
    tracing,
    ownUrl: () => listening.url,
    connections: () => limits.open,
    addMetrics: operations.addMetrics,
  };
  const passwords = new PasswordQueue(options.random.bytes, options.password_cost);
  const parts = { options, host, passwords, readiness, loopback: () => listening.loopback };
  const front = await (options.developer === true ? openWorlds(parts, opening) : openSingle(parts, opening));
  present.front = front;
  opening.adopt(passwords, (each) => each.close());
  const server = openServer(front, host, readiness, limits);
  let pass: TakeConnection | undefined;
  opening.defer(() => endRequests(front.main(), server, machine, pass));
  opening.defer(() => front.closeFurther());
  opening.defer(() => readiness.begin("draining"));
  await front.main().start();
  readiness.end("starting");
  const address = await attempt(`cannot listen on ${options.host}:${options.port}`, () =>
    listen(server.server, options),
  );
  Object.assign(listening, address);
  const tls = await openEncrypted(options, server, machine);
  if (tls) opening.defer(() => tls.close());
  if (options.prepares_media === true) front.main().components.media.prepare();
  await front.main().startAssistant(address.loopback);
  const drain = async (seconds: number) => {
    readiness.begin("draining");
    if (seconds > 0) await new Promise<void>((done) => machine.after(seconds * 1000, done));
  };
  const elsewhere = options.public_url === undefined ? address.elsewhere : [];
  const running = opening.move();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= running.disposeAsync());
  const retire = async (take: TakeConnection, drain_s: number) => {
    if (front.main().components.cluster.liveNodes() > 1) await drain(Math.min(drain_s, MAX_RETIRE_DRAIN_S));
    await quietMoment({ after: machine.after, transfers: server.transfers, other: front.main().stopBackground() });
    // The state of an encrypted connection cannot be passed on.
    pass = (socket, unread) => (isEncrypted(socket) ? socket.destroySoon() : take(socket, unread));
    await close();
  };
  const addresses = { url: address.url, metrics_url: operations.url, tls_url: tls?.url, elsewhere };
  return new ListeningService(front, addresses, { drain, close, retire, adopt: server.adopt });
}

/** Connections for HTTPS have limits of their own before their handshake, and those of all others after it. */
async function openEncrypted(options: ServiceOptions, server: HttpServer, machine: Clock) {
  if (!options.tls) return undefined;
  return openTls(options.tls, {
    limits: new ConnectionLimits(options, new CidrList(options.proxies)),
    serve: server.serve,
    log: options.log,
    after: machine.after,
  });
}

/**
 * Lets running requests and deliveries finish, for as long as they have time.
 *
 * @param pass - takes the connections without a request
 */
async function endRequests(instance: Instance, server: HttpServer, machine: Clock, pass: TakeConnection | undefined) {
  const comesAgain = pass !== undefined || instance.components.cluster.liveNodes() > 1;
  const stopping = instance.stop();
  await stopping.assistant;
  // Before the server is closed, which closes idle connections by itself.
  if (pass) server.passIdle(pass);
  const closed = server.close();
  instance.sockets.close(comesAgain ? "restart" : "end");
  const { closeIdle, closeAll } = server;
  const cancelHeads = pass ? machine.after(REST_OF_HEAD_MS, closeIdle) : closeIdle();
  const { promise: late, resolve: cut } = Promise.withResolvers<void>();
  const cancel = machine.after(DRAIN_MS, () => {
    closeAll();
    cut();
  });
  // An unavailable store does not delay the stop beyond DRAIN_MS.
  await Promise.all([closed, Promise.race([stopping.background, late])]);
  cancel();
  cancelHeads?.();
}

/** What the methods of a service show is of its present instance. */
class ListeningService implements Service {
  readonly url: string;
  readonly metrics_url: string | undefined;
  readonly tls_url: string | undefined;
  readonly elsewhere: readonly string[];
  readonly drain: Service["drain"];
  readonly close: Service["close"];
  readonly retire: Service["retire"];
  readonly adopt: Service["adopt"];
  readonly worlds: Worlds | undefined;
  readonly #main: () => Instance;

  constructor(
    front: Front,
    { url, metrics_url, tls_url, elsewhere }: Pick<Service, "url" | "metrics_url" | "tls_url" | "elsewhere">,
    { drain, close, retire, adopt }: Pick<Service, "drain" | "close" | "retire" | "adopt">,
  ) {
    this.#main = front.main;
    this.worlds = front.worlds;
    this.url = url;
    this.metrics_url = metrics_url;
    this.tls_url = tls_url;
    this.elsewhere = elsewhere;
    this.drain = drain;
    this.close = close;
    this.retire = retire;
    this.adopt = adopt;
  }

  get blobs(): BlobReader {
    return this.#main().components.media.blobs;
  }

  get db(): Db {
    return this.#main().components.db;
  }

  get app(): AppContext {
    return this.#main().components.app;
  }

  get hashes(): Hashes {
    return this.#main().components.hashes;
  }

  get cluster(): Cluster {
    return this.#main().components.cluster;
  }

  get deps(): Deps {
    return this.#main().deps;
  }
}

function openServer(
  { main, routes, fastPath, upgrade }: Front,
  { makeTraceId, traces, tracing }: Pick<InstanceHost, "makeTraceId" | "traces" | "tracing">,
  readiness: Readiness,
  limits: ConnectionLimits,
): HttpServer {
  const { options } = main().components;
  const machine = options.machine ?? options.clock;
  const http = createHttpServer({
    routes,
    makeTraceId,
    traces,
    tracing,
    isDraining: () => readiness.isDraining,
    onError: (error, trace_id) => main().components.onError(error, trace_id),
    onFailure: (failed) => main().onFailedCall(failed),
    onSuccess: options.log.isLevelEnabled("debug") ? (call) => main().onCall?.(call) : undefined,
    onResponse: (api, status) => main().components.metrics.answered(api, status),
    fastPath,
    date: httpDates({ now: () => main().components.options.clock.now() }),
    header_bytes: HEADER_BYTES,
    isStream,
    deadlines: { ...DEADLINES, ...options.deadlines },
    limits,
    defer: setImmediate,
    after: (delay_ms, fire) => machine.after(delay_ms, fire),
  });
  http.server.on("upgrade", upgrade);
  return http;
}
