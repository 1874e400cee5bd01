/** Fills a running service with its world once more, so that tests that change theirs need no service each. */
import { hashPassword } from "heliogram/app/accounts/passwords.ts";
import { loadWorld, type LoadedWorld } from "heliogram/world/load.ts";
import { worldSchema, type World } from "heliogram/world/schema.ts";
import { WORLD, type TestService } from "./service.ts";

/** Fields whose texts are never user names. */
const OTHER_TEXTS = new Set(["name", "last_name", "title", "description", "custom_title"]);

let worlds = 0;

/**
 * From then on, the names of people, bots and chats lead to new ones of the same kind. In the service these have user names
 * of their own (`username` of `TestService`), since those of the earlier ones are taken.
 */
export async function renewWorld(t: TestService, world: object = WORLD): Promise<void> {
  const content = worldSchema.parse(world);
  worlds += 1;
  const names = [...content.people, ...content.bots, ...content.chats].flatMap(({ username }) => username ?? []);
  const usernames = new Map(names.map((name) => [name, otherName(name, worlds)]));
  const { db, app, hashes } = t.service;
  const { random, clock, password_cost } = t.options;
  for (const person of content.people) t.canary.hear(person);
  const loaded = await loadWorld(
    {
      db,
      app,
      hashes,
      bytes: random.bytes,
      now_s: Math.floor(clock.now() / 1000),
      hashPassword: (password) => hashPassword(password, random.bytes, password_cost),
    },
    renamed(content, usernames),
  );
  t.world = namedAs(content, loaded);
  t.usernames = usernames;
}

/** A world with other user names. */
function renamed(world: World, usernames: ReadonlyMap<string, string>): World {
  const text = JSON.stringify(world, (key, value: unknown) =>
    OTHER_TEXTS.has(key) || typeof value !== "string" ? value : (usernames.get(value) ?? value),
  );
  return worldSchema.parse(JSON.parse(text));
}

/** The user name of a bot ends as before. */
function otherName(name: string, number: number): string {
  return name.replace(/(_?bot)?$/i, (end) => `_${number}${end}`);
}

function namedAs(world: World, { people, bots, chats }: LoadedWorld): LoadedWorld {
  return {
    people: people.map((person, i) => ({ ...person, username: world.people[i]!.username ?? null })),
    bots: bots.map((bot, i) => ({ ...bot, username: world.bots[i]!.username })),
    chats: chats.map((chat, i) => ({ ...chat, username: world.chats[i]!.username ?? null })),
  };
}
