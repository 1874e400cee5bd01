/** `heliogram dev`: a temporary service with example data, for bot authors on a laptop or in CI. */
import type { LoadedWorld } from "../world/load.ts";
import type { World } from "../world/schema.ts";
import { run } from "../runtime/run.ts";
import type { DevOptions } from "./dev-options.ts";
import { openDevService } from "./dev-service.ts";

export async function dev(options: DevOptions): Promise<void> {
  const { service, loaded } = await openDevService(options, run);
  const { json, world } = options;
  const text = json ? JSON.stringify({ url: service.url, ...loaded }) : describe(service.url, world, loaded);
  process.stdout.write(`${text}\n`);
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
