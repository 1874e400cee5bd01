/** Opens the connections to Redis: one client for commands, and one that is subscribed to a channel. */
import { Cluster, Redis } from "ioredis";
import type { RedisAddress } from "./address.ts";
import { ATTEMPT, REFUND, TAKE } from "./scripts.ts";

/** What is sent to Redis. The scripts take the number of keys, the keys, and their other arguments. */
export interface RedisCommands {
  readonly publish: (channel: string, text: string) => Promise<unknown>;
  readonly take: (keys: number, ...rest: readonly (string | number)[]) => Promise<number>;
  readonly refund: (keys: number, ...rest: readonly (string | number)[]) => Promise<number>;
  readonly attempt: (keys: number, ...rest: readonly (string | number)[]) => Promise<number>;
}

export interface RedisClients {
  readonly commands: RedisCommands;
  close(): void;
}

export interface ClientHandlers {
  /** A text has come through the channel. */
  message(text: string): void;
  /** A connection failed, or could not be made. */
  failed(error: Error): void;
}

/** Milliseconds. */
export const CONNECT_TIMEOUT_MS = 2000;
/** Time for a connection to close in order before it is cut. */
const DISCONNECT_TIMEOUT_MS = 500;
const MAX_RETRY_DELAY_MS = 1000;
/** Redirections and retries of one command in a Cluster. */
const MAX_REDIRECTIONS = 5;
const SLOTS_REFRESH_MS = 2000;

/**
 * Nothing is queued while there is no connection, and nothing is sent again: what is late is of no use.
 */
const PATIENCE = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  disconnectTimeout: DISCONNECT_TIMEOUT_MS,
  sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // It is subscribed by us whenever a connection is ready.
  autoResubscribe: false,
  disableClientInfo: true,
};

/**
 * @param ca - certificates of the authorities, in PEM; `undefined` for those of Node.js
 */
export function openClients(
  address: RedisAddress,
  ca: string | undefined,
  channel: string,
  handlers: ClientHandlers,
): RedisClients {
  const isCluster = address.kind === "cluster";
  return isCluster ? openCluster(address, ca, channel, handlers) : openServer(address, ca, channel, handlers);
}

function openServer(address: RedisAddress, ca: string | undefined, channel: string, handlers: ClientHandlers) {
  const options = {
    ...PATIENCE,
    ...serverOptions(address, ca),
    ...placeOf(address, ca),
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    db: address.database,
    // A master that has become a replica after a failover.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  };
  const commands = withScripts(new Redis({ ...options, enableAutoPipelining: true }));
  const subscriber = new Redis(options);
  for (const client of [commands, subscriber]) client.on("error", handlers.failed);
  subscriber.on("ready", () => void subscriber.subscribe(channel).catch(handlers.failed));
  subscriber.on("message", (_channel, text: string) => handlers.message(text));
  return {
    commands: commandsOf(commands, (to, text) => commands.publish(to, text)),
    close() {
      for (const client of [commands, subscriber]) client.disconnect();
    },
  };
}

/**
 * In a Cluster, the channel belongs to one shard, so the others have nothing to do with it. The subscription has a
 * connection of our own: the one that ioredis would make (`shardedSubscribers`) connects a hundred times a second while
 * a shard is down. It is not repaired when the shard moves, because the caller opens everything anew then.
 */
function openCluster(address: RedisAddress, ca: string | undefined, channel: string, handlers: ClientHandlers) {
  const open: { subscriber?: Redis; isClosed: boolean } = { isClosed: false };
  const cluster = withScripts(
    new Cluster([...address.endpoints], {
      redisOptions: { ...PATIENCE, ...serverOptions(address, ca) },
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      clusterRetryStrategy: retryStrategy,
      clusterNodeRetryStrategy: retryStrategy,
      maxRedirections: MAX_REDIRECTIONS,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      // Certificates name hosts, not the numbers they resolve to.
      ...(address.isEncrypted && { dnsLookup: (host, done) => done(null, host) }),
    }),
  );
  const subscribe = async () => {
    const master = await masterOf(cluster, channel);
    if (!master || open.isClosed) return;
    open.subscriber?.disconnect();
    const subscriber = master.duplicate({ ...PATIENCE, retryStrategy, lazyConnect: false });
    open.subscriber = subscriber;
    subscriber.on("error", handlers.failed);
    subscriber.on("ready", () => void subscriber.ssubscribe(channel).catch(handlers.failed));
    subscriber.on("smessage", (_channel: string, text: string) => handlers.message(text));
  };
  // "Failed to refresh slots cache" has the reason beside it.
  cluster.on("error", (error: Error & { readonly lastNodeError?: Error }) =>
    handlers.failed(error.lastNodeError ?? error),
  );
  cluster.on("ready", () => void subscribe().catch(handlers.failed));
  return {
    commands: commandsOf(cluster, (to, text) => cluster.spublish(to, text)),
    close() {
      open.isClosed = true;
      open.subscriber?.disconnect();
      cluster.disconnect();
    },
  };
}

/** The connection to the master of the shard that a channel belongs to. */
async function masterOf(cluster: Cluster, channel: string): Promise<Redis | undefined> {
  const slot = await cluster.cluster("KEYSLOT", channel);
  const key = cluster.slots[slot]?.[0];
  return cluster.nodes("master").find(({ options }) => `${options.host}:${options.port}` === key);
}

/** Who connects, and how. */
export function serverOptions({ isEncrypted, username, password }: RedisAddress, ca: string | undefined) {
  return {
    connectionName: "heliogram",
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: { ca } }),
  };
}

/** Where the server is, or who knows it. */
export function placeOf(address: RedisAddress, ca: string | undefined) {
  const { kind, endpoints, isEncrypted, sentinel_username, sentinel_password, master } = address;
  if (kind === "single") return { host: endpoints[0]!.host, port: endpoints[0]!.port };
  return {
    sentinels: [...endpoints],
    name: master,
    ...(sentinel_username !== undefined && { sentinelUsername: sentinel_username }),
    ...(sentinel_password !== undefined && { sentinelPassword: sentinel_password }),
    ...(isEncrypted && { sentinelTLS: { ca }, enableTLSForSentinelMode: true }),
  };
}

function retryStrategy(times: number): number {
  return Math.min(25 * 2 ** times, MAX_RETRY_DELAY_MS);
}

function withScripts<T extends Redis | Cluster>(client: T): T {
  for (const [name, lua] of Object.entries({ take: TAKE, refund: REFUND, attempt: ATTEMPT }))
    client.defineCommand(name, { lua });
  return client;
}

/** The scripts are methods that the types of the client do not know. */
function commandsOf(client: object, publish: RedisCommands["publish"]): RedisCommands {
  const scripts = client as Pick<RedisCommands, "take" | "refund" | "attempt">;
  return {
    publish,
    take: (...given) => scripts.take(...given),
    refund: (...given) => scripts.refund(...given),
    attempt: (...given) => scripts.attempt(...given),
  };
}
