/** Every setting of the service: its name, its type, its default, its meaning. */
import { z } from "zod";

const bytes_mb = (fallback: number, meaning: string) =>
  z.coerce.number().positive().max(4096).default(fallback).describe(meaning);
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]);
const cidr = /^[0-9a-fA-F.:]+\/\d{1,3}$/;
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))]);

export const settingsSchema = z.strictObject({
  data_dir: z.string().min(1).default("./data").describe("Folder for the database, the files and the key."),
  host: z
    .string()
    .min(1)
    .default("0.0.0.0")
    .describe("Address to listen on; 127.0.0.1 behind a proxy on the same machine."),
  port: z.coerce.number().int().min(0).max(65_535).default(8080).describe("Port to listen on; 0 takes a free one."),
  public_url: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe("The address people reach the service at; by default each is given the one they have the page open at."),
  database: z
    .string()
    .regex(/^(sqlite|memory|postgres(ql)?:\/\/.+)$/, "sqlite, memory, or postgres://…")
    .default("sqlite")
    .describe("Where everything is kept: sqlite (a file in data_dir) or the address of a PostgreSQL database."),
  dialect: z.enum(["native", "telegram"]).default("native").describe("What bots see that chose no dialect themselves."),
  rate_limits: z.enum(["default", "telegram", "off"]).default("default").describe("How much a bot may send."),
  webhook_allow: list
    .pipe(z.array(z.string().regex(cidr, "a CIDR block such as 10.0.0.0/8")))
    .default([])
    .describe("Networks that webhooks and file addresses may lead to although they are not public."),
  photo_mb: bytes_mb(10, "Largest photo."),
  document_mb: bytes_mb(100, "Largest document."),
  video_mb: bytes_mb(100, "Largest video, animation or video note."),
  audio_mb: bytes_mb(100, "Largest audio file."),
  voice_mb: bytes_mb(100, "Largest voice message."),
  media_group_file_mb: bytes_mb(100, "Largest file of a media group."),
  session_days: z.coerce.number().positive().max(3650).default(180).describe("Days a person stays signed in."),
  audit_days: z.coerce.number().positive().max(3650).default(365).describe("Days the audit log goes back."),
  assistant: flag.default(true).describe("Whether @assistant, in whose chat people make bots, runs."),
  bots_per_person: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Bots one person may own; any number by default."),
  log_level: z.enum(["debug", "info", "warn", "error"]).default("info").describe("The least that is logged."),
  metrics: flag.default(false).describe("Whether /metrics answers."),
  http_reader: z
    .enum(["own", "node"])
    .default("own")
    .describe("Who reads the plain requests of bots: our own reader, or Node's, which reads all others."),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Settings whose values open doors. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set(["database"]);
