/** `heliogram dev`: a throw-away world for bot authors, on a laptop or in CI. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { hashPassword } from "../app/passwords.ts";
import { systemClock } from "../ports/clock.ts";
import { systemRandom } from "../ports/random.ts";
import { loadWorld, type LoadedWorld } from "../world/load.ts";
import { worldSchema, type World } from "../world/schema.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { startService } from "./service.ts";

const EXAMPLE = new URL("../../examples/world.yaml", import.meta.url);

export async function dev(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "8080" },
      host: { type: "string", default: "127.0.0.1" },
      world: { type: "string" },
      json: { type: "boolean", default: false },
      database: { type: "string", default: "memory" },
      data: { type: "string", default: "./data-dev" },
      dialect: { type: "string", default: "native" },
      "rate-limits": { type: "string", default: "default" },
    },
  });
  const world = readWorld(values.world);
  const clock = systemClock();
  const random = systemRandom();
  const service = await startService({
    database: values.database,
    data_dir: values.data,
    host: values.host,
    port: Number(values.port),
    dialect: values.dialect === "telegram" ? "telegram" : "native",
    rate_limits: values["rate-limits"] as "default" | "telegram" | "off",
    limits: DEFAULT_LIMITS,
    header_bytes: 262_144,
    keep_alive_s: 75,
    clock,
    random,
    onFault: (error, trace_id) => console.error(trace_id, error),
    fatal(error) {
      console.error(error);
      process.exit(1);
    },
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
  console.log(values.json ? JSON.stringify({ url: service.url, ...loaded }) : describe(service.url, loaded));
  const stop = () => void service.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function readWorld(path: string | undefined): World {
  return worldSchema.parse(parse(readFileSync(path ?? EXAMPLE, "utf8")));
}

function describe(url: string, world: LoadedWorld): string {
  const lines = [`Heliogram listens on ${url}`, "", "People (access tokens):"];
  for (const each of world.people) lines.push(`  ${each.id}  @${each.username}  ${each.access_token}`);
  lines.push("", "Bots (tokens):");
  for (const each of world.bots) lines.push(`  ${each.id}  @${each.username}  ${each.token}`);
  lines.push("", "Chats:");
  for (const each of world.chats) lines.push(`  ${each.id}  ${each.type}  ${each.title}`);
  return lines.join("\n");
}
