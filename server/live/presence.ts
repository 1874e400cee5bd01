/** What people and bots are doing right now: told to whoever watches, and stored nowhere. */

export interface Acting {
  readonly chat_id: number;
  readonly account_id: number;
  readonly action: string;
}

type Listener = (acting: Acting) => void;

export class PresenceBoard {
  readonly #listeners = new Set<Listener>();

  acting(chat_id: number, account_id: number, action: string): void {
    for (const listener of this.#listeners) listener({ chat_id, account_id, action });
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
