/** `heliogram dev`: a throw-away world for bot authors, on a laptop or in CI. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { hashPassword } from "../app/passwords.ts";
import { loadWorld, type LoadedWorld } from "../world/load.ts";
import { worldSchema, type World } from "../world/schema.ts";
import { checkSettings } from "../settings/load.ts";
import { renderProblems } from "../settings/render.ts";
import type { DevWish } from "./dev-wish.ts";
import { reasonOf, UsageFault } from "./faults.ts";
import { limitsFrom } from "./limits.ts";
import { clock, random, run, stderrLog } from "./run.ts";
import { findWebClient } from "./web-client.ts";

const EXAMPLE = new URL("../../examples/world.yaml", import.meta.url);
const YEAR_S = 366 * 86_400;

export async function dev(wish: DevWish): Promise<void> {
  const checked = checkSettings(wish.settings);
  if (!checked.ok) throw new UsageFault(renderProblems(checked.problems));
  const { settings } = checked;
  const world = readWorld(wish.world);
  const data_dir = wish.data ?? throwAwayFolder();
  const service = await run({
    ...settings,
    assistant: wish.assistant,
    data_dir,
    public_url: undefined,
    bots_per_person: undefined,
    web_dir: findWebClient(),
    limits: limitsFrom(settings),
    egress: { allow: [], allow_everything: true },
    session_s: YEAR_S,
    metrics: true,
    log: stderrLog(settings.log_level),
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
  const text = wish.json ? JSON.stringify({ url: service.url, ...loaded }) : describe(service.url, world, loaded);
  process.stdout.write(`${text}\n`);
}

function throwAwayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @throws UsageFault with what is wrong with the file */
function readWorld(path: string | undefined): World {
  const name = path ?? "the example world";
  let text;
  try {
    text = readFileSync(path ?? EXAMPLE, "utf8");
  } catch (error) {
    throw new UsageFault(`${name} cannot be read: ${reasonOf(error)}`);
  }
  const outcome = worldSchema.safeParse(parse(text));
  if (!outcome.success) throw new UsageFault(`${name}:\n${z.prettifyError(outcome.error)}`);
  return outcome.data;
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
