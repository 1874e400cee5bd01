/** The parts of a service before they are joined. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import { PasswordQueue } from "../app/password-queue.ts";
import { Hashes } from "../app/tokens.ts";
import type { Env } from "../app/env.ts";
import type { Dialect } from "../domain/accounts.ts";
import { Egress } from "../egress/egress.ts";
import type { Resolve } from "../egress/lookup.ts";
import type { EgressRules } from "../egress/addresses.ts";
import type { Deadlines } from "../http/server.ts";
import { Identities } from "../http/identities.ts";
import { Hub } from "../live/hub.ts";
import { Polls } from "../live/poll.ts";
import { PresenceBoard } from "../live/presence.ts";
import type { BlobFiles } from "../media/blob-files.ts";
import { DiskBlobs, SPARED_MS } from "../media/disk.ts";
import { MediaStore } from "../media/media.ts";
import type { RatePlan } from "../methods/rate-limits.ts";
import type { Log } from "../operations/log.ts";
import { Outages } from "../operations/outages.ts";
import { Metrics } from "../operations/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import { SearchCursors } from "../methods/search-cursors.ts";
import { RetentionClock } from "../ports/retention-clock.ts";
import { FileIds } from "../present/file-id.ts";
import { StoreUnavailable, type Db } from "../store/db.ts";
import { openStore, type OpenOptions } from "../store/open.ts";
import { expectBlobs } from "../store/released-files.ts";
import { openSearch } from "../store/search/open.ts";
import type { SearchIndex } from "../store/search/search-index.ts";
import { attempt } from "./faults.ts";
import { assertStoreThere, openKey, subkey } from "./keys.ts";
import { clock as machine } from "./machine.ts";
import { restoreRetention } from "./retention.ts";
import { youngCollector } from "./young.ts";

export interface ServiceOptions {
  readonly database: string;
  readonly data_dir: string;
  readonly host: string;
  readonly port: number;
  /** Where people reach the service, if not where it listens. */
  readonly public_url: string | undefined;
  /** Networks of proxies whose `X-Forwarded-For` is believed. */
  readonly proxies: readonly string[];
  /** Connections of clients at most, in all and from one address that is no proxy's. */
  readonly max_connections: number;
  readonly max_connections_from_one: number;
  /** The folder of the built web client; without it, pages say how to build it. */
  readonly web_dir: string | undefined;
  readonly dialect: Dialect;
  readonly rate_limits: RatePlan;
  readonly limits: MediaLimits;
  readonly postgres: OpenOptions["postgres"];
  /** Processes that read files at once; by default as many as the machine has processors, within bounds. */
  readonly media_workers?: number | undefined;
  /** Free bytes on the disk of the data folder below which no file is taken. */
  readonly min_free_bytes: number;
  readonly egress: EgressRules;
  /** Finds the addresses of the names that are called, where it is not the system that does. */
  readonly resolve?: Resolve;
  readonly session_s: number;
  /** Days the audit log goes back. */
  readonly audit_days: number;
  /** Days that files outlive the last message or photo that has them. */
  readonly deleted_files_days: number;
  /** Bots one person may own; `undefined` for any number. */
  readonly bots_per_person: number | undefined;
  /** Groups and channels one person may own; `undefined` for any number. */
  readonly chats_per_person: number | undefined;
  /** Whether the assistant runs. */
  readonly assistant: boolean;
  readonly metrics: boolean;
  /** Who reads the plain requests of bots: our own reader, or `node:http`, which reads all others anyway. */
  readonly http_reader: "own" | "node";
  /** Where clients may take another time than usual. */
  readonly deadlines?: Partial<Deadlines>;
  /** Given by tests alone: what the store's journal and the files are written with, and who reads files. */
  readonly journal?: OpenOptions["journal"];
  readonly media_worker?: URL;
  readonly blob_files?: BlobFiles;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Told when the store is lost: the process must end. */
  readonly fatal: (error: unknown) => void;
}

const LOG_TOO_LONG =
  "SQLite's log (heliogram.db-wal) is longer than it should be: another process reads the database and keeps it from beginning anew";

/** Of the largest size, under way for one account: an album, and as much beside it. */
const UNDER_WAY_FILES = 20;
/** Seconds that keeping a blob may take. */
const KEEPING_S = 60;
/** Connections to one receiver of webhooks at most. */
const MAX_WEBHOOK_CONNECTIONS = 100;
/** Of the name that a store gives its search index. */
const INDEX_NAME_BYTES = 16;

export interface Parts {
  readonly options: ServiceOptions;
  readonly onFault: (error: unknown, trace_id?: string) => void;
  readonly hub: Hub;
  readonly db: Db;
  readonly env: Env;
  readonly hashes: Hashes;
  readonly passwords: PasswordQueue;
  readonly media: MediaStore;
  readonly egress: Egress;
  readonly metrics: Metrics;
  readonly polls: Polls;
  readonly identities: Identities;
  readonly presence: PresenceBoard;
  readonly retention: RetentionClock;
  readonly search: SearchIndex;
  readonly searchCursors: SearchCursors;
}

/** What the store tells the rest of the service, and is told. */
function storeOptions(options: ServiceOptions, hub: Hub, retention: RetentionClock, outages: Outages): OpenOptions {
  const { clock, log } = options;
  return {
    poke: (streams) => hub.poke(streams),
    fatal: options.fatal,
    now_ms: () => retention.read(),
    after: (delay_ms, fire) => clock.after(delay_ms, fire),
    journal: options.journal,
    postgres: options.postgres,
    back: () => outages.over(),
    logTooLong: (bytes) => log.warn({ bytes }, LOG_TOO_LONG),
    waiting: (error, for_ms) =>
      log.warn({ err: error }, `the database cannot be reached yet: waiting for it up to ${for_ms / 1000} seconds`),
  };
}

/** Opens the store and the files, and makes what depends on nothing else. */
export async function openParts(options: ServiceOptions): Promise<Parts> {
  const { clock, random, log } = options;
  const hub = new Hub();
  const retention = new RetentionClock(clock);
  const outages = new Outages(log, () => clock.now());
  assertStoreThere(options);
  const db = await attempt("the store cannot be opened", () =>
    openStore(options, storeOptions(options, hub, retention, outages)),
  );
  const { key, blobs } = await attempt("the data folder cannot be used", async () => ({
    key: await openKey(db, options, random),
    blobs: await openBlobs(options, db, retention),
  })).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  await restoreRetention(db, retention);
  const hashes = new Hashes(subkey(key, "credentials"));
  const onFault = faultLog(log, outages);
  return {
    options,
    onFault,
    search: await openSearch(options, db, {
      postgres: options.postgres,
      name: () => random.bytes(INDEX_NAME_BYTES).toString("hex"),
      tell: (sentence) => log.info({}, sentence),
      after: clock.after,
      onFault,
    }),
    searchCursors: new SearchCursors(subkey(key, "search_cursor")),
    hub,
    db,
    env: { fileIds: new FileIds(subkey(key, "file_id")), dialect: options.dialect },
    hashes,
    passwords: new PasswordQueue(random.bytes),
    media: openMedia(blobs, options, clock),
    egress: openEgress(options),
    metrics: new Metrics(),
    polls: new Polls(db, hub, clock, retention),
    identities: new Identities(db, hashes),
    presence: new PresenceBoard(),
    retention,
  };
}

function openBlobs({ data_dir, limits, random, ...options }: ServiceOptions, db: Db, retention: RetentionClock) {
  const expectedUntil_s = () => Math.ceil((retention.read() + SPARED_MS) / 1000) + KEEPING_S;
  return DiskBlobs.open(`${data_dir}/media`, {
    bytes: random.bytes,
    free: youngCollector(),
    now_ms: () => retention.read(),
    reserve_bytes: options.min_free_bytes,
    under_way_bytes: UNDER_WAY_FILES * Math.max(...Object.values(limits)),
    expect: (hashes) => db.write((tx) => expectBlobs(tx, hashes, expectedUntil_s())),
    files: options.blob_files,
  });
}

function faultLog(log: Log, outages: Outages): Parts["onFault"] {
  return (error, trace_id) => {
    if (error instanceof StoreUnavailable) outages.failed(error, trace_id);
    else log.error({ err: error, trace_id }, "unexpected error");
  };
}

function openEgress({ egress, clock, resolve }: ServiceOptions): Egress {
  return new Egress({ rules: egress, clock, connections: MAX_WEBHOOK_CONNECTIONS, resolve });
}

function openMedia(blobs: DiskBlobs, { media_worker, media_workers }: ServiceOptions, clock: Clock): MediaStore {
  return new MediaStore(blobs, { clock, machine, script: media_worker, workers: media_workers });
}
