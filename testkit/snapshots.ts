/** Saved states of a world, to which it can be set back. */
import type { Snapshot } from "@heliogram/shared/wire.ts";
import type { Context } from "./context.ts";
import type { TestChat } from "./service/world.ts";

export class TestSnapshots {
  readonly #context: Context;
  /** The chats of the world when it was made. */
  readonly #made: readonly TestChat[];
  /** The chats of each snapshot that was saved here. */
  readonly #saved = new Map<string, readonly TestChat[]>();

  constructor(context: Context) {
    this.#context = context;
    this.#made = [...context.directory.chats];
  }

  /** Saves everything that is stored, and the clock, in place of an earlier snapshot of this name. @throws CallRefused */
  async save(name: string): Promise<Snapshot> {
    const chats = [...this.#context.directory.chats];
    const saved = await this.#context.client.developer<Snapshot>("saveSnapshot", { snapshot: name });
    this.#saved.set(name, chats);
    return saved;
  }

  /**
   * Sets the world back to a snapshot. Tokens keep working, and bots that run go on. Fault rules, rate limits and the
   * transcript begin anew. @throws CallRefused if there is none of this name
   */
  restore(name: string): Promise<void> {
    return this.#setBack(`the snapshot ${name}`, "restoreSnapshot", { snapshot: name }, this.#saved.get(name));
  }

  /** Sets the world back to the state in which it was made. @throws CallRefused */
  reset(): Promise<void> {
    return this.#setBack("its beginning", "resetWorld", {}, this.#made);
  }

  /** @throws CallRefused */
  async list(): Promise<readonly Snapshot[]> {
    return (await this.#context.client.developer<{ snapshots: readonly Snapshot[] }>("listSnapshots")).snapshots;
  }

  async #setBack(state: string, method: string, params: object, chats: readonly TestChat[] | undefined): Promise<void> {
    const { client, calls, directory, window, taps, opened } = this.#context;
    await calls.sync();
    await client.developer(method, params);
    calls.restart(state);
    window.restart();
    taps.clear();
    opened.clear();
    if (chats) directory.setChats(chats);
  }
}
