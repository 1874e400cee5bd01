/** The worlds of tests: what they contain, and where they are. */
import type { MadeWorld } from "@heliogram/shared/wire.ts";
import { Client } from "./client.ts";
import { releaseService, useService } from "./own-service.ts";

export interface PersonContent {
  readonly name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly owner?: boolean;
}

export interface BotContent {
  readonly name: string;
  readonly username: string;
  readonly owner?: string;
  /** Privacy mode: in groups, it receives only messages meant for it. On, as for new bots. */
  readonly privacy?: boolean;
  /** Who creates topics in its private chats. */
  readonly topics?: "off" | "bot" | "people";
  readonly dialect?: "native" | "telegram";
  /** The user names of people who have started it. */
  readonly started_by?: readonly string[];
}

/** A member of a chat; a user name alone is an ordinary member. */
export interface MemberContent {
  readonly username: string;
  readonly status?: "member" | "administrator" | "restricted" | "kicked" | "left";
  readonly rights?: "all" | "none" | Readonly<Record<string, boolean>>;
  readonly permissions?: "all" | "none" | Readonly<Record<string, boolean>>;
  readonly until?: number;
  readonly custom_title?: string;
  readonly is_anonymous?: boolean;
}

/** A topic of a group; a name alone is an open one without an icon. */
export interface TopicContent {
  readonly name: string;
  /** An emoji of the icons of topics. */
  readonly icon?: string;
  /** RGB, one of the six colours. */
  readonly icon_color?: number;
  readonly is_closed?: boolean;
}

export interface ChatContent {
  readonly title: string;
  readonly creator: string;
  readonly type?: "supergroup" | "channel";
  readonly username?: string;
  readonly description?: string;
  readonly permissions?: "all" | "none" | Readonly<Record<string, boolean>>;
  /** The topics of a group; General is always there. Without it, the group has no topics. */
  readonly topics?: readonly (string | TopicContent)[];
  /** General of a group with topics. */
  readonly general?: { readonly name?: string; readonly is_closed?: boolean; readonly is_hidden?: boolean };
  /** The emoji with which members may react; by default all. */
  readonly available_reactions?: readonly string[];
  readonly members?: readonly (string | MemberContent)[];
  /** Whether links in it get previews; by default true. */
  readonly link_previews?: boolean;
}

/** What a world contains, as a world file describes it. A user name alone is a person or bot of that name. */
export interface WorldContent {
  /** By default `alice`, `bob` and `carol`. */
  readonly people?: readonly (string | PersonContent)[];
  /** By default `test_bot` alone. */
  readonly bots?: readonly (string | BotContent)[];
  readonly chats?: readonly ChatContent[];
  /** Whether the service fetches the pages to which messages link, for their previews; by default false. */
  readonly link_previews?: boolean;
}

/** A chat of the world. */
export interface TestChat {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly username: string | null;
}

interface Account {
  readonly id: number;
  readonly name: string;
}

/** A world that is there, with the credentials of everybody in it. */
export interface OpenWorld {
  /** Calls the developer API of this world. */
  readonly client: Client;
  readonly people: readonly (Account & { readonly username: string | null; readonly access_token: string })[];
  readonly bots: readonly (Account & { readonly username: string; readonly token: string })[];
  readonly chats: readonly TestChat[];
  /** Makes a copy of it, or of one of its snapshots. @throws CallRefused */
  fork(snapshot: string | undefined): Promise<OpenWorld>;
  /** Drops it. */
  close(): Promise<void>;
}

const PEOPLE = ["alice", "bob", "carol"];
const BOTS = ["test_bot"];

/** The content of a world in the form of a world file. */
function worldFile({ people = PEOPLE, bots = BOTS, chats = [], link_previews }: WorldContent): object {
  const named = <T extends object>(each: string | T) =>
    typeof each === "string" ? { name: nameOf(each), username: each } : each;
  const settings = link_previews === undefined ? {} : { link_previews };
  return { people: people.map(named), bots: bots.map(named), chats, ...settings };
}

/** `shop_bot` → `Shop bot`. */
function nameOf(username: string): string {
  const words = username.replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/**
 * Makes a world.
 * @param url - the address of a running `heliogram dev`; without it, a service is started in this process
 */
export function openWorld(content: WorldContent, url: string | undefined): Promise<OpenWorld> {
  const params = { content: worldFile(content) };
  return open(url, (service) => new Client(service).developer<MadeWorld>("newWorld", params));
}

/** @param make - makes a world of the service with this address */
async function open(url: string | undefined, make: (service: string) => Promise<MadeWorld>): Promise<OpenWorld> {
  if (url !== undefined) return opened(url, url, await make(url));
  const service = await useService();
  try {
    const made = opened(url, service.url, await make(service.url));
    return { ...made, close: () => made.close().finally(releaseService) };
  } catch (error) {
    releaseService();
    throw error;
  }
}

/** @param url - `undefined` if the service is that of this process */
function opened(url: string | undefined, service: string, { people, bots, chats, world }: MadeWorld): OpenWorld {
  const client = new Client(service, world);
  return {
    client,
    people,
    bots,
    chats,
    fork: (snapshot) => open(url, () => client.developer<MadeWorld>("forkWorld", { snapshot })),
    close: () => client.developer("dropWorld"),
  };
}
