/** `heliogram dev`: a throw-away world for bot authors, on a laptop or in CI. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "../app/passwords.ts";
import { loadWorld, WorldFault, type LoadedWorld } from "../world/load.ts";
import type { World } from "../world/schema.ts";
import type { DevWish } from "./dev-wish.ts";
import { EXIT, Fault } from "./faults.ts";
import { limitsFrom, minFreeFrom, postgresFrom } from "./limits.ts";
import { clock, random } from "./machine.ts";
import { run, stderrLog } from "./run.ts";
import type { Service } from "./service.ts";
import { findWebClient } from "./web-client.ts";

const YEAR_S = 366 * 86_400;

export async function dev(wish: DevWish): Promise<void> {
  const { settings, world } = wish;
  const data_dir = wish.data ?? throwAwayFolder();
  const service = await run({
    ...settings,
    data_dir,
    public_url: undefined,
    bots_per_person: undefined,
    chats_per_person: undefined,
    web_dir: findWebClient(),
    limits: limitsFrom(settings),
    postgres: postgresFrom(settings),
    min_free_bytes: minFreeFrom(settings),
    egress: { allow: [], allow_everything: true },
    session_s: YEAR_S,
    metrics: true,
    log: stderrLog(settings.log_level),
  });
  const loaded = await fill(service, world);
  const text = wish.json ? JSON.stringify({ url: service.url, ...loaded }) : describe(service.url, world, loaded);
  process.stdout.write(`${text}\n`);
}

/** @throws Fault */
async function fill({ db, env, hashes }: Service, world: World): Promise<LoadedWorld> {
  const hash = (password: string) => hashPassword(password, random.bytes);
  const now_s = Math.floor(clock.now() / 1000);
  try {
    return await loadWorld({ db, env, hashes, bytes: random.bytes, now_s, hashPassword: hash }, world);
  } catch (error) {
    if (!(error instanceof WorldFault)) throw error;
    throw new Fault(`the store does not take the world: ${error.message}`, EXIT.refused);
  }
}

function throwAwayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
