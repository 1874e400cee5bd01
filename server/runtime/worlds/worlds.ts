/** The worlds of a process in developer mode: the main one, and further ones in memory that it makes and drops. */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { MAIN_WORLD } from "@heliogram/shared/developer.ts";
import { hashPassword } from "../../app/accounts/passwords.ts";
import { refuse } from "../../domain/refusals.ts";
import { ParameterError } from "../../methods/engine/fields.ts";
import type { MadeWorld, Snapshot } from "@heliogram/shared/wire.ts";
import type { WorldsPort } from "../../methods/engine/worlds-port.ts";
import { worldOfToken, worldTag } from "../../app/accounts/tokens.ts";
import { exportWorld } from "../../world/export.ts";
import { loadWorld, WorldError, type LoadedWorld } from "../../world/load.ts";
import { readWorld } from "../../world/read.ts";
import type { World as WorldContent } from "../../world/schema.ts";
import type { PasswordQueue } from "../../app/accounts/password-queue.ts";
import type { Components, ServiceOptions, WorldParts } from "../components.ts";
import { makeFolder } from "../../store/make-folder.ts";
import { openStore } from "../../store/open.ts";
import type { ClockState } from "../../ports/adjustable-clock.ts";
import { withAdjustableClock } from "../developer.ts";
import type { Instance } from "../instance.ts";
import { clock as machine } from "../system.ts";
import { reissueTokens } from "./reissue.ts";
import { World, type WorldOptions, type WorldState } from "./world.ts";

/** Worlds of one process besides the main one. An idle one takes about a megabyte. */
const MAX_WORLDS = 1000;
/** Hashes of passwords that are kept, because each takes 40 ms to compute. */
const MAX_PASSWORDS = 1000;

const EMPTY: WorldContent = { people: [], bots: [], chats: [] };

export interface WorldsDeps {
  /** The options of the service, as they were given. */
  readonly options: ServiceOptions;
  /** The queue of the process. */
  readonly passwords: PasswordQueue;
  readonly open: (options: ServiceOptions, world: WorldParts, keepsFiles: () => boolean) => Promise<Instance>;
  readonly openRoutes: WorldOptions["openRoutes"];
  /** Called when another instance of the main world is started. */
  readonly mainStarted: (instance: Instance) => Promise<void>;
}

/** As what a world begins: an empty store by the clock of the machine, unless it says otherwise. */
interface FirstState {
  readonly serialized?: Uint8Array | undefined;
  readonly clock?: ClockState | undefined;
}

/** How a further world differs from the main one. */
interface NewWorld {
  readonly clock?: ClockState;
  /** The folder of files that are copied. */
  readonly files?: string;
  readonly link_previews?: boolean | undefined;
}

export class Worlds implements WorldsPort {
  readonly #deps: WorldsDeps;
  readonly #byName = new Map<string, World>();
  readonly #byNumber = new Map<number, World>();
  readonly #passwordHashes = new Map<string, Promise<string>>();
  #main: World | undefined;
  /** Names of worlds that are being made. */
  readonly #making = new Set<string>();
  #last_number = 0;
  #emptyStore: Promise<Uint8Array | undefined> | undefined;

  constructor(deps: WorldsDeps) {
    this.#deps = deps;
  }

  /** Builds the main world. @throws ExitError */
  async open(): Promise<void> {
    this.#main = await this.#build(MAIN_WORLD, 0, this.#deps.options, {});
    this.#byName.set(MAIN_WORLD, this.#main);
  }

  get main(): World {
    return this.#main!;
  }

  /** The world of a bot token or an access token; the main one, which refuses it, if there is none. */
  ofToken(token: string | undefined): World {
    if (this.#byNumber.size === 0 || token === undefined) return this.main;
    return this.#byNumber.get(worldOfToken(token) ?? 0) ?? this.main;
  }

  get hasFurther(): boolean {
    return this.#byNumber.size > 0;
  }

  /** The world of a name. @throws RefusalError */
  find(name: string = MAIN_WORLD): World {
    return this.named(name) ?? refuse("WORLD_NOT_FOUND");
  }

  /** @returns `undefined` if there is no world of this name */
  named(name: string): World | undefined {
    return this.#byName.get(name);
  }

  async create(name: string | undefined, content: unknown): Promise<MadeWorld> {
    const filling = content === undefined ? (this.#deps.options.world ?? EMPTY) : contentOf(content);
    const { link_previews } = filling;
    return this.#make(name, await this.#serializedEmptyStore(), { link_previews }, ({ components }) =>
      this.#fill(components, filling),
    );
  }

  async fork(from: string | undefined, snapshot: string | undefined, name: string | undefined): Promise<MadeWorld> {
    const source = this.find(from);
    const { serialized, clock } = snapshot === undefined ? await source.state() : source.snapshot(snapshot);
    const { data_dir, link_previews } = source.instance.components.options;
    const files = join(data_dir, "media", "blobs");
    return this.#make(name, serialized, { clock, files, link_previews }, ({ components }) =>
      reissueTokens(mintOf(components)),
    );
  }

  list(): ReturnType<WorldsPort["list"]> {
    return Array.from(this.#byName.values(), ({ name, snapshots }) => ({
      world: name,
      snapshots: [...snapshots.keys()],
    }));
  }

  async drop(name: string): Promise<void> {
    const world = this.find(name);
    if (world === this.main) refuse("MAIN_WORLD");
    this.#byName.delete(name);
    this.#byNumber.delete(world.number);
    await this.#end(world);
  }

  async saveSnapshot(world: string | undefined, snapshot: string): Promise<Snapshot> {
    return describe(snapshot, await this.find(world).save(snapshot));
  }

  restoreSnapshot(world: string | undefined, snapshot: string): Promise<void> {
    return this.find(world).restore(snapshot);
  }

  listSnapshots(world: string | undefined): readonly Snapshot[] {
    return Array.from(this.find(world).snapshots, ([name, state]) => describe(name, state));
  }

  reset(world: string | undefined): Promise<void> {
    return this.find(world).reset();
  }

  export(world: string | undefined): Promise<object> {
    const { db, options } = this.find(world).instance.components;
    const { clock, link_previews } = options;
    return exportWorld(db, { now_s: Math.floor(clock.now() / 1000), link_previews });
  }

  /** Ends the further worlds and removes their files. */
  async close(): Promise<void> {
    const further = [...this.#byNumber.values()];
    this.#byNumber.clear();
    await Promise.all(further.map((world) => this.#end(world)));
    if (this.#last_number > 0) await rm(this.#folder(), { recursive: true, force: true });
  }

  #folder(...rest: string[]): string {
    return join(this.#deps.options.data_dir, "worlds", ...rest);
  }

  async #end(world: World): Promise<void> {
    await world.drop();
    await rm(world.instance.components.options.data_dir, { recursive: true, force: true });
  }

  /** Makes a further world. @param fill - gives its accounts their tokens */
  async #make(
    name: string | undefined,
    serialized: Uint8Array | undefined,
    { clock, files, link_previews }: NewWorld,
    fill: (instance: Instance) => Promise<LoadedWorld>,
  ): Promise<MadeWorld> {
    const number = ++this.#last_number;
    const world = name ?? `w${number}`;
    if (this.#byName.has(world) || this.#making.has(world)) refuse("WORLD_EXISTS");
    if (this.#byNumber.size + this.#making.size >= MAX_WORLDS) refuse("TOO_MANY_WORLDS");
    this.#making.add(world);
    const { options: all } = this.#deps;
    const previews = link_previews ?? all.link_previews;
    const options = furtherOptions({ ...all, link_previews: previews }, this.#folder(String(number)));
    let made: World | undefined;
    try {
      if (files !== undefined) await copyFiles(files, join(options.data_dir, "media", "blobs"));
      made = await this.#build(world, number, options, { serialized, clock });
      const loaded = await fill(made.instance);
      await made.keepMade();
      await made.instance.start();
      this.#byName.set(world, made);
      this.#byNumber.set(number, made);
      return { world, ...loaded };
    } catch (error) {
      await made?.drop();
      await rm(options.data_dir, { recursive: true, force: true });
      throw error;
    } finally {
      this.#making.delete(world);
    }
  }

  async #build(name: string, number: number, options: ServiceOptions, first: FirstState): Promise<World> {
    const { open, openRoutes, mainStarted, passwords } = this.#deps;
    const snapshots = new Map<string, WorldState>();
    // A saved state may refer to files that the present one does not.
    const keepsFiles = () => number > 0 || snapshots.size > 0;
    const tag = number === 0 ? "" : worldTag(number);
    const build = (clock: ClockState | undefined, parts: Omit<WorldParts, "passwords">) =>
      open(withAdjustableClock(options, clock), { name, tag, passwords, ...parts }, keepsFiles);
    await using opening = new AsyncDisposableStack();
    const begun = await build(first.clock, { serialized: first.serialized && { bytes: first.serialized } });
    const instance = opening.adopt(begun, (each) => each.close());
    const world = new World(
      {
        name,
        number,
        snapshots,
        openRoutes,
        build: (serialized, clock, { components: { key, developer } }) => build(clock, { key, developer, serialized }),
        start: async (next) => {
          await next.start();
          if (number === 0) await mainStarted(next);
        },
      },
      instance,
    );
    opening.move();
    return world;
  }

  async #fill(components: Components, content: WorldContent): Promise<LoadedWorld> {
    const { db, app } = components;
    const hashOf = (password: string) => this.#hashOf(password);
    try {
      return await loadWorld({ ...mintOf(components), db, app, hashPassword: hashOf }, withoutTokens(content));
    } catch (error) {
      throw error instanceof WorldError ? new ParameterError(error.message) : error;
    }
  }

  #hashOf(password: string): Promise<string> {
    let hash = this.#passwordHashes.get(password);
    if (!hash) {
      if (this.#passwordHashes.size >= MAX_PASSWORDS) this.#passwordHashes.clear();
      const { random, password_cost } = this.#deps.options;
      hash = hashPassword(password, random.bytes, password_cost);
      this.#passwordHashes.set(password, hash);
    }
    return hash;
  }

  /** A store without accounts, so that the migrations run once; `undefined` where stores cannot be serialized. */
  #serializedEmptyStore(): Promise<Uint8Array | undefined> {
    this.#emptyStore ??= (async () => {
      const { fatal } = this.#deps.options;
      const db = await openStore(
        { database: "memory", data_dir: "" },
        {
          notify: () => {},
          fatal,
          now_ms: () => machine.now(),
          after: machine.after,
          postgres: this.#deps.options.postgres,
        },
      );
      const serialized = await db.serialize?.();
      await db.close();
      return serialized;
    })();
    return this.#emptyStore;
  }
}

function describe(snapshot: string, { serialized, saved_at_ms }: WorldState): Snapshot {
  return { snapshot, saved_at_ms: Math.floor(saved_at_ms), bytes: serialized.length };
}

/** A further world has its store in memory, no listener, no assistant and no search index. */
function furtherOptions(options: ServiceOptions, data_dir: string): ServiceOptions {
  return {
    ...options,
    database: "memory",
    data_dir,
    secret_key: undefined,
    redis_url: undefined,
    files: undefined,
    assistant: false,
    metrics: false,
    web_dir: undefined,
  };
}

async function copyFiles(from: string, to: string): Promise<void> {
  makeFolder(to);
  await cp(from, to, { recursive: true });
}

function mintOf({ db, hashes, options }: Components) {
  return { db, hashes, bytes: options.random.bytes, now_s: Math.floor(options.clock.now() / 1000) };
}

/** @throws ParameterError that lists the problems */
function contentOf(content: unknown): WorldContent {
  const read = readWorld(JSON.stringify(content));
  if (!read.ok) throw new ParameterError(`invalid content: ${read.problems.map(withoutLine).join("; ")}`);
  return read.world;
}

/** The content has one line. */
function withoutLine(problem: string): string {
  return problem.replace(/^\d+: /, "");
}

/** Fixed tokens are those of the main world: a token belongs to one world. */
function withoutTokens(content: WorldContent): WorldContent {
  return {
    ...content,
    people: content.people.map(({ access_token: _token, ...person }) => person),
    bots: content.bots.map(({ token: _token, ...bot }) => bot),
  };
}
