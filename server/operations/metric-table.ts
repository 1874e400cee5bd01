/** Every metric of the service: its name, type, meaning and labels. Boards, alert rules and documents are checked against it. */

export interface MetricDeclaration {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly bounds?: readonly number[];
}

/** From half a millisecond to the longest poll. */
const CALLS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
const TRANSACTIONS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;
const OUTGOING_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
/** Updates have the second in which they were made, and wait for up to a day. */
const LAG_S = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400] as const;

export const METRICS = {
  heliogram_info: {
    type: "gauge",
    help: "1, with the version and the engine of the store.",
    labels: ["version", "engine"],
  },
  heliogram_ready: {
    type: "gauge",
    help: "Whether the service takes calls, as far as it knows without asking the database.",
  },

  // Requests
  heliogram_requests_total: {
    type: "counter",
    help: "Requests answered, by API and status.",
    labels: ["api", "status"],
  },
  heliogram_request_duration_seconds: {
    type: "histogram",
    help: "Time from a request to its response, by API, method and status. Polls include their waiting.",
    labels: ["api", "method", "status"],
    bounds: CALLS_S,
  },
  heliogram_rate_limited_total: {
    type: "counter",
    help: "Requests that a limit has refused (429), by API.",
    labels: ["api"],
  },
  heliogram_rate_limit_buckets: { type: "gauge", help: "Token buckets of bots and of their chats." },
  heliogram_connections: { type: "gauge", help: "Connections of clients that are open." },
  heliogram_waiting_polls: { type: "gauge", help: "Long polls that wait." },
  heliogram_web_sockets: { type: "gauge", help: "Web sockets of people that are open." },

  // Updates and webhooks
  heliogram_queued_updates: { type: "gauge", help: "Updates that wait in the queues of bots; counted up to 100,000." },
  heliogram_oldest_update_age_seconds: {
    type: "gauge",
    help: "Age of the oldest update in a queue; 0 if there is none.",
  },
  heliogram_webhook_attempts_total: { type: "counter", help: "Webhook deliveries, by outcome.", labels: ["outcome"] },
  heliogram_webhook_attempt_duration_seconds: {
    type: "histogram",
    help: "Time from a webhook request to its response or error, by outcome.",
    labels: ["outcome"],
    bounds: OUTGOING_S,
  },
  heliogram_webhook_lag_seconds: {
    type: "histogram",
    help: "Age of updates when their webhook has taken them, in whole seconds.",
    bounds: LAG_S,
  },
  heliogram_outgoing_requests: { type: "gauge", help: "Requests to webhooks, files and pages that run or wait." },
  heliogram_outgoing_requests_total: {
    type: "counter",
    help: "Requests to webhooks, files and pages, by outcome.",
    labels: ["outcome"],
  },
  heliogram_push_attempts_total: {
    type: "counter",
    help: "Requests to the push services of people's devices, by outcome.",
    labels: ["outcome"],
  },
  heliogram_push_attempt_duration_seconds: {
    type: "histogram",
    help: "Time from a request to a push service to its response or error, by outcome.",
    labels: ["outcome"],
    bounds: OUTGOING_S,
  },
  heliogram_push_people: { type: "gauge", help: "People with subscribed devices to whom this node pushes." },
  heliogram_link_previews_total: {
    type: "counter",
    help: "Pages that were to be fetched for previews of links, by outcome.",
    labels: ["outcome"],
  },
  heliogram_provider_sign_ins_total: {
    type: "counter",
    help: "Sign-ins with OpenID providers, by outcome.",
    labels: ["outcome"],
  },

  // Mail
  heliogram_mails_total: {
    type: "counter",
    help: "Attempts to send mails of the queue, by outcome.",
    labels: ["outcome"],
  },
  heliogram_waiting_mails: { type: "gauge", help: "Mails that wait to be sent." },
  heliogram_oldest_mail_age_seconds: { type: "gauge", help: "Age of the oldest mail that waits; 0 if there is none." },

  // Store
  heliogram_transactions_total: { type: "counter", help: "Transactions that have ended, by kind.", labels: ["kind"] },
  heliogram_transaction_duration_seconds: {
    type: "histogram",
    help: "Time from the request of a writing transaction to its durable commit, by outcome.",
    labels: ["outcome"],
    bounds: TRANSACTIONS_S,
  },
  heliogram_transaction_conflicts_total: {
    type: "counter",
    help: "Transactions that met a conflict with another (PostgreSQL).",
  },
  heliogram_transaction_retries_total: { type: "counter", help: "Repeated attempts of transactions (PostgreSQL)." },
  heliogram_store_bytes: {
    type: "gauge",
    help: "Bytes of the database, its logs and the search index; measured once a minute.",
  },
  heliogram_sqlite_log_bytes: { type: "gauge", help: "Bytes of SQLite's write-ahead log." },
  heliogram_redo_log_bytes: {
    type: "gauge",
    help: "Bytes of the redo log that a start after a kill would replay (SQLite).",
  },
  heliogram_checkpoints_total: {
    type: "counter",
    help: "Checkpoints of SQLite's write-ahead log, by outcome.",
    labels: ["outcome"],
  },
  heliogram_checkpoint_seconds_total: { type: "counter", help: "Time spent in checkpoints (SQLite)." },
  heliogram_database_connections: {
    type: "gauge",
    help: "Connections to PostgreSQL, by pool and state.",
    labels: ["pool", "state"],
  },
  heliogram_database_waiting: {
    type: "gauge",
    help: "Transactions that wait for a connection to PostgreSQL, by pool.",
    labels: ["pool"],
  },
  heliogram_database_wait_seconds_total: {
    type: "counter",
    help: "Time that transactions have waited for a connection to PostgreSQL, by pool.",
    labels: ["pool"],
  },
  heliogram_outage: {
    type: "gauge",
    help: "Whether a part does not answer: the database, the store of files, the disk.",
    labels: ["part"],
  },
  heliogram_search_lag_messages: { type: "gauge", help: "Messages that the search index has not followed yet." },
  heliogram_maintenance_rounds_total: { type: "counter", help: "Rounds of maintenance that have ended." },

  // Files
  heliogram_disk_free_bytes: { type: "gauge", help: "Free bytes on the disk of the data folder." },
  heliogram_disk_size_bytes: { type: "gauge", help: "Size of the disk of the data folder." },
  heliogram_uploads: { type: "gauge", help: "Uploads that are being received, examined or stored." },
  heliogram_upload_bytes_total: { type: "counter", help: "Bytes of uploads that were received." },
  heliogram_media_workers: { type: "gauge", help: "Media workers that examine a file." },
  heliogram_media_waiting: { type: "gauge", help: "Files that wait for a media worker." },

  // Nodes
  heliogram_nodes: { type: "gauge", help: "Live nodes of the database, this one included." },
  heliogram_leases_held: { type: "gauge", help: "Leases that this node has, by kind.", labels: ["kind"] },
  heliogram_lease_takeovers_total: { type: "counter", help: "Leases that this node has taken from dead nodes." },
  heliogram_bus_sent_total: { type: "counter", help: "Messages to other nodes." },
  heliogram_bus_received_total: { type: "counter", help: "Messages of other nodes." },
  heliogram_bus_gaps_total: { type: "counter", help: "How often messages of other nodes may have been lost." },
  heliogram_sweep_finds_total: { type: "counter", help: "Streams whose readers a sweep has found behind the store." },
  heliogram_redis_up: { type: "gauge", help: "Whether Redis carries notifications of this node." },
  heliogram_redis_limits_up: { type: "gauge", help: "Whether Redis counts rate limits for all nodes." },

  // The process. The names are those of other programs on Node.js.
  process_cpu_seconds_total: { type: "counter", help: "Processor time of the process, of all its threads." },
  process_resident_memory_bytes: { type: "gauge", help: "Resident memory of the process." },
  process_start_time_seconds: { type: "gauge", help: "Start of the process, in Unix seconds." },
  process_open_fds: { type: "gauge", help: "Open file descriptors of the process." },
  process_max_fds: { type: "gauge", help: "Most file descriptors that the process may open." },
  nodejs_heap_size_used_bytes: { type: "gauge", help: "Used bytes of the JavaScript heap of the main thread." },
  nodejs_heap_size_total_bytes: { type: "gauge", help: "Bytes of the JavaScript heap of the main thread." },
  nodejs_external_memory_bytes: { type: "gauge", help: "Bytes of buffers and other memory outside of the heap." },
  nodejs_eventloop_lag_seconds: {
    type: "gauge",
    help: "Delay of the event loop since the last reading, by quantile.",
    labels: ["quantile"],
  },
  nodejs_eventloop_utilization: {
    type: "gauge",
    help: "Part of the time since the last reading that the event loop was busy.",
  },
  nodejs_gc_seconds_total: { type: "counter", help: "Time of garbage collections, by kind.", labels: ["kind"] },
  nodejs_gc_runs_total: { type: "counter", help: "Garbage collections, by kind.", labels: ["kind"] },
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

export type MetricName = keyof typeof METRICS;

/** The metrics of a type. */
export type MetricOf<Type extends MetricDeclaration["type"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never;
}[MetricName];

/** The declaration of a metric, with its optional parts. */
export function metric(name: MetricName): MetricDeclaration {
  return METRICS[name];
}
