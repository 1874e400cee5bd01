/** Opens the store and the files of a service, and creates the components that depend on nothing else. */
import { BotActivity } from "../activity/activity.ts";
import type { CallTimes } from "../activity/calls.ts";
import type { Tracing } from "../operations/tracing.ts";
import { ForeignTraces, observedTimes } from "./traces.ts";
import type { PasswordQueue } from "../app/accounts/password-queue.ts";
import type { PasswordCost } from "../app/accounts/passwords.ts";
import { Seal } from "../app/accounts/seal.ts";
import { Hashes } from "../app/accounts/tokens.ts";
import type { AppContext } from "../app/app-context.ts";
import type { Dialect } from "../domain/accounts.ts";
import { Egress } from "../egress/egress.ts";
import type { BusTransport } from "../cluster/bus/bus.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { EgressRules } from "../egress/addresses.ts";
import type { Deadlines } from "../http/server.ts";
import type { RedisService } from "../cluster/redis/redis.ts";
import { BotAuthentication } from "../http/authentication/bot-authentication.ts";
import { UpdateLife } from "../live/update-life.ts";
import { StreamWaits } from "../live/stream-waits.ts";
import { StreamNotifier } from "../live/stream-notifier.ts";
import { LongPolls } from "../live/polling/long-polls.ts";
import { PollTurns } from "../live/polling/poll-turns.ts";
import { ChatActions } from "../live/chat-actions.ts";
import { StreamedDrafts } from "../live/drafts/streamed-drafts.ts";
import type { BlobStore } from "../media/blob-store.ts";
import { MediaStore } from "../media/media.ts";
import type { ProberOptions } from "../media/probe.ts";
import { FilesUnavailable, NoSpace } from "../media/upload.ts";
import type { RatePlan } from "../methods/rate-limits/rate-limits.ts";
import type { Log } from "../operations/log.ts";
import { FailureLog } from "../operations/failure-log.ts";
import { Outages } from "../operations/outages.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import { SearchCursors } from "../methods/engine/search-cursors.ts";
import { RetentionClock } from "../ports/retention-clock.ts";
import { SharedTime } from "../ports/shared-time.ts";
import type { MethodSettings } from "../methods/engine/deps.ts";
import type { MaintenanceSettings } from "./maintenance/jobs.ts";
import { StoreUnavailable, type Db } from "../store/db.ts";
import { LeaseLost } from "../store/lease.ts";
import type { SerializedDatabase } from "../store/sqlite/serialized-database.ts";
import { makeFolder } from "../store/make-folder.ts";
import { openNotifications, openStore, type OpenOptions } from "../store/open.ts";
import { openSearch } from "../store/search/open.ts";
import type { SearchIndex } from "../store/search/search-index.ts";
import { joinBus, type BusParts, type JoinedBus } from "./bus.ts";
import { openPush, type PushOptions, type PushParts } from "./open-push.ts";
import { openRedis, readRedis, type RedisChoice } from "./redis.ts";
import { AssistantLease } from "./assistant-lease.ts";
import { openApp } from "./open-app.ts";
import { attempt } from "./exit-error.ts";
import { openProviders } from "./providers.ts";
import type { ProviderOptions } from "../oidc/provider.ts";
import type { Providers } from "../oidc/providers.ts";
import type { MailOptions } from "./mail-options.ts";
import { openMetrics, type OpenMetrics } from "./open-metrics.ts";
import { LinkPreviews } from "../previews/link-previews.ts";
import { openBlobs, type FilesOptions } from "./open-blobs.ts";
import { assertStoreThere, confirmKey, openKey, subkey } from "./secret-key.ts";
import type { World } from "../world/schema.ts";
import type { DeveloperConsole } from "../developer/developer-console.ts";
import type { Developer } from "../developer/developer.ts";
import type { AdjustableClock } from "../ports/adjustable-clock.ts";
import { deliveryFaults, openConsole, openDeveloper } from "./developer.ts";
import { openCluster } from "./cluster.ts";
import { clock as systemClock } from "./system.ts";
import { restoreRetention } from "./retention.ts";
import type { TlsOptions } from "./tls.ts";

export interface ServiceOptions extends RedisChoice, FilesOptions, MethodSettings, MaintenanceSettings, PushOptions {
  readonly database: string;
  /** The secret key in base64url, where the settings give it in place of the data folder. */
  readonly secret_key?: string | undefined;
  readonly host: string;
  readonly port: number;
  /** The descriptor of a socket that is bound already, in place of `host` and `port`. */
  readonly socket_fd?: number | undefined;
  /** The listener for HTTPS, beside the other one. */
  readonly tls?: TlsOptions | undefined;
  /** The address at which people reach the service; `undefined` if it is the address it listens on. */
  readonly public_url: string | undefined;
  /** CidrList of proxies whose `X-Forwarded-For` is trusted. */
  readonly proxies: readonly string[];
  /** `undefined` if the service sends no mail. */
  readonly mail?: MailOptions | undefined;
  /** Most client connections in all, and from one address that is not a proxy. */
  readonly max_connections: number;
  readonly max_connections_from_one: number;
  /** The folder of the built web client; `undefined` if it has not been built. */
  readonly web_dir: string | undefined;
  readonly dialect: Dialect;
  readonly rate_limits: RatePlan;
  readonly postgres: OpenOptions["postgres"];
  /** Number of media workers; by default one per processor, but from 2 to 4. */
  readonly media_workers?: number | undefined;
  /** Whether a media worker is started before the first upload, as where clients go on after a restart. */
  readonly prepares_media?: boolean;
  readonly egress: EgressRules;
  /** OpenID providers with which people sign in; by default there are none. */
  readonly providers?: readonly ProviderOptions[];
  readonly assistant: boolean;
  readonly metrics: boolean;
  /** Host and port of a second listener for operators; `undefined` for none. */
  readonly metrics_address?: string | undefined;
  /** The parser of simple bot requests: the fast path, or `node:http`, which parses all other requests anyway. */
  readonly http_reader: "own" | "node";
  /** Overrides of the HTTP timeouts. */
  readonly deadlines?: Partial<Deadlines>;
  /**
   * Given by tests alone: the functions that write the redo log, the process that reads files, processes that other
   * services have left, what is put between the bus and the transport of its texts, whether there is a search index, and
   * what the hashes of passwords cost.
   */
  readonly redoFiles?: OpenOptions["redoFiles"];
  readonly media_worker?: URL;
  readonly spare_media_workers?: ProberOptions["spare"];
  readonly carry_bus?: (transport: BusTransport) => BusTransport;
  readonly search_index?: boolean;
  readonly password_cost?: PasswordCost | undefined;
  readonly clock: Clock;
  /** The clock of connections, files and the other nodes, if it is another one than `clock`. */
  readonly machine?: Clock;
  /** In developer mode: `clock`, which can be advanced. */
  readonly adjustable?: AdjustableClock;
  /** In developer mode: what `newWorld` makes unless it is told otherwise. */
  readonly world?: World;
  /** Whether developers see calls and updates, without a credential (`heliogram dev`). */
  readonly developer?: boolean;
  /** Whether expiry goes by the time of the database where nodes share one, and not by each node's clock. */
  readonly database_time?: boolean;
  /** Called when the store has failed for good. The process must end. */
  readonly fatal: (error: unknown) => void;
}

/** What a world gives to its instance. */
export interface WorldParts {
  /** The content with which its store begins. */
  readonly serialized?: SerializedDatabase | undefined;
  /** By default that of the store, or a new one for a store in memory. */
  readonly key?: Buffer | undefined;
  /** By default the main one's. */
  readonly name?: string | undefined;
  /** Begins the tokens of a world other than the main one. */
  readonly tag?: string | undefined;
  /** The queue of the process, which closes it. */
  readonly passwords: PasswordQueue;
  /** That of the instance before, whose lists its own continue. */
  readonly developer?: Developer | undefined;
}

const LOG_TOO_LONG =
  "SQLite's log (heliogram.db-wal) is longer than it should be: another process reads the database and keeps it from beginning anew";

/** Connections to one webhook receiver. */
const MAX_WEBHOOK_CONNECTIONS = 100;
/** Random bytes in the name of a search index. */
const INDEX_NAME_BYTES = 16;

export interface Components {
  readonly options: ServiceOptions;
  readonly onError: (error: unknown, trace_id?: string) => void;
  readonly notifier: StreamNotifier;
  readonly streamWaits: StreamWaits;
  /** Messages to the other nodes. */
  readonly bus: JoinedBus;
  /** `undefined` without Redis. */
  readonly redis: RedisService | undefined;
  readonly db: Db;
  readonly app: AppContext;
  readonly hashes: Hashes;
  readonly seal: Seal;
  readonly providers: Providers;
  readonly key: Buffer;
  readonly passwords: PasswordQueue;
  readonly media: MediaStore;
  readonly egress: Egress;
  /** `undefined` where links get no previews. */
  readonly previews: LinkPreviews | undefined;
  /** `undefined` where the service sends no pushes. */
  readonly push: PushParts | undefined;
  readonly metrics: Metrics;
  readonly meter: OpenMetrics["meter"];
  readonly outages: { readonly database: Outages; readonly files: Outages; readonly disk: Outages };
  readonly failures: FailureLog;
  readonly cluster: Cluster;
  readonly polls: LongPolls;
  readonly botAuthentication: BotAuthentication;
  readonly chatActions: ChatActions;
  readonly drafts: StreamedDrafts;
  readonly foreignTraces: ForeignTraces;
  readonly assistantLease: AssistantLease;
  readonly retention: RetentionClock;
  readonly updateLife: UpdateLife;
  readonly search: SearchIndex;
  readonly searchCursors: SearchCursors;
  readonly activity: BotActivity;
  readonly developer: Developer | undefined;
  readonly developerConsole: DeveloperConsole;
}

function storeOptions(
  options: ServiceOptions,
  parts: Pick<Components, "notifier" | "activity" | "retention" | "outages" | "meter"> & {
    readonly previews: () => LinkPreviews | undefined;
  },
  serialized: SerializedDatabase | undefined,
): OpenOptions {
  const { clock, machine = clock, log } = options;
  const { notifier, activity, retention, outages, meter, previews } = parts;
  return {
    notify: (streams) => notifier.committed(streams),
    committed: (notes) => activity.updates.committed(previews()?.committed(notes) ?? notes),
    fatal: options.fatal,
    meter,
    serialized,
    now_ms: () => retention.read(),
    after: (delay_ms, fire) => machine.after(delay_ms, fire),
    redoFiles: options.redoFiles,
    postgres: options.postgres,
    availableAgain: () => outages.database.over(),
    walTooLong: (bytes) => log.warn({ bytes }, LOG_TOO_LONG),
    waiting: (error, for_ms) =>
      log.warn({ err: error }, `the database cannot be reached yet: waiting for it up to ${for_ms / 1000} seconds`),
  };
}

/**
 * @param opening - closes what was opened, in the reverse order
 * @throws ExitError when the store or the data folder cannot be opened
 */
export async function openComponents(
  options: ServiceOptions,
  world: WorldParts,
  opening: AsyncDisposableStack,
  tracing: Tracing | undefined,
): Promise<Components> {
  const { clock, machine = clock, log } = options;
  const observing = openObservers(options, world, opening, tracing);
  const { time, notifier, retention, outages, metrics, activity, developer, onError } = observing;
  const readyRedis = readRedis(options);
  // Made when the store is open.
  let previews: LinkPreviews | undefined;
  const openOptions = storeOptions(options, { ...observing, previews: () => previews }, world.serialized);
  const stored = await openStored(options, openOptions, { retention, outages, world }, opening);
  const { db, key } = stored;
  const cluster = opening.adopt(await openCluster({ ...options, clock: machine }, time, db, metrics, onError), (each) =>
    each.close().catch(onError),
  );
  await confirmKey(db, options, key);
  const [pollTurns, updateLife] = [new PollTurns(cluster.node_id, () => (time ?? clock).now()), new UpdateLife()];
  const polls = new LongPolls({
    ...{ db, notifier, clock, retention, updateLife, turns: pollTurns, observer: activity.updates },
    faults: developer && deliveryFaults(developer),
  });
  const notifications = await openNotifications(options, openOptions);
  const redis = await openRedis(readyRedis, { key: subkey(key, "redis"), peers: cluster, notifications, metrics, log });
  const chatActions = new ChatActions();
  const drafts = opening.adopt(new StreamedDrafts(clock, () => (time ?? clock).now()), (each) => each.close());
  const live = { notifier, chatActions, drafts, polls, streamWaits: new StreamWaits(notifier, clock) };
  const foreignTraces = new ForeignTraces();
  const nodes = { ...live, foreignTraces, peers: cluster, db, pollTurns, metrics, clock: machine, onError };
  const bus = openBus(redis?.transport ?? notifications, nodes, options, opening);
  const seal = new Seal(subkey(key, "seal"), options.random.bytes);
  const [hashes, egress] = [new Hashes(subkey(key, "credentials"), world.tag), openEgress(options)];
  if (options.link_previews) previews = openPreviews(options, { ...stored, ...observing, ...nodes, egress });
  return {
    ...stored,
    ...observing,
    ...live,
    foreignTraces,
    options,
    redis,
    bus,
    cluster,
    search: opening.adopt(await openIndex(options, db, onError), (each) => each.close()),
    searchCursors: new SearchCursors(subkey(key, "search_cursor")),
    app: { ...openApp(options, key), updates: activity.updates, previews },
    hashes,
    seal,
    providers: opening.adopt(await openProviders(options, observing.metrics), (each) => each.close()),
    passwords: world.passwords,
    egress,
    previews,
    push: openPush(options, key, seal, egress),
    botAuthentication: new BotAuthentication(db, hashes),
    assistantLease: new AssistantLease(),
    updateLife,
  };
}

/** What notices what happens: clocks, records, counts, logs of failures. Nothing of it needs the store. */
function openObservers(
  options: ServiceOptions,
  world: WorldParts,
  opening: AsyncDisposableStack,
  tracing: Tracing | undefined,
) {
  const { clock, machine = clock, log } = options;
  const outages = openOutages(options);
  const { metrics, meter, callTimes } = openMetrics(options.database);
  return {
    ...openTime(options),
    ...openRecords(options, world, observedTimes(callTimes, tracing)),
    notifier: new StreamNotifier(),
    outages,
    metrics,
    meter,
    onError: errorLogger(log, outages),
    failures: opening.adopt(new FailureLog(log, machine), (each) => each.close()),
  };
}

interface StoreParts {
  readonly retention: RetentionClock;
  readonly outages: Components["outages"];
  readonly world: WorldParts;
}

/** Opens what is kept: the store, the secret key and the files. @throws ExitError */
async function openStored(
  options: ServiceOptions,
  openOptions: OpenOptions,
  { retention, outages, world }: StoreParts,
  opening: AsyncDisposableStack,
): Promise<Pick<Components, "db" | "key" | "media">> {
  await attempt("the data folder cannot be used", async () => makeFolder(options.data_dir));
  assertStoreThere(options);
  const db = opening.adopt(await attempt("the store cannot be opened", () => openStore(options, openOptions)), (each) =>
    each.close(),
  );
  const { key, blobs } = await attempt("the data folder cannot be used", async () => ({
    key: world.key ?? (await openKey(db, options, options.random)),
    blobs: await openBlobs(options, db, retention, () => outages.files.over()),
  }));
  const media = opening.adopt(openMedia(blobs, options, options.clock), (each) => each.close());
  await restoreRetention(db, retention);
  return { db, key, media };
}

/** Joins the other nodes. The bus still carries what the cluster says at its end. */
function openBus(
  transport: BusTransport | undefined,
  nodes: BusParts & { readonly peers: Cluster },
  { carry_bus }: ServiceOptions,
  opening: AsyncDisposableStack,
): JoinedBus {
  if (transport) opening.adopt(transport, (each) => each.close());
  const bus = joinBus(transport, nodes, carry_bus);
  opening.defer(() => bus.close());
  opening.defer(() => nodes.peers.close().catch(nodes.onError));
  return bus;
}

/** What is recorded of calls, updates and deliveries. */
function openRecords(
  { clock, machine = clock, random, adjustable }: ServiceOptions,
  world: WorldParts,
  callTimes: CallTimes,
) {
  const developer = adjustable && openDeveloper(adjustable, random, world);
  const developerConsole = openConsole(clock, random, developer);
  const times = { now: () => clock.now(), elapsed: () => machine.elapsed() };
  const activity = new BotActivity(times, () => developerConsole.logs?.updates, callTimes);
  return { developer, developerConsole, activity };
}

function openIndex(options: ServiceOptions, db: Db, onError: Components["onError"]): Promise<SearchIndex> {
  const { clock, machine = clock, random, log } = options;
  return openSearch(options, db, {
    postgres: options.postgres,
    name: () => random.bytes(INDEX_NAME_BYTES).toString("hex"),
    tell: (sentence) => log.info({}, sentence),
    after: machine.after,
    onError,
  });
}

/** The clock of expiry, and the shared time of day that it goes by, if the nodes of a database share one. */
function openTime({ clock, database_time, adjustable }: ServiceOptions) {
  // The database has no part in a clock that is advanced.
  const time = database_time === true && !adjustable ? new SharedTime(clock) : undefined;
  return { time, retention: new RetentionClock(time ?? clock) };
}

function openOutages({ log, clock }: ServiceOptions): Components["outages"] {
  const open = (what: string, failing?: string) => new Outages(log, what, () => clock.now(), failing);
  const disk = open("the disk", "has no room for files: they are refused, and messages without files go on");
  return { database: open("the database"), files: open("the store of files"), disk };
}

function errorLogger(log: Log, outages: Components["outages"]): Components["onError"] {
  return (error, trace_id) => {
    if (error instanceof StoreUnavailable) outages.database.failed(error, trace_id);
    else if (error instanceof LeaseLost) log.info({}, error.message);
    else if (error instanceof FilesUnavailable) outages.files.failed(error, trace_id);
    else if (error instanceof NoSpace) outages.disk.failed(error, trace_id);
    else log.error({ err: error, trace_id }, "unexpected error");
  };
}

function openEgress({ egress, clock, machine = clock, resolve }: ServiceOptions): Egress {
  return new Egress({ rules: egress, clock: machine, connections: MAX_WEBHOOK_CONNECTIONS, resolve });
}

function openPreviews(
  { clock, machine = clock }: ServiceOptions,
  parts: Pick<Components, "db" | "egress" | "media" | "metrics" | "retention" | "developer" | "onError">,
): LinkPreviews {
  const { db, egress, media, metrics, retention, developer, onError } = parts;
  const onFetched = (outcome: string) => metrics.count("heliogram_link_previews_total", outcome);
  const observer = developer?.previews;
  const now_ms = () => retention.now();
  return new LinkPreviews({ db, egress, media, now_ms, clock: machine, onFetched, observer, onError });
}

function openMedia(blobs: BlobStore, options: ServiceOptions, clock: Clock): MediaStore {
  const { media_worker: script, media_workers: workers, spare_media_workers: spare } = options;
  return new MediaStore(blobs, { clock, machine: systemClock, script, workers, spare });
}
