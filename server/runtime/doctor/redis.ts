/** Redis, which several nodes use together: whether it answers, and whether it is fit for that. */
import type { RedisReport } from "../../cluster/redis/inspect.ts";
import type { Settings } from "../../settings/settings.ts";
import { reasonOf } from "../exit-error.ts";
import { readRedis } from "../redis.ts";
import { clock } from "../system.ts";
import { orOk, problem, warning, type Finding } from "./finding.ts";

/** Sharded channels and functions that the service uses are there since this version. */
const MIN_VERSION = 7;
/** Every call of a caller with a limit waits for one round trip. */
const SLOW_MS = 10;
/** Part of its memory. */
const ALMOST_FULL = 0.9;
const MIB = 1024 * 1024;

/** @throws ExitError if the address is wrong */
export async function checkRedis({ redis_url, database }: Settings): Promise<readonly Finding[]> {
  if (!database.startsWith("postgres")) return [];
  const ready = readRedis({ redis_url });
  if (!ready) return [];
  const { inspectRedis } = await import("../../cluster/redis/inspect.ts");
  let reports: readonly RedisReport[];
  try {
    reports = await inspectRedis(ready.address, ready.ca, () => clock.elapsed());
  } catch (error) {
    const advice = "see that it runs, and compare HELIOGRAM_REDIS_URL; meanwhile the nodes use PostgreSQL alone";
    return [problem("redis", `Redis cannot be used: ${reasonOf(error)}`, advice)];
  }
  const latency_ms = Math.max(...reports.map((each) => each.latency_ms));
  const found = reports.flatMap(findingsOf);
  return orOk("redis", found, `Redis ${reports[0]?.version} answers in ${latency_ms.toFixed(1)} ms`);
}

/** What is wrong with one server. */
export function findingsOf(report: RedisReport): readonly Finding[] {
  const { version, latency_ms, used_bytes, max_bytes, eviction } = report;
  const found: Finding[] = [];
  if (Number.parseInt(version, 10) < MIN_VERSION)
    found.push(problem("redis", `this is Redis ${version}`, `install Redis ${MIN_VERSION} or newer, or Valkey`));
  if (latency_ms > SLOW_MS)
    found.push(
      warning(
        "redis",
        `Redis answers in ${latency_ms.toFixed(1)} ms, for which each call waits`,
        "put it beside the nodes, or unset HELIOGRAM_REDIS_URL",
      ),
    );
  if (max_bytes > 0 && used_bytes > max_bytes * ALMOST_FULL && eviction === "noeviction")
    found.push(
      warning(
        "redis",
        `${Math.floor(used_bytes / MIB)} MiB of ${Math.floor(max_bytes / MIB)} MiB are used: when it is full it refuses to count, and each node limits by itself`,
        "raise maxmemory, or set maxmemory-policy to volatile-ttl",
      ),
    );
  return found;
}
