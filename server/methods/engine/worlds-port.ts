/** The worlds of a process, as methods of developer mode speak to them. */
import type { MadeWorld, Snapshot, WorldState } from "@heliogram/shared/wire.ts";

/** A world without a name is the main one. Every function throws RefusalError. */
export interface WorldsPort {
  /** @throws ParameterError when the content is not that of a world file */
  create(name: string | undefined, content: unknown): Promise<MadeWorld>;
  list(): readonly WorldState[];
  drop(world: string): Promise<void>;
  saveSnapshot(world: string | undefined, snapshot: string): Promise<Snapshot>;
  restoreSnapshot(world: string | undefined, snapshot: string): Promise<void>;
  listSnapshots(world: string | undefined): readonly Snapshot[];
  fork(world: string | undefined, snapshot: string | undefined, name: string | undefined): Promise<MadeWorld>;
  reset(world: string | undefined): Promise<void>;
  /** The content of a world file. */
  export(world: string | undefined): Promise<object>;
}
