/** The programming interface of the package: what `heliogram dev` does, in the calling process. */
import { devSettings, exampleWorld, parseWorld } from "./cli/dev-options.ts";
import { openDevService } from "./cli/dev-service.ts";
import { clock, random } from "./runtime/system.ts";
import { startService } from "./runtime/service.ts";

export type * from "@heliogram/shared/wire.ts";

/** What `heliogram dev` has as options; an omitted one has the default that it has there, but for the port. */
export interface DevOptions {
  /** The people, bots and chats: a world file in YAML or JSON, or its content as an object. */
  readonly world?: string | object;
  /** By default any free port. */
  readonly port?: number;
  readonly host?: string;
  /** `memory`, `sqlite`, or the `postgres://…` address of a database. */
  readonly database?: string;
  /** A folder that is kept; by default a temporary one. */
  readonly data?: string;
  readonly dialect?: "native" | "telegram";
  readonly rate_limits?: "default" | "telegram" | "off";
  readonly log_level?: "debug" | "info" | "warn" | "error";
  readonly assistant?: boolean;
  /** Whether pages are fetched for previews of links; by default what the world says, otherwise false. */
  readonly link_previews?: boolean;
}

export interface DevPerson {
  readonly id: number;
  readonly name: string;
  readonly username: string | null;
  readonly access_token: string;
}

export interface DevBot {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly token: string;
}

export interface DevChat {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly username: string | null;
}

/** A further world of a service. */
export interface DevWorld {
  /** Its name, which methods of the developer API take as `world`. */
  readonly world: string;
  readonly people: readonly DevPerson[];
  readonly bots: readonly DevBot[];
  readonly chats: readonly DevChat[];
  /** Ends the world and frees its memory. */
  drop(): Promise<void>;
}

/** A service that listens. Its people, bots and chats are in the order of the world. */
export interface DevService {
  readonly url: string;
  readonly people: readonly DevPerson[];
  readonly bots: readonly DevBot[];
  readonly chats: readonly DevChat[];
  /**
   * Makes a world with its own people, bots, chats and clock at the same address: its tokens work in it alone.
   * @param world - as in the options of `startDev`; by default the same as there. Fixed tokens in it are replaced
   */
  newWorld(world?: string | object): Promise<DevWorld>;
  /** Ends long polls, lets running requests finish, and frees everything. */
  close(): Promise<void>;
}

/**
 * Starts a temporary service in this process.
 * @throws Error with a sentence that names an invalid option, a problem of the world, or why the service cannot start
 */
export async function startDev(options: DevOptions = {}): Promise<DevService> {
  const { world, data, ...given } = { port: 0, ...options };
  const values: Readonly<Record<string, unknown>> = given;
  const content = world === undefined ? exampleWorld() : parseWorld("world", worldText(world));
  const { service, loaded, close } = await openDevService(
    {
      json: true,
      developer: true,
      data,
      settings: devSettings(content, (name) => ({ key: name, value: asText(values[name]) })),
      world: content,
    },
    (all) => startService({ ...all, clock, random, fatal: throwUncaught, database_time: true }),
  );
  const worlds = service.worlds!;
  const newWorld = async (content?: string | object): Promise<DevWorld> => {
    const parsed = content === undefined ? undefined : parseWorld("world", worldText(content));
    const made = await worlds.create(undefined, parsed);
    return { ...made, drop: () => worlds.drop(made.world) };
  };
  return { url: service.url, ...loaded, newWorld, close };
}

/** Settings are checked as the texts of the command line. */
function asText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function worldText(world: string | object): string {
  return typeof world === "string" ? world : JSON.stringify(world);
}

/** Without its store, a service cannot go on. */
function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
