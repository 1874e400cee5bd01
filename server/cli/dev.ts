/** `heliogram dev`: a throw-away world for bot authors, on a laptop or in CI. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { hashPassword } from "../app/passwords.ts";
import { loadWorld, type LoadedWorld } from "../world/load.ts";
import { worldSchema, type World } from "../world/schema.ts";
import { settingsSchema } from "../settings/settings.ts";
import { limitsFrom } from "./limits.ts";
import { clock, random, run, stderrLog } from "./run.ts";
import { findWebClient } from "./web-client.ts";

const EXAMPLE = new URL("../../examples/world.yaml", import.meta.url);
const YEAR_S = 366 * 86_400;

export async function dev(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      port: { type: "string", default: "8080" },
      host: { type: "string", default: "127.0.0.1" },
      world: { type: "string" },
      json: { type: "boolean", default: false },
      assistant: { type: "boolean", default: true },
      database: { type: "string", default: "memory" },
      data: { type: "string" },
      dialect: { type: "string", default: "native" },
      "rate-limits": { type: "string", default: "default" },
      "log-level": { type: "string", default: "warn" },
    },
  });
  const settings = settingsSchema.safeParse({
    host: values.host,
    port: values.port,
    database: values.database,
    dialect: values.dialect,
    rate_limits: values["rate-limits"],
    log_level: values["log-level"],
    assistant: values.assistant,
  });
  if (!settings.success) return refuse(z.prettifyError(settings.error));
  const world = readWorld(values.world);
  if (typeof world === "string") return refuse(world);
  const data_dir = values.data ?? throwAwayFolder();
  const service = await run({
    ...settings.data,
    data_dir,
    public_url: undefined,
    bots_per_person: undefined,
    web_dir: findWebClient(),
    limits: limitsFrom(settings.data),
    egress: { allow: [], allow_everything: true },
    session_s: YEAR_S,
    metrics: true,
    log: stderrLog(settings.data.log_level),
  });
  const loaded = await loadWorld(
    {
      db: service.db,
      env: service.env,
      hashes: service.hashes,
      bytes: random.bytes,
      now_s: Math.floor(clock.now() / 1000),
      hashPassword: (password) => hashPassword(password, random.bytes),
    },
    world,
  );
  const text = values.json ? JSON.stringify({ url: service.url, ...loaded }) : describe(service.url, world, loaded);
  process.stdout.write(`${text}\n`);
}

function throwAwayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

/** The world, or what is wrong with its file. */
function readWorld(path: string | undefined): World | string {
  try {
    const outcome = worldSchema.safeParse(parse(readFileSync(path ?? EXAMPLE, "utf8")));
    return outcome.success ? outcome.data : `${path ?? "the example world"}:\n${z.prettifyError(outcome.error)}`;
  } catch (error) {
    return `${path ?? "the example world"}: ${(error as Error).message}`;
  }
}

function describe(url: string, world: World, loaded: LoadedWorld): string {
  const lines = [`Heliogram listens on ${url}`, "", "People (access tokens, passwords):"];
  for (const [i, each] of loaded.people.entries()) {
    const password = world.people[i]?.password ?? "";
    lines.push(`  ${each.id}  @${each.username ?? ""}  ${each.access_token}  ${password}`.trimEnd());
  }
  lines.push("", "Bots (tokens):");
  for (const each of loaded.bots) lines.push(`  ${each.id}  @${each.username}  ${each.token}`);
  lines.push("", "Chats:");
  for (const each of loaded.chats) lines.push(`  ${each.id}  ${each.type}  ${each.title}`);
  return lines.join("\n");
}
