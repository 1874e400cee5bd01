/** A world: an instance of the service behind a name and its tokens, which can be set back to a state that was saved. */
import { refuse } from "../../domain/refusals.ts";
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import type { HttpOptions, RouteHandler } from "../../http/server.ts";
import type { ClockState } from "../../ports/adjustable-clock.ts";
import { allLastSeqs } from "../../store/queries/streams/streams.ts";
import type { SerializedDatabase } from "../../store/sqlite/serialized-database.ts";
import type { Instance } from "../instance.ts";
import { callerRoutes, fastPathOf } from "../routes.ts";
import { clock as machine } from "../system.ts";

/** Snapshots of one world, and the bytes of all their stores. */
const MAX_SNAPSHOTS = 100;
const MAX_SNAPSHOT_BYTES = 1024 * 1024 * 1024;
/** The longest wait for requests that are running when the world is set back or dropped. */
const MAX_DRAIN_MS = 1000;

/** Everything of a world that a snapshot keeps. Files stay in its folder. */
export interface WorldState {
  readonly serialized: Uint8Array;
  readonly clock: ClockState;
  readonly saved_at_ms: number;
}

/** An instance with its routes, and the requests that it is answering. */
export interface Active {
  readonly instance: Instance;
  readonly routes: readonly RouteHandler[];
  /** Those that need no account. */
  readonly openRoutes: readonly RouteHandler[];
  readonly fastPath: HttpOptions["fastPath"];
  running: number;
  isClosed: boolean;
  /** Called when no request is running any more. */
  onIdle: () => void;
}

type Answer = ApiResponse | "done";

export interface WorldOptions {
  readonly name: string;
  /** The part of its tokens that names it; 0 for the main world, whose tokens name none. */
  readonly number: number;
  /** What is saved; empty in the beginning. */
  readonly snapshots: Map<string, WorldState>;
  /** The routes that need no account. */
  readonly openRoutes: (instance: Instance) => readonly RouteHandler[];
  /** Makes an instance as which the world continues, in place of another one. */
  readonly build: (serialized: SerializedDatabase, clock: ClockState, before: Instance) => Promise<Instance>;
  /** Starts an instance that is to answer requests. */
  readonly start: (instance: Instance) => Promise<void>;
}

export class World {
  readonly name: string;
  readonly number: number;
  readonly #options: WorldOptions;
  #active: Active;
  #made: WorldState | undefined;
  /** While the instance is being replaced. */
  #gate: Promise<void> | undefined;
  #isDropped = false;

  constructor(options: WorldOptions, instance: Instance) {
    this.name = options.name;
    this.number = options.number;
    this.#options = options;
    this.#active = this.#activate(instance);
  }

  get instance(): Instance {
    return this.#active.instance;
  }

  get openRoutes(): readonly RouteHandler[] {
    return this.#active.openRoutes;
  }

  /** Answers a request by the instance, once it can. The request counts as running until then. */
  async serve<T extends Answer>(trace_id: string, work: (active: Active) => Promise<T>): Promise<T | ApiResponse> {
    while (this.#gate) await this.#gate;
    if (this.#isDropped) return failure(401, "Unauthorized", trace_id);
    const active = this.#active;
    active.running += 1;
    try {
      return await work(active);
    } catch (error) {
      if (!active.isClosed) throw error;
      return failure(503, "the world was set back meanwhile", trace_id);
    } finally {
      active.running -= 1;
      if (active.running === 0) active.onIdle();
    }
  }

  /** The instance, once it is not being replaced. */
  async whenReady(): Promise<Instance> {
    while (this.#gate) await this.#gate;
    return this.instance;
  }

  get snapshots(): ReadonlyMap<string, WorldState> {
    return this.#options.snapshots;
  }

  /** The present state. @throws RefusalError */
  async state(): Promise<WorldState> {
    const { db, options } = this.instance.components;
    const serialized = db.serialize ? await db.serialize() : refuse("NO_SNAPSHOTS");
    return { serialized, clock: options.adjustable!.state, saved_at_ms: options.clock.now() };
  }

  /** Keeps the present state as that to which `reset` returns, where the store can be serialized. */
  async keepMade(): Promise<void> {
    if (this.instance.components.db.serialize) this.#made = await this.state();
  }

  /** Saves the present state, in place of an earlier snapshot of this name. @throws RefusalError */
  async save(name: string): Promise<WorldState> {
    const { snapshots } = this.#options;
    const others = [...snapshots].filter(([other]) => other !== name).map(([, state]) => state.serialized.length);
    const state = await this.state();
    const bytes = others.reduce((sum, each) => sum + each, state.serialized.length);
    if (others.length >= MAX_SNAPSHOTS || bytes > MAX_SNAPSHOT_BYTES) refuse("TOO_MANY_SNAPSHOTS");
    snapshots.set(name, state);
    return state;
  }

  /** @throws RefusalError */
  snapshot(name: string): WorldState {
    return this.#options.snapshots.get(name) ?? refuse("SNAPSHOT_NOT_FOUND");
  }

  /** @throws RefusalError */
  restore(name: string): Promise<void> {
    return this.#setBack(this.snapshot(name));
  }

  /** Sets the world back to the state in which it was made. @throws RefusalError */
  async reset(): Promise<void> {
    await this.#setBack(this.#made ?? refuse("NO_SNAPSHOTS"));
  }

  /** Ends the world. Its requests are answered as those with an unknown token. */
  async drop(): Promise<void> {
    while (this.#gate) await this.#gate;
    this.#isDropped = true;
    this.#options.snapshots.clear();
    await this.#stop(this.#active);
    await this.instance.close();
  }

  /** Long polls end with an empty answer, and web sockets are closed, so that their clients come back. */
  async #setBack(state: WorldState): Promise<void> {
    while (this.#gate) await this.#gate;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    try {
      const { instance: before } = this.#active;
      await this.#stop(this.#active);
      const seen = await before.components.db.read(allLastSeqs);
      await before.close();
      await using opening = new AsyncDisposableStack();
      const instance = await this.#options.build({ bytes: state.serialized, seen }, state.clock, before);
      opening.defer(() => instance.close());
      opening.defer(async () => void (await instance.stop().background));
      await this.#options.start(instance);
      this.#active = this.#activate(instance);
      opening.move();
    } finally {
      this.#gate = undefined;
      resolve();
    }
  }

  async #stop(active: Active): Promise<void> {
    const { instance } = active;
    const stopping = instance.stop();
    instance.sockets.close("end");
    const idle = Promise.withResolvers<void>();
    active.onIdle = idle.resolve;
    if (active.running === 0) idle.resolve();
    const late = Promise.withResolvers<void>();
    const cancel = machine.after(MAX_DRAIN_MS, late.resolve);
    await Promise.race([Promise.all([stopping.assistant, stopping.background, idle.promise]), late.promise]);
    cancel();
    active.isClosed = true;
  }

  #activate(instance: Instance): Active {
    const [routes, openRoutes] = [callerRoutes(instance), this.#options.openRoutes(instance)];
    const fastPath = fastPathOf(instance);
    return { instance, routes, openRoutes, fastPath, running: 0, isClosed: false, onIdle: () => {} };
  }
}
