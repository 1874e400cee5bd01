/** What is read of the parts of a service when its metrics are collected. */
import type { Deps } from "../methods/engine/deps.ts";
import type { Db } from "../store/db.ts";
import { age_s, recent, STORE_KEPT_MS } from "./recent-figures.ts";
import { queueFigures, type QueueFigures } from "../store/queries/streams/queue-figures.ts";
import { endsOf } from "../store/search/changes.ts";
import type { Components } from "./components.ts";

/** Milliseconds for which the sizes of files are kept. */
const SIZES_KEPT_MS = 60_000;

/** What is read of the process when metrics are collected. */
export interface MetricsHost {
  readonly connections: () => number;
  readonly webSockets: () => number;
}

/** Adds what is read when metrics are collected. */
export function readComponents(components: Components, { rates }: Deps, host: MetricsHost): void {
  const { metrics, polls, media, egress } = components;
  metrics.read("heliogram_connections", host.connections);
  metrics.read("heliogram_web_sockets", host.webSockets);
  metrics.read("heliogram_waiting_polls", () => polls.waiting + components.streamWaits.waiting);
  metrics.read("heliogram_rate_limit_buckets", () => rates.size);
  metrics.read("heliogram_media_workers", () => media.load.running);
  metrics.read("heliogram_media_waiting", () => media.load.waiting);
  metrics.read("heliogram_uploads", () => media.blobs.uploads.open);
  metrics.read("heliogram_upload_bytes_total", () => media.blobs.uploads.bytes);
  metrics.read("heliogram_outgoing_requests", () => egress.counts.open);
  metrics.read("heliogram_outgoing_requests_total", () => [
    [["answered"], egress.counts.answered],
    [["failed"], egress.counts.failed],
  ]);
  readStore(components);
  readQueues(components);
  readDisk(components);
}

function readStore({ metrics, meter, db, outages, search, options }: Components): void {
  metrics.read("heliogram_transactions_total", () => [
    [["read"], meter.reads],
    [["long_read"], meter.long_reads],
    [["write"], meter.writes],
  ]);
  metrics.read("heliogram_transaction_conflicts_total", () => meter.conflicts);
  metrics.read("heliogram_transaction_retries_total", () => meter.retries);
  metrics.read("heliogram_sqlite_log_bytes", () => db.walBytes());
  metrics.read("heliogram_redo_log_bytes", () => meter.redoBytes());
  metrics.read("heliogram_checkpoints_total", () => Object.entries(meter.checkpoints).map(([name, n]) => [[name], n]));
  metrics.read("heliogram_checkpoint_seconds_total", () => meter.checkpoint_ms / 1000);
  const pools = () => Array.from(meter.pools, ([name, figures]) => [name, figures()] as const);
  metrics.read("heliogram_database_connections", () =>
    pools().flatMap(([name, { open, idle }]) => [
      [[name, "idle"], idle] as const,
      [[name, "used"], open - idle] as const,
    ]),
  );
  metrics.read("heliogram_database_waiting", () => pools().map(([name, { waiting }]) => [[name], waiting]));
  metrics.read("heliogram_database_wait_seconds_total", () =>
    pools().map(([name, { waited_ms }]) => [[name], waited_ms / 1000]),
  );
  metrics.read("heliogram_outage", () => [
    [["database"], Number(outages.database.isOpen)],
    [["files"], Number(outages.files.isOpen)],
  ]);
  const size = recent(options, SIZES_KEPT_MS, () => db.size());
  metrics.read("heliogram_store_bytes", size);
  const newest = recent(options, STORE_KEPT_MS, () => newestMessage(db));
  metrics.read("heliogram_search_lag_messages", async () => {
    const { progress } = search;
    return progress && Math.max(0, (await newest()) - progress.high);
  });
}

function readQueues({ metrics, db, options }: Components): void {
  const figures = recent<QueueFigures>(options, STORE_KEPT_MS, () => db.read(queueFigures));
  metrics.read("heliogram_queued_updates", async () => (await figures()).updates);
  metrics.read("heliogram_oldest_update_age_seconds", async () => {
    return age_s((await figures()).oldest_at, options.clock);
  });
}

function readDisk({ metrics, media }: Components): void {
  metrics.read("heliogram_disk_free_bytes", async () => (await media.blobs.disk()).free_bytes);
  metrics.read("heliogram_disk_size_bytes", async () => (await media.blobs.disk()).total_bytes);
}

async function newestMessage(db: Db): Promise<number> {
  return (await db.read(endsOf)).row;
}
