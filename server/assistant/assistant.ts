/** The assistant bot: gets its updates by long polling and answers them, the updates of one person in order. */
import type { CallbackQuery, Update } from "@heliogram/shared/wire.ts";
import type { Clock } from "../ports/clock.ts";
import { ApiError, ApiClient, Stopped, type Post } from "./api-client.ts";
import { handleMessage, COMMAND_LIST } from "./handle-message.ts";
import { loadState, parseState, saveState } from "./state.ts";
import { handleCallback } from "./callbacks.ts";
import { Conversation } from "./conversation.ts";
import { hideOverdue } from "./token-messages.ts";

export interface AssistantDeps {
  readonly post: Post;
  readonly token: string;
  readonly clock: Clock;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** Timeout of one long poll. Between two polls, expired tokens are hidden. */
const POLL_S = 50;
const PAUSE_MS = 3000;
const KINDS = ["message", "callback_query"];

export class Assistant {
  readonly #deps: AssistantDeps;
  readonly #stop = new AbortController();
  readonly #api: ApiClient;
  readonly #done: Promise<void>;

  /** Starts at once. */
  constructor(deps: AssistantDeps) {
    this.#deps = deps;
    this.#api = new ApiClient(deps.post, deps.token, deps.clock, this.#stop.signal);
    this.#done = this.#run();
  }

  /** Stops accepting updates. */
  stop(): void {
    this.#stop.abort();
  }

  /** Resolves when the running updates are finished or abandoned, after `stop` or because the token is not valid any more. */
  finished(): Promise<void> {
    return this.#done;
  }

  async #run(): Promise<void> {
    let offset = 0;
    let commandsSet = false;
    while (!this.#stop.signal.aborted) {
      try {
        if (!commandsSet) await this.#api.call("setMyCommands", { commands: COMMAND_LIST });
        commandsSet = true;
        offset = await this.#poll(offset);
      } catch (error) {
        if (error instanceof Stopped) break;
        if (isDeposed(error)) return;
        this.#deps.onError(error);
        await this.#api.pause(PAUSE_MS).catch(() => {});
      }
    }
    const confirm = { offset, limit: 1, timeout: 0 };
    if (offset === 0) return;
    await this.#api.call("getUpdates", confirm).catch((error: unknown) => {
      if (!isDeposed(error)) this.#deps.onError(error);
    });
  }

  /** Polls once and answers the updates. @returns the offset of the next poll */
  async #poll(offset: number): Promise<number> {
    await this.#hideTokens();
    const params = { offset, timeout: POLL_S, allowed_updates: KINDS };
    const updates = await this.#api.call<Update[]>("getUpdates", params);
    const people = Map.groupBy(updates, senderOf);
    people.delete(undefined);
    await Promise.all([...people].map(([person, theirs]) => this.#answerAll(person!, theirs)));
    return updates.length === 0 ? offset : updates.at(-1)!.update_id + 1;
  }

  /** @throws Stopped, and ApiError when another process has taken over and is to answer these updates */
  async #answerAll(person: number, updates: readonly Update[]): Promise<void> {
    for (const update of updates) {
      try {
        await this.#answer(person, update);
      } catch (error) {
        if (error instanceof Stopped || isDeposed(error)) throw error;
        // 403: the person has blocked the assistant.
        if (!(error instanceof ApiError && error.code === 403)) this.#deps.onError(error);
      }
    }
  }

  async #answer(person: number, { update_id, message, callback_query }: Update): Promise<void> {
    const state = await loadState(this.#api, person);
    if (update_id <= state.seen) return;
    const conversation = new Conversation(this.#api, person, state, this.#nowS());
    let seen = update_id;
    try {
      if (message) await handleMessage(conversation, message.text);
      else if (callback_query) await this.#answerCallback(conversation, callback_query);
    } catch (error) {
      // An update that was interrupted is processed again after the next start.
      if (error instanceof Stopped) seen = state.seen;
      if (!(error instanceof ApiError && error.code === 429)) throw error;
      const { step } = conversation.state;
      await conversation.send({ text: error.message, ...(step ? { step } : {}) });
    } finally {
      await saveState(this.#api, person, { ...conversation.state, seen });
    }
  }

  async #answerCallback(conversation: Conversation, callback: CallbackQuery): Promise<void> {
    const text = await handleCallback(conversation, callback.message.message_id, callback.data);
    await this.#api.call("answerCallbackQuery", { callback_query_id: callback.id, text }).catch((error: unknown) => {
      // 400: after a restart, the callback may be too old to be answered. Its action has been performed.
      if (!(error instanceof ApiError && error.code === 400)) throw error;
    });
  }

  async #hideTokens(): Promise<void> {
    const due = await this.#api.call<{ user_id: number; note: string }[]>("dueNotes", {});
    for (const { user_id, note } of due) {
      const conversation = new Conversation(this.#api, user_id, parseState(note), this.#nowS());
      await hideOverdue(conversation);
      await saveState(this.#api, user_id, conversation.state);
    }
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.now() / 1000);
  }
}

/** Whether another process has taken over: the token was replaced. */
function isDeposed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 401;
}

/** The sender of an update; `undefined` for kinds that were queued before `allowed_updates` was set. */
function senderOf({ message, callback_query }: Update): number | undefined {
  return (message ?? callback_query)?.from?.id;
}
