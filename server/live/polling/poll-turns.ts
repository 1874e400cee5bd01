/** Which of a bot's waiting polls is the newest, on all nodes: the newest goes on, the others end with a conflict. */

/** A poll of a bot that waits on a node. */
export interface PollAnnouncement {
  readonly bot_id: number;
  readonly number: number;
  readonly node: string;
}

interface Turn {
  readonly number: number;
  /** Ends the poll: a newer one waits. */
  readonly end: () => void;
}

export class PollTurns {
  readonly #node: string;
  readonly #now_ms: () => number;
  readonly #turns = new Map<number, Turn>();
  #relay: (bot_id: number, number: number) => void = () => {};
  /** The highest number that this node has given or heard. */
  #last = 0;

  /**
   * @param node - the id of this node; it decides between equal numbers
   * @param now_ms - the time of the database where several nodes share one: clocks of nodes may be days off
   */
  constructor(node: string, now_ms: () => number) {
    this.#node = node;
    this.#now_ms = now_ms;
  }

  /** Passes the polls that wait on this node on, to the other nodes. */
  relayTo(relay: (bot_id: number, number: number) => void): void {
    this.#relay = relay;
  }

  /**
   * A poll begins to wait. It is newer than all that this node knows of. Numbers are times where they can be, so that it
   * is also newer than a poll that this node has not heard of yet.
   * @returns a function to call when the poll has ended
   */
  begin(bot_id: number, end: () => void): () => void {
    this.#turns.get(bot_id)?.end();
    const turn = { number: (this.#last = Math.max(this.#last + 1, this.#now_ms())), end };
    this.#turns.set(bot_id, turn);
    this.#relay(bot_id, turn.number);
    return () => {
      if (this.#turns.get(bot_id) === turn) this.#turns.delete(bot_id);
    };
  }

  /** A poll waits on another node. The older one of it and this node's ends. */
  hear({ bot_id, number, node }: PollAnnouncement): void {
    this.#last = Math.max(this.#last, number);
    const own = this.#turns.get(bot_id);
    if (!own) return;
    const isNewer = number === own.number ? node > this.#node : number > own.number;
    // The other node has not heard of this one.
    if (!isNewer) return this.#relay(bot_id, own.number);
    this.#turns.delete(bot_id);
    own.end();
  }

  /** Announces every poll that waits here: a node has not heard of them, or of polls of its own. */
  announceAll(): void {
    for (const [bot_id, { number }] of this.#turns) this.#relay(bot_id, number);
  }
}
