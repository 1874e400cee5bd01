/** Checks of a world beyond its schema: user names exist and are unique, and properties fit the status of a member. */
import type { World, WorldMember } from "./schema.ts";

/** The place of a problem, and what was expected there. */
export interface WorldFault {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

type Kind = "person" | "bot" | "chat";

interface Names {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly faults: WorldFault[];
}

/** @returns all problems */
export function checkWorld(world: World): WorldFault[] {
  const names = { kinds: new Map<string, Kind>(), faults: [] as WorldFault[] };
  const lists = { people: "person", bots: "bot", chats: "chat" } as const;
  for (const [list, kind] of Object.entries(lists) as [keyof typeof lists, Kind][]) {
    for (const [i, { username }] of world[list].entries()) {
      const key = username?.toLowerCase();
      if (key === undefined) continue;
      if (names.kinds.has(key)) {
        names.faults.push({ path: [list, i, "username"], expected: "a user name that nothing else in the world has" });
      } else names.kinds.set(key, kind);
    }
  }
  checkBots(world, names);
  for (const [i, chat] of world.chats.entries()) checkChat(chat, ["chats", i], names);
  return names.faults;
}

function checkBots(world: World, names: Names): void {
  for (const [i, { owner, started_by }] of world.bots.entries()) {
    if (owner !== undefined) expectPerson(owner, ["bots", i, "owner"], names);
    for (const [j, name] of started_by.entries()) expectPerson(name, ["bots", i, "started_by", j], names);
  }
}

function checkChat(chat: World["chats"][number], path: readonly PropertyKey[], names: Names): void {
  const add = (place: PropertyKey[], expected: string) => names.faults.push({ path: [...path, ...place], expected });
  expectPerson(chat.creator, [...path, "creator"], names);
  for (const property of ["permissions", "topics", "general"] as const)
    if (chat.type === "channel" && chat[property] !== undefined) add([property], `none, ${IN_GROUPS}`);
  if (chat.type === "supergroup" && chat.general && !chat.topics) add(["general"], "none without topics");
  const seen = new Set([chat.creator.toLowerCase()]);
  for (const [i, member] of chat.members.entries()) {
    const name = member.username.toLowerCase();
    const kind = names.kinds.get(name);
    if (kind === undefined || kind === "chat") add(["members", i, "username"], "the user name of a person or a bot");
    else if (seen.has(name)) add(["members", i, "username"], "everybody once, and the creator not at all");
    seen.add(name);
    if (chat.type === "channel") {
      if (member.status === "restricted") add(["members", i, "status"], `another one, ${IN_GROUPS}`);
      if (member.custom_title !== undefined) add(["members", i, "custom_title"], `none, ${IN_GROUPS}`);
    }
    for (const [property, statuses] of Object.entries(ALLOWED_STATUSES) as [keyof WorldMember, readonly string[]][]) {
      if (member[property] === undefined || statuses.includes(member.status)) continue;
      add(["members", i, property], `none, as it belongs to the status ${statuses.join(" or ")}`);
    }
  }
}

const IN_GROUPS = "as it is for groups alone";

/** The member statuses for which a property is allowed. */
const ALLOWED_STATUSES: Partial<Record<keyof WorldMember, readonly string[]>> = {
  rights: ["administrator"],
  custom_title: ["administrator"],
  is_anonymous: ["administrator"],
  permissions: ["restricted"],
  until: ["restricted", "kicked"],
};

function expectPerson(name: string, path: readonly PropertyKey[], { kinds, faults }: Names): void {
  if (kinds.get(name.toLowerCase()) !== "person") faults.push({ path, expected: "the user name of a person" });
}
