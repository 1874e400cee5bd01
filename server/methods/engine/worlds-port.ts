/** The worlds of a process, as methods of developer mode speak to them. */

/** A world that was made, with the tokens of its people and bots. */
export interface MadeWorld {
  readonly world: string;
  readonly people: readonly {
    readonly id: number;
    readonly name: string;
    readonly username: string | null;
    readonly access_token: string;
  }[];
  readonly bots: readonly {
    readonly id: number;
    readonly name: string;
    readonly username: string;
    readonly token: string;
  }[];
  readonly chats: readonly {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly username: string | null;
  }[];
}

export interface Snapshot {
  readonly snapshot: string;
  readonly saved_at_ms: number;
  readonly bytes: number;
}

/** A world without a name is the main one. Every function throws RefusalError. */
export interface WorldsPort {
  /** @throws ParameterError when the content is not that of a world file */
  create(name: string | undefined, content: unknown): Promise<MadeWorld>;
  list(): readonly { readonly world: string; readonly snapshots: readonly string[] }[];
  drop(world: string): Promise<void>;
  saveSnapshot(world: string | undefined, snapshot: string): Promise<Snapshot>;
  restoreSnapshot(world: string | undefined, snapshot: string): Promise<void>;
  listSnapshots(world: string | undefined): readonly Snapshot[];
  fork(world: string | undefined, snapshot: string | undefined, name: string | undefined): Promise<MadeWorld>;
  reset(world: string | undefined): Promise<void>;
  /** The content of a world file. */
  export(world: string | undefined): Promise<object>;
}
