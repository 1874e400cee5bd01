/** Opens Redis for a service with several nodes. */
import { readFileSync } from "node:fs";
import type { BusTransport, Peers } from "../cluster/bus/bus.ts";
import { parseRedisAddress, type RedisAddress } from "../cluster/redis/address.ts";
import type { RedisService } from "../cluster/redis/redis.ts";
import type { Log } from "../operations/log.ts";
import type { Metrics } from "../operations/metrics.ts";
import { yieldToEventLoop } from "./event-loop.ts";
import { EXIT, ExitError, reasonOf } from "./exit-error.ts";
import { clock as machine } from "./system.ts";

export interface RedisChoice {
  /** `undefined` for a service without Redis. */
  readonly redis_url: string | undefined;
  /** Given by tests alone: another time that calls wait for Redis, and another clock of the limits. */
  readonly redis_limits?: { readonly wait_ms?: number; readonly now_ms?: () => number } | undefined;
}

/** A Redis that can be opened. */
export interface ReadyRedis {
  readonly address: RedisAddress;
  /** Certificates of the authorities, in PEM; `undefined` for those of Node.js. */
  readonly ca: string | undefined;
  readonly limits: RedisChoice["redis_limits"];
}

export interface RedisParts {
  readonly key: Buffer;
  readonly peers: Pick<Peers, "node_id" | "liveNodes">;
  /** Carries texts between the nodes while Redis does not; `undefined` where there is one node alone. */
  readonly notifications: BusTransport | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
}

const ONE_NODE = "redis_url is not used: it is for several nodes, which need a PostgreSQL database";

/** @throws ExitError if the address is wrong, or the file of certificates that it names cannot be read */
export function readRedis({ redis_url, redis_limits }: RedisChoice): ReadyRedis | undefined {
  if (redis_url === undefined) return undefined;
  const address = readAddress(redis_url);
  const ca = address.ca_path === undefined ? undefined : readAuthorities(address.ca_path);
  return { address, ca, limits: redis_limits };
}

/** Nothing waits for Redis to answer. */
export async function openRedis(
  ready: ReadyRedis | undefined,
  { key, peers, notifications, metrics, log }: RedisParts,
): Promise<RedisService | undefined> {
  if (!ready) return undefined;
  if (!notifications) {
    log.warn({}, ONE_NODE);
    return undefined;
  }
  const { RedisService } = await import("../cluster/redis/redis.ts");
  const redis = new RedisService({
    ...ready,
    key,
    peers,
    database: notifications,
    machine,
    yieldToEventLoop,
    log,
  });
  metrics.read("heliogram_redis_up", () => Number(redis.isUp));
  metrics.read("heliogram_redis_limits_up", () => Number(redis.limits.isUp));
  return redis;
}

function readAddress(url: string): RedisAddress {
  try {
    return parseRedisAddress(url);
  } catch (error) {
    throw new ExitError(`redis_url: ${reasonOf(error)}`, EXIT.settings, { cause: error });
  }
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ExitError(`redis_url: ${path} cannot be read: ${reasonOf(error)}`, EXIT.settings, { cause: error });
  }
}
