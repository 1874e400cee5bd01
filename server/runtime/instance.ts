/** Builds an instance of a service from its components: what methods, routes, web sockets and webhooks need. */
import { accountableId, type Account } from "../domain/accounts.ts";
import { ASSISTANT_ID } from "../domain/bots.ts";
import type { BotApiDeps } from "../http/routes/bot-api.ts";
import type { FailedCall } from "../http/failed-call.ts";
import { clientAddress } from "../http/client-address.ts";
import { bodyMemory } from "../http/method-body.ts";
import type { ApiDeps } from "../http/routes/api-deps.ts";
import { webSockets, type WebSockets } from "../http/routes/web-sockets.ts";
import { callerAsBot, callRepeater } from "../http/in-process/repeated-call.ts";
import { webhookReply } from "../http/in-process/webhook-reply.ts";
import { Broadcasters } from "../live/sockets/broadcasters.ts";
import type { SocketDeps } from "../live/sockets/user-socket.ts";
import { ServiceFollower } from "../live/service-follower.ts";
import { Webhooks } from "../live/webhooks/webhooks.ts";
import { ServiceAddresses } from "../methods/engine/service-addresses.ts";
import { attemptLimits } from "./limits-of-attempts.ts";
import type { Deps, UpdateQueues } from "../methods/engine/deps.ts";
import { heavyReadLimit } from "../methods/rate-limits/heavy-reads.ts";
import type { LimitContext } from "../methods/rate-limits/limit-context.ts";
import { RateLimits } from "../methods/rate-limits/rate-limits.ts";
import { SharedTexts } from "../present/shared-event.ts";
import { findConsoleStart } from "../store/queries/service/developer-console.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Tx } from "../store/db.ts";
import type { CallerTraces } from "../http/trace-id.ts";
import type { Tracing } from "../operations/tracing.ts";
import { deliveryTraces, relayTraces } from "./traces.ts";
import { ProviderPhotos } from "../http/provider-sign-in/photos.ts";
import { callLogger, deliveryFailureLogger, deliveryLogger, failedCallLogger } from "./failures.ts";
import { runAssistant } from "./assistant.ts";
import { observeWebhooks } from "./activity.ts";
import { deliveryFaults, observedMedia } from "./developer.ts";
import { scenariosOf } from "./scenarios.ts";
import { openMail, type Mail } from "./mail.ts";
import { startMaintenance } from "./maintenance/jobs.ts";
import { readHttpDate } from "./http-date.ts";
import { ASSISTANT_REGISTRY, BOT_REGISTRY, methodName, USER_REGISTRY } from "./method-names.ts";
import { readComponents } from "./metrics.ts";
import { attemptCounter } from "./open-metrics.ts";
import type { Push } from "../push/push.ts";
import { joinPush } from "./push.ts";
import { mediaPort } from "./media-port.ts";
import { storageMeter } from "./storage-usage.ts";
import { yieldToEventLoop } from "./event-loop.ts";
import type { WorldsPort } from "../methods/engine/worlds-port.ts";
import { openComponents, type Components, type ServiceOptions, type WorldParts } from "./components.ts";

/** Random bytes of the placeholder in shared texts, which nobody can guess. */
const PLACEHOLDER_BYTES = 16;
const WEBHOOK_TIMEOUT_MS = 60_000;
const WEBHOOK_RESPONSE_BYTES = 10 * 1024 * 1024;

/** Everything of a service but its listener. */
export interface Instance {
  readonly components: Components;
  readonly deps: Deps;
  readonly bots: BotApiDeps;
  readonly people: ApiDeps;
  readonly photos: ProviderPhotos;
  readonly sockets: WebSockets;
  /** Logs a failed call. */
  readonly onFailedCall: (failed: FailedCall) => void;
  /** Logs any other call; `undefined` if the log does not show it. */
  readonly onCall: ((call: FailedCall) => void) | undefined;
  /** Follows the store, and starts deliveries and maintenance. */
  start(): Promise<void>;
  /** Runs the assistant, if the options want it. `loopback` is the address of the listener. */
  startAssistant(loopback: string): Promise<void>;
  /** Stops deliveries and maintenance. Everything else goes on. @returns when the last one has ended */
  stopBackground(): Promise<unknown>;
  /** Ends long polls, and stops what runs by itself. Requests are still answered. */
  stop(): Stopping;
  /** Closes everything, also what has not been started or stopped. Call it when no request runs any more. */
  close(): Promise<void>;
}

/** What `stop` waits for. */
interface Stopping {
  readonly assistant: Promise<void>;
  /** Deliveries and maintenance. */
  readonly background: Promise<unknown>;
}

/** What an instance has from the process. */
export interface InstanceHost {
  readonly makeTraceId: () => string;
  readonly traces: CallerTraces;
  /** `undefined` where nobody has registered an SDK of OpenTelemetry. */
  readonly tracing: Tracing | undefined;
  /** Returns the address on which the service listens, once it does. */
  readonly ownUrl: () => string;
  /** Connections of clients that are open. */
  readonly connections: () => number;
  /** Adds the metrics of the process to those of the instance. */
  readonly addMetrics: (metrics: Metrics) => void;
  /** In developer mode. */
  readonly worlds?: WorldsPort;
  /** Whether files stay that nothing refers to any more. */
  readonly keepsFiles?: () => boolean;
}

/** Opens an instance. What fails on the way closes what was opened before it. @throws ExitError */
export async function openInstance(options: ServiceOptions, host: InstanceHost, world: WorldParts): Promise<Instance> {
  await using opening = new AsyncDisposableStack();
  const components = await openComponents(options, world, opening, host.tracing);
  relayTraces(components.activity.updates, host.traces, components.bus.publish);
  const follower = opening.adopt(followChanges(components), (each) => each.stop());
  const { media, egress } = components;
  const mail = openMail(components);
  opening.defer(() => mail?.close());
  const deps = joinDeps(
    components,
    mail,
    updateQueues(components, follower),
    new ServiceAddresses(options.public_url, host.ownUrl),
    host.worlds,
  );
  const uploadsOf = (account: Account) => media.blobs.uploadsOf(accountableId(account));
  const bodies = bodyMemory();
  const memoryOf = (account: Account) => bodies.share(accountableId(account));
  const addressOf = clientAddress(options.proxies);
  const elapsed = () => (options.machine ?? options.clock).elapsed();
  const logging = { failures: components.failures, clientAddress: addressOf, methodName };
  const [onFailedCall, onCall] = [failedCallLogger(logging), callLogger(options.log, logging)];
  const common = { ...deps, uploadsOf, memoryOf, clientAddress: addressOf, elapsed, logsCalls: onCall !== undefined };
  const bots = botDeps(components, common);
  const people: ApiDeps = { ...common, methods: USER_REGISTRY };
  const photos = opening.adopt(new ProviderPhotos(people, components.onError), (each) => each.idle());
  if (deps.developer) {
    deps.developer.callBot = callerAsBot(bots, deps.developer, host.makeTraceId);
    deps.developer.repeat = callRepeater(deps.developer.callBot);
    deps.developer.scenarios = scenariosOf(deps.developer, people, bots, host.makeTraceId);
  }
  const webhooks = joinWebhooks(components, bots, host, onFailedCall);
  opening.defer(() => webhooks.close());
  const pushes = joinPush(components);
  followQueues(follower, { webhooks, pushes, mail });
  opening.defer(() => pushes?.close());
  const { previews } = components;
  opening.defer(() => previews?.idle());
  // Closed before the webhooks: no delivery waits for a receiver or a file any more.
  opening.adopt(egress, (each) => each.close());
  opening.adopt(media, (each) => each.close());
  opening.defer(() => previews?.close());
  const sockets = webSockets(people, joinSockets(components), {
    makeTraceId: host.makeTraceId,
    traces: host.traces,
    onFailure: onFailedCall,
  });
  host.addMetrics(components.metrics);
  readComponents(components, deps, { connections: host.connections, webSockets: () => sockets.open });
  const running = lifecycle(components, follower, { webhooks, pushes, mail }, host);
  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return { components, deps, bots, people, photos, sockets, onFailedCall, onCall, ...running, close };
}

/** What this node delivers by itself. */
interface Queues {
  readonly webhooks: Webhooks;
  readonly pushes: Push | undefined;
  readonly mail: Mail | undefined;
}

/** Lets the queues look at what any node has added to them or changed. */
function followQueues(follower: ServiceFollower, { webhooks, pushes, mail }: Queues): void {
  follower.subscribe({
    changed: (bot_id, kind) => {
      if (kind === "webhook" || kind === "suspension") webhooks.changed(bot_id);
    },
    pushChanged: (person_id) => pushes?.changed(person_id),
    mailQueued: () => mail?.outbox.wake(),
    async anyChanged() {
      mail?.outbox.wake();
      await webhooks.anyChanged();
      await pushes?.anyChanged();
    },
  });
}

function lifecycle(
  components: Components,
  follower: ServiceFollower,
  { webhooks, pushes, mail }: Queues,
  host: InstanceHost,
): Pick<Instance, "start" | "startAssistant" | "stopBackground" | "stop"> {
  const { options, polls, cluster, onError } = components;
  let stopMaintenance = async () => {};
  let stopAssistant = async () => {};
  const stopBackground = () => Promise.all([webhooks.close(), pushes?.close(), mail?.outbox.stop(), stopMaintenance()]);
  return {
    stopBackground,
    async start() {
      await follower.start();
      await syncConsole(components);
      await components.updateLife.load(components.db);
      await webhooks.start();
      await pushes?.start();
      mail?.outbox.start();
      stopMaintenance = maintain(components, host.keepsFiles);
      shareSearch(components);
    },
    async startAssistant(loopback) {
      if (options.assistant) stopAssistant = await runAssistant(components, loopback);
    },
    stop() {
      const stopped = stopBackground();
      const assistant = stopAssistant();
      polls.drain();
      components.streamWaits.drain();
      components.developerConsole.close();
      const leaving = cluster.leave().catch(onError);
      return { assistant, background: Promise.all([stopped, leaving]) };
    },
  };
}

/** Nobody waits for maintenance: its timers are none to which a developer advances the clock. */
function maintain(components: Components, keepsFiles: InstanceHost["keepsFiles"]): () => Promise<void> {
  const { options, db, app, cluster, media, retention, updateLife, metrics, onError } = components;
  let rounds = 0;
  metrics.read("heliogram_maintenance_rounds_total", () => rounds);
  const onRound = () => void (rounds += 1);
  const clock = options.adjustable?.background ?? options.clock;
  return startMaintenance({
    settings: options,
    clock,
    db,
    leases: cluster.leases,
    media,
    retention,
    updateLife,
    app,
    keepsFiles,
    onExpired: (messages) => options.log.info({ messages }, "messages past their period were deleted"),
    onError,
    onRound,
  });
}

/** An index in the database is updated by the node that has its lease, and read by all. */
function shareSearch({ search, cluster }: Components): void {
  if (!search.setLease) return;
  cluster.leases.hold("search", {
    acquired: ({ row }) => search.setLease!(row),
    lost: async () => search.setLease!(undefined),
  });
}

/** Bots' waiting lines, as methods and operators speak to them. */
function updateQueues({ polls, bus }: Components, follower: ServiceFollower): UpdateQueues {
  return {
    take: (bot_id, options) => polls.poll(bot_id, options),
    release(bot_id) {
      polls.release(bot_id);
      bus.publish({ kind: "release", bot_id });
    },
    botChanged: () => follower.caughtUp(),
  };
}

/** Follows what any node changes about bots, as far as this node keeps it in memory. */
function followChanges(components: Components): ServiceFollower {
  const { options, db, polls, botAuthentication, developerConsole, updateLife } = components;
  const follower = new ServiceFollower({ ...components, clock: options.clock });
  follower.subscribe({
    changed(bot_id) {
      botAuthentication.forget(bot_id);
      polls.recheck(bot_id);
    },
    consoleSwitched: (isOn) => developerConsole.setEnabled(isOn),
    retentionChanged: () => updateLife.load(db),
    async anyChanged() {
      await updateLife.load(db);
      botAuthentication.forgetAll();
      polls.recheckAll();
      await syncConsole(components);
    },
  });
  return follower;
}

/** Begins or ends recording as the store says. */
async function syncConsole({ db, developerConsole }: Components): Promise<void> {
  developerConsole.setEnabled((await db.read(findConsoleStart)) !== undefined);
}

function joinDeps(
  components: Components,
  mail: Mail | undefined,
  updates: UpdateQueues,
  addresses: ServiceAddresses,
  worlds?: WorldsPort,
): Deps {
  const { options, db, app, hashes, passwords, chatActions, media, egress, retention, search, searchCursors } =
    components;
  const { activity, cluster, developer, developerConsole, drafts, seal, providers, push } = components;
  const { clock, random } = options;
  const limiting = limitContext(components);
  const attempts = { ...limiting, isOff: options.rate_limits === "off" };
  return {
    settings: options,
    developer,
    developerConsole,
    worlds,
    activity,
    liveNodes: () => cluster.liveNodes(),
    db,
    app,
    hashes,
    seal,
    providers,
    clock,
    retention,
    random,
    rates: new RateLimits(options.rate_limits, limiting),
    heavyReads: heavyReadLimit(yieldToEventLoop),
    search,
    searchCursors,
    yieldToEventLoop,
    passwords,
    ...attemptLimits(limiting, attempts),
    mail: mail?.port,
    updates,
    streamWaits: components.streamWaits,
    chatActions,
    drafts,
    push: push?.port,
    media: developer ? observedMedia(mediaPort(media, egress), developer) : mediaPort(media, egress),
    measureStorage: storageMeter(db, media.blobs, clock),
    addresses,
    checkWebhook: (url, ip_address) => egress.check(url, { ip_address }),
    addressOf: (url, account_id) => egress.addressOf(url, account_id),
  };
}

/** Nodes count together in Redis. Without it each allows its share. */
function limitContext({ options, cluster, redis }: Components): LimitContext {
  return { now_ms: () => options.clock.elapsed(), liveNodes: () => cluster.liveNodes(), shared: redis?.limits };
}

/** What people's sockets need. */
function joinSockets({ options, db, app, notifier, chatActions, drafts, onError }: Components): SocketDeps {
  const { clock, machine = clock } = options;
  const common = { db, clock, machine, fileIds: app.fileIds, yieldToEventLoop, onError };
  const texts = new SharedTexts(options.random.bytes(PLACEHOLDER_BYTES).toString("hex"));
  return {
    ...common,
    notifier,
    broadcasters: new Broadcasters({ ...common, texts }, { notifier, chatActions, drafts }),
  };
}

function joinWebhooks(
  components: Components,
  bots: ApiDeps,
  host: InstanceHost,
  onFailedCall: (failed: FailedCall) => void,
): Webhooks {
  const { options, db, notifier, egress, metrics, retention, updateLife, cluster, activity } = components;
  const { developer, developerConsole, foreignTraces, onError } = components;
  const webhooks = new Webhooks(notifier, cluster.leases, {
    db,
    clock: options.clock,
    retention,
    updateLife,
    fraction: options.random.fraction,
    readDate: readHttpDate,
    yieldToEventLoop,
    open: (hook) => {
      const line = egress.open(hook);
      const limits = {
        account_id: hook.accountable_id,
        timeout_ms: WEBHOOK_TIMEOUT_MS,
        max_response_bytes: WEBHOOK_RESPONSE_BYTES,
      };
      return { send: (headers, body) => line.post(hook.url, headers, body, limits), close: () => line.close() };
    },
    onReply: webhookReply(bots, host.makeTraceId, onFailedCall),
    observer: observeWebhooks(activity.updates, developerConsole),
    faults: developer && deliveryFaults(developer),
    isPaused: developer && ((bot_id) => developer.webhooks.isPaused(bot_id)),
    onFailure: deliveryFailureLogger(components.failures),
    onDelivered: deliveryLogger(options.log),
    trace: deliveryTraces({ updates: activity.updates, traces: host.traces, foreign: foreignTraces }, host.tracing),
    onAttempt: attemptCounter(metrics),
    onError,
  });
  developer?.webhooks.connect(webhooks);
  return webhooks;
}

function botDeps({ botAuthentication, assistantLease }: Components, common: Omit<ApiDeps, "methods">): BotApiDeps {
  const keepLease = (tx: Tx) => assistantLease.keep(tx);
  const assistant = { id: ASSISTANT_ID, methods: ASSISTANT_REGISTRY, keepLease };
  return { ...common, methods: BOT_REGISTRY, botAuthentication, assistant };
}
