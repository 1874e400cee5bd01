/**
 * Chat actions: what people and bots are doing at the moment, such as typing. They go to subscribers and are never
 * stored.
 */

export interface ChatAction {
  readonly chat_id: number;
  readonly account_id: number;
  readonly action: string;
  /** The topic, in a chat that has topics. */
  readonly message_thread_id?: number | undefined;
}

type Listener = (action: ChatAction) => void;

export class ChatActions {
  readonly #listeners = new Set<Listener>();
  #relay: Listener = () => {};

  /** Shows an action on this node, and passes it to the relay. */
  publish(chat_id: number, account_id: number, action: string, message_thread_id?: number): void {
    const thread = message_thread_id === undefined ? {} : { message_thread_id };
    const shown = { chat_id, account_id, action, ...thread };
    this.receive(shown);
    this.#relay(shown);
  }

  /** Shows an action that was published on another node. */
  receive(action: ChatAction): void {
    for (const listener of this.#listeners) listener(action);
  }

  /** Passes the actions of this node on, to the other nodes. */
  relayTo(relay: Listener): void {
    this.#relay = relay;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
