/** Which calls an expectation looks at. */
import type { BotCall } from "../bots/bot-call.ts";
import type { CallLog } from "../service/call-log.ts";

/**
 * A call satisfies one expectation at most. And once an expectation about a chat is satisfied and people go on, what the
 * bot did there before does not count any more. So a greeting that nobody expected is not taken for a later one. Both
 * depend on the order of the test's statements alone, not on how fast the bot is.
 */
export class ExpectationWindow {
  readonly #log: CallLog;
  readonly #satisfied = new Set<number>();
  /** Chats with a satisfied expectation since the last thing that people did. */
  readonly #chats = new Set<number>();
  readonly #begins = new Map<number, number>();

  constructor(log: CallLog) {
    this.#log = log;
  }

  /** To be called before somebody does something. */
  async begin(): Promise<void> {
    if (this.#chats.size === 0) return;
    await this.#log.sync();
    for (const chat_id of this.#chats) this.#begins.set(chat_id, this.#log.revision);
    this.#chats.clear();
  }

  /** Forgets which expectations were satisfied: the world was set back. */
  restart(): void {
    this.#chats.clear();
    this.#begins.clear();
  }

  /** @param chat_id - the chat on which the call has an effect, if it is one */
  includes(call: BotCall, chat_id: number | undefined): boolean {
    const begin = chat_id === undefined ? 0 : (this.#begins.get(chat_id) ?? 0);
    return call.revision > begin && !this.#satisfied.has(call.id);
  }

  satisfiedBy(call: BotCall, chat_id: number | undefined): void {
    this.#satisfied.add(call.id);
    if (chat_id !== undefined) this.#chats.add(chat_id);
  }
}
