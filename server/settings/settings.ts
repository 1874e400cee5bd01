/** All settings: their names, types, defaults and meanings. */
import { isIP } from "node:net";
import { z } from "zod";
import { FilesUrl } from "./files-url.ts";
import { oidcProviders } from "./oidc-providers.ts";
import { SmtpUrl } from "./smtp-url.ts";

/** A number from a file, or decimal digits from the environment; not "" or 0x10. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,15})?$/)
    .transform(Number),
]);
const whole = number.pipe(z.int().min(0));
const days = number.pipe(z.number().positive().max(3650));
const seconds = number.pipe(z.number().positive().max(3600));
const size_mb = number.pipe(z.number().positive().max(4096));
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]);
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))]);

const MAX_PORT = 65_535;

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function isBlock(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (BITS[isIP(address)] ?? -1);
}

export const settingsSchema = z.strictObject({
  data_dir: z.string().min(1).default("./data").describe("Folder of the database, the files and the secret key."),
  secret_key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional()
    .describe(
      "Secret key, in place of the one in data_dir: nodes on several machines share it. Name a file in HELIOGRAM_SECRET_KEY_FILE.",
    ),
  host: z
    .string()
    .min(1)
    .default("0.0.0.0")
    .describe("Address to listen on; use 127.0.0.1 behind a proxy on the same machine."),
  port: whole.pipe(z.number().max(MAX_PORT)).default(8080).describe("Port to listen on; 0 chooses a free one."),
  tls_port: whole
    .pipe(z.number().max(MAX_PORT))
    .optional()
    .describe(
      "Port for HTTPS beside the other one, with the certificate of HELIOGRAM_TLS_CERTIFICATE; by default there is none, and 0 chooses a free one.",
    ),
  tls_host: z.string().min(1).default("0.0.0.0").describe("Address to listen on for HTTPS."),
  tls_certificate: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/)
    .optional()
    .describe(
      "Certificate for HTTPS, followed by those that it is signed by. The file of HELIOGRAM_TLS_CERTIFICATE_FILE is read again when it changes.",
    ),
  tls_key: z
    .string()
    .regex(/-----BEGIN [A-Z ]*PRIVATE KEY-----/)
    .optional()
    .describe("Private key of the certificate. The file of HELIOGRAM_TLS_KEY_FILE is read again when it changes."),
  public_url: z
    .url({ protocol: /^https?$/ })
    // The web client and the APIs are at fixed paths, so the service cannot be below a path.
    .regex(/^[^/]+:\/\/[^/?#\\]+\/*$/)
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe(
      "Address at which people reach the service; by default, links use the address at which the person opened the page. If it is set, pages under another name cannot sign in.",
    ),
  database: z
    .string()
    .regex(/^(sqlite|memory|postgres(ql)?:\/\/.+)$/)
    .default("sqlite")
    .describe(
      "Database: sqlite (a file in data_dir), memory (lost at the end), or the address of a PostgreSQL database.",
    ),
  database_pool: whole
    .pipe(z.number().min(2).max(1000))
    .default(10)
    .describe(
      "Most connections to PostgreSQL for calls; two more serve long reads, one holds the instance lock, and two carry notifications between nodes.",
    ),
  // Shorter than the timeout of clients, which is a minute.
  database_wait_s: seconds.default(5).describe("Seconds that a call waits for a connection to PostgreSQL."),
  database_statement_s: seconds
    .default(30)
    .describe("Seconds that one statement may take on PostgreSQL; a third of them may be spent waiting for a lock."),
  database_start_s: whole
    .pipe(z.number().max(3600))
    .default(60)
    .describe("Seconds that the start waits for a PostgreSQL server that is not available yet."),
  redis_url: z
    .string()
    .regex(/^rediss?(\+(sentinel|cluster))?:\/\/[^\s]+$/)
    .optional()
    .describe("Address of a Redis 7 or Valkey that several nodes use together; by default they use PostgreSQL alone."),
  dialect: z
    .enum(["native", "telegram"])
    .default("native")
    .describe("Dialect of the bot API for bots that have not chosen one."),
  rate_limits: z
    .enum(["default", "telegram", "off"])
    .default("default")
    .describe(
      "Rate limits of bots, people and clients that are not signed in; off: none at all, not even on guesses at passwords.",
    ),
  webhook_allow: list
    .pipe(z.array(z.string().refine(isBlock)))
    .default([])
    .describe(
      "Networks that webhooks, pushes, file URLs, previews of links and what OpenID providers name may lead to in addition to public addresses.",
    ),
  link_previews: flag
    .default(false)
    .describe(
      "Whether the service fetches the pages that messages link to, for their previews. Such requests tell other hosts that somebody has posted the link.",
    ),
  push: flag
    .default(true)
    .describe("Whether people can have messages pushed to their devices, through the push services of these."),
  push_contact: z
    .string()
    .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/)
    .optional()
    .describe(
      "Where the operators of push services reach the one of this service; by default public_url, if it is https. Apple's push service demands one.",
    ),
  proxies: list
    .pipe(z.array(z.string().refine(isBlock)))
    .default(["127.0.0.0/8", "::1/128"])
    .describe("Networks of reverse proxies whose X-Forwarded-For is trusted."),
  max_connections: whole.pipe(z.number().min(1)).default(20_000).describe("Most open connections of clients, in all."),
  max_connections_from_one: whole
    .pipe(z.number().min(1))
    .default(2000)
    .describe("Most open connections from one IPv4 address or IPv6 /64 network; proxies are exempt."),
  files_url: z
    .string()
    .transform((text, context) => {
      const url = FilesUrl.parse(text);
      if (!url) context.addIssue("not the address of a bucket");
      return url ?? z.NEVER;
    })
    .optional()
    .describe("Bucket of an S3-compatible store in which files are stored; by default, they are stored in data_dir."),
  files_access_key: z.string().min(1).optional().describe("Access key of the bucket."),
  files_secret_key: z.string().min(1).optional().describe("Secret key of the bucket."),
  files_session_token: z
    .string()
    .min(1)
    .optional()
    .describe("Session token of the bucket's keys, if they are temporary ones; a new one needs a restart."),
  files_certificate: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/)
    .optional()
    .describe("Certificate that the S3 store's is signed with, instead of those of public authorities."),
  smtp_url: z
    .string()
    .transform((text, context) => {
      const url = SmtpUrl.parse(text);
      if (!url) context.addIssue("not the address of a mail server");
      return url ?? z.NEVER;
    })
    .optional()
    .describe("Address of the mail server; by default the service sends no mail."),
  smtp_from: z
    .string()
    .max(320)
    .regex(/^[^\p{Cc}]*@[^\p{Cc}]*$/u)
    .optional()
    .describe("Address that mails are from, which the mail server must allow."),
  smtp_certificate: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/)
    .optional()
    .describe("Certificate that the mail server's is signed with, instead of those of public authorities."),
  photo_mb: size_mb.default(10).describe("Largest photo."),
  document_mb: size_mb.default(100).describe("Largest document."),
  video_mb: size_mb.default(100).describe("Largest video, animation or video note."),
  audio_mb: size_mb.default(100).describe("Largest audio file."),
  voice_mb: size_mb.default(100).describe("Largest voice message."),
  media_group_file_mb: size_mb.default(100).describe("Largest file of a media group."),
  media_workers: whole
    .pipe(z.number().min(1).max(64))
    .optional()
    .describe("Number of media workers; by default one for each processor, but from 2 to 4."),
  min_free_mb: whole
    .pipe(z.number().max(1_000_000))
    .default(200)
    .describe("Free space that uploads leave on the disk of data_dir for the database."),
  oidc: oidcProviders
    .default([])
    .describe(
      "OpenID providers with which people sign in, as YAML or JSON (guides/openid.md). Name a file in HELIOGRAM_OIDC_FILE.",
    ),
  session_days: days.default(180).describe("Days a person stays signed in."),
  audit_days: days.default(365).describe("Days that entries of the audit log are kept."),
  deleted_files_days: days
    .default(1)
    .describe("Days that files are kept, and can be sent again, after the last message or photo with them is gone."),
  assistant: flag.default(true).describe("Whether @assistant runs, the bot with which people create bots."),
  bots_per_person: whole.default(100).describe("Most bots that one person may own."),
  chats_per_person: whole.default(500).describe("Most groups and channels that one person may own."),
  log_level: z.enum(["debug", "info", "warn", "error"]).default("info").describe("Lowest level that is logged."),
  drain_seconds: whole
    .pipe(z.number().max(300))
    .default(5)
    .describe(
      "Seconds for which a service that was told to stop still answers calls, while /readyz says draining; Ctrl-C in a terminal does not wait.",
    ),
  metrics: flag
    .default(false)
    .describe("Whether /metrics is served at the address of the service, to everybody who can reach it."),
  metrics_address: z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[^\s:/]+):\d{1,5}$/i)
    .refine((address) => Number(address.split(":").at(-1)) <= MAX_PORT)
    .optional()
    .describe(
      "Host and port of a second listener, which serves /metrics, /healthz and /readyz; by default there is none.",
    ),
  http_reader: z
    .enum(["own", "node"])
    .default("own")
    .describe(
      "Parser of simple bot requests: own (the fast path), or node (node:http, which parses all other requests).",
    ),
});

export type Settings = z.infer<typeof settingsSchema>;

const SIZE = "a number above 0 and up to 4096";
const DAYS = "a number above 0 and up to 3650";
const SECONDS = "a number above 0 and up to 3600";
const FLAG = "true or false";

/** What is expected of a value, for error messages. */
export const EXPECTED: Readonly<Record<keyof Settings, string>> = {
  data_dir: "the path of a folder",
  secret_key: "32 bytes in base64url, the content of a secret.key",
  host: "a host name or an address",
  port: "a whole number from 0 to 65535",
  tls_port: "a whole number from 0 to 65535",
  tls_host: "a host name or an address",
  tls_certificate: "a certificate in PEM format",
  tls_key: "a private key in PEM format",
  public_url: "an address that begins with http:// or https://, without a path",
  database: "sqlite, memory, or postgres://…",
  database_pool: "a whole number from 2 to 1000",
  database_wait_s: SECONDS,
  database_statement_s: SECONDS,
  database_start_s: "a whole number from 0 to 3600",
  redis_url: "redis://…, redis+sentinel://… or redis+cluster://…, or rediss for TLS",
  dialect: "native or telegram",
  rate_limits: "default, telegram or off",
  webhook_allow: "CIDR blocks such as 10.0.0.0/8",
  link_previews: FLAG,
  push: FLAG,
  push_contact: "an address such as mailto:admin@example.org or https://example.org",
  proxies: "CIDR blocks such as 172.16.0.0/12",
  max_connections: "a whole number from 1 up",
  max_connections_from_one: "a whole number from 1 up",
  files_url: "s3://bucket/prefix?endpoint=https://…&region=…&style=path, of which the bucket is required",
  files_access_key: "a text",
  files_secret_key: "a text",
  files_session_token: "a text",
  files_certificate: "a certificate in PEM format",
  smtp_url: "smtp://user:password@host:587?tls=required, or smtps://…",
  smtp_from: "an address, or a name and an address as Chat <chat@example.org>",
  smtp_certificate: "a certificate in PEM format",
  photo_mb: SIZE,
  document_mb: SIZE,
  video_mb: SIZE,
  audio_mb: SIZE,
  voice_mb: SIZE,
  media_group_file_mb: SIZE,
  media_workers: "a whole number from 1 to 64",
  min_free_mb: "a whole number from 0 to 1000000",
  oidc: "a list of OpenID providers",
  session_days: DAYS,
  audit_days: DAYS,
  deleted_files_days: DAYS,
  assistant: FLAG,
  bots_per_person: "a whole number from 0 up",
  chats_per_person: "a whole number from 0 up",
  log_level: "debug, info, warn or error",
  drain_seconds: "a whole number from 0 to 300",
  metrics: FLAG,
  metrics_address: "a host and a port from 0 to 65535, such as 127.0.0.1:9464",
  http_reader: "own or node",
};

/** Settings that contain credentials. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  "database",
  "secret_key",
  "redis_url",
  "files_url",
  "files_access_key",
  "files_secret_key",
  "files_session_token",
  "smtp_url",
  "tls_key",
  "oidc",
]);
