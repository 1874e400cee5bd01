/** Every setting of the service: its name, its type, its default, its meaning. */
import { isIP } from "node:net";
import { z } from "zod";

/** From a file it comes as a number, from the environment as digits; "" and 0x10 are neither. */
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

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function isBlock(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (BITS[isIP(address)] ?? -1);
}

export const settingsSchema = z.strictObject({
  data_dir: z.string().min(1).default("./data").describe("Folder for the database, the files and the key."),
  host: z
    .string()
    .min(1)
    .default("0.0.0.0")
    .describe("Address to listen on; 127.0.0.1 behind a proxy on the same machine."),
  port: whole.pipe(z.number().max(65_535)).default(8080).describe("Port to listen on; 0 takes a free one."),
  public_url: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe("The address people reach the service at; by default each is given the one they have the page open at."),
  database: z
    .string()
    .regex(/^(sqlite|memory|postgres(ql)?:\/\/.+)$/)
    .default("sqlite")
    .describe("Where everything is kept: sqlite (a file in data_dir) or the address of a PostgreSQL database."),
  database_connections: whole
    .pipe(z.number().min(1).max(1000))
    .default(10)
    .describe(
      "Connections to PostgreSQL held at most; two more read what takes long, and one keeps other processes away.",
    ),
  // A call is answered before people's clients give up, which is after a minute.
  database_wait_s: seconds.default(5).describe("Seconds that a call waits for a connection to PostgreSQL."),
  database_statement_s: seconds
    .default(30)
    .describe("Seconds that one statement may take on PostgreSQL, a third of them waiting for a lock."),
  database_start_s: whole
    .pipe(z.number().max(3600))
    .default(60)
    .describe("Seconds that the start waits for a PostgreSQL server that is not there yet."),
  dialect: z.enum(["native", "telegram"]).default("native").describe("What bots see that chose no dialect themselves."),
  rate_limits: z
    .enum(["default", "telegram", "off"])
    .default("default")
    .describe("How much bots, people and strangers may do."),
  webhook_allow: list
    .pipe(z.array(z.string().refine(isBlock)))
    .default([])
    .describe("Networks that webhooks and file addresses may lead to although they are not public."),
  proxies: list
    .pipe(z.array(z.string().refine(isBlock)))
    .default(["127.0.0.0/8", "::1/128"])
    .describe("Networks of proxies in front, whose X-Forwarded-For says where a request comes from."),
  max_connections: whole
    .pipe(z.number().min(1))
    .default(20_000)
    .describe("Connections that clients may have open at once, in all."),
  max_connections_from_one: whole
    .pipe(z.number().min(1))
    .default(2000)
    .describe("Those from one IPv4 address or IPv6 /64 network; proxies are exempt."),
  photo_mb: size_mb.default(10).describe("Largest photo."),
  document_mb: size_mb.default(100).describe("Largest document."),
  video_mb: size_mb.default(100).describe("Largest video, animation or video note."),
  audio_mb: size_mb.default(100).describe("Largest audio file."),
  voice_mb: size_mb.default(100).describe("Largest voice message."),
  media_group_file_mb: size_mb.default(100).describe("Largest file of a media group."),
  media_workers: whole
    .pipe(z.number().min(1).max(64))
    .optional()
    .describe("Processes that read files at once; by default one for each processor, but from 2 to 4."),
  min_free_mb: whole
    .pipe(z.number().max(1_000_000))
    .default(200)
    .describe("Free space that files leave on the disk of data_dir, so that messages can still be kept."),
  session_days: days.default(180).describe("Days a person stays signed in."),
  audit_days: days.default(365).describe("Days the audit log goes back."),
  deleted_files_days: days
    .default(1)
    .describe(
      "Days that files stay on disk, and can be sent again, after the last message or photo with them is gone.",
    ),
  assistant: flag.default(true).describe("Whether @assistant, in whose chat people make bots, runs."),
  bots_per_person: whole.default(100).describe("Bots one person may own."),
  chats_per_person: whole.default(500).describe("Groups and channels one person may own."),
  log_level: z.enum(["debug", "info", "warn", "error"]).default("info").describe("The least that is logged."),
  metrics: flag.default(false).describe("Whether /metrics answers."),
  http_reader: z
    .enum(["own", "node"])
    .default("own")
    .describe("Who reads the plain requests of bots: our own reader, or Node's, which reads all others."),
});

export type Settings = z.infer<typeof settingsSchema>;

const SIZE = "a number above 0 and up to 4096";
const DAYS = "a number above 0 and up to 3650";
const SECONDS = "a number above 0 and up to 3600";
const FLAG = "true or false";

/** What to say when a value does not do, in the words of whoever writes settings. */
export const EXPECTED: Readonly<Record<keyof Settings, string>> = {
  data_dir: "the path of a folder",
  host: "a host name or an address",
  port: "a whole number from 0 to 65535",
  public_url: "an address that begins with http:// or https://",
  database: "sqlite, memory, or postgres://…",
  database_connections: "a whole number from 1 to 1000",
  database_wait_s: SECONDS,
  database_statement_s: SECONDS,
  database_start_s: "a whole number from 0 to 3600",
  dialect: "native or telegram",
  rate_limits: "default, telegram or off",
  webhook_allow: "CIDR blocks such as 10.0.0.0/8",
  proxies: "CIDR blocks such as 172.16.0.0/12",
  max_connections: "a whole number from 1 up",
  max_connections_from_one: "a whole number from 1 up",
  photo_mb: SIZE,
  document_mb: SIZE,
  video_mb: SIZE,
  audio_mb: SIZE,
  voice_mb: SIZE,
  media_group_file_mb: SIZE,
  media_workers: "a whole number from 1 to 64",
  min_free_mb: "a whole number from 0 to 1000000",
  session_days: DAYS,
  audit_days: DAYS,
  deleted_files_days: DAYS,
  assistant: FLAG,
  bots_per_person: "a whole number from 0 up",
  chats_per_person: "a whole number from 0 up",
  log_level: "debug, info, warn or error",
  metrics: FLAG,
  http_reader: "own or node",
};

/** Settings whose values open doors. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set(["database"]);
