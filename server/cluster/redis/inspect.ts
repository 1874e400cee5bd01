/** Looks at a Redis as an operator would: whether it answers, how fast, which version it is, and how full. */
import { Cluster, Redis } from "ioredis";
import type { RedisAddress } from "./address.ts";
import { CONNECT_TIMEOUT_MS, placeOf, serverOptions } from "./clients.ts";

/** What one server says of itself. */
export interface RedisReport {
  /** Of a Valkey, the version of Redis that it is compatible with. */
  readonly version: string;
  /** The shortest of a few round trips. */
  readonly latency_ms: number;
  readonly used_bytes: number;
  /** 0 without a limit. */
  readonly max_bytes: number;
  /** What is removed when it is full. */
  readonly eviction: string;
}

const ROUND_TRIPS = 5;

/** Nothing is tried again: what does not answer at once is a finding. */
const IMPATIENT = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: CONNECT_TIMEOUT_MS,
  sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  lazyConnect: true,
  disableClientInfo: true,
};
const never = () => null;

/**
 * @param ca - certificates of the authorities, in PEM; `undefined` for those of Node.js
 * @param elapsed - milliseconds of a monotonic clock
 * @returns a report of each server with keys: the one, or the masters of a Cluster
 * @throws Error with the reason if it cannot be reached
 */
export async function inspectRedis(
  address: RedisAddress,
  ca: string | undefined,
  elapsed: () => number,
): Promise<readonly RedisReport[]> {
  const server = { ...IMPATIENT, ...serverOptions(address, ca) };
  const client =
    address.kind === "cluster"
      ? new Cluster([...address.endpoints], {
          redisOptions: server,
          lazyConnect: true,
          clusterRetryStrategy: never,
          slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
          ...(address.isEncrypted && { dnsLookup: (host, done) => done(null, host) }),
        })
      : new Redis({
          ...server,
          ...placeOf(address, ca),
          db: address.database,
          retryStrategy: never,
          sentinelRetryStrategy: never,
        });
  // The connection closes because of it, without its reason.
  let reason: Error | undefined;
  client.on("error", (error: Error & { readonly lastNodeError?: Error }) => (reason ??= error.lastNodeError ?? error));
  try {
    await client.connect();
    const masters = client instanceof Cluster ? client.nodes("master") : [client];
    return await Promise.all(masters.map((master) => reportOf(master, elapsed)));
  } catch (error) {
    throw reason ?? error;
  } finally {
    client.disconnect();
  }
}

async function reportOf(server: Redis, elapsed: () => number): Promise<RedisReport> {
  let latency_ms = Infinity;
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const begun_ms = elapsed();
    await server.ping();
    latency_ms = Math.min(latency_ms, elapsed() - begun_ms);
  }
  const info = `${await server.info("server")}\n${await server.info("memory")}`;
  const of = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
  return {
    version: of("redis_version"),
    latency_ms,
    used_bytes: Number(of("used_memory")),
    max_bytes: Number(of("maxmemory")),
    eviction: of("maxmemory_policy"),
  };
}
