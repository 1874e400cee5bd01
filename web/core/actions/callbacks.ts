/** Sends presses of inline keyboard buttons and waits for the bot's answer, up to a timeout. */
import type { CallbackAnswer } from "@heliogram/shared/wire.ts";
import { callbackKey } from "../model/messages/callback-key.ts";
import { setCallbackPending } from "../store/callbacks.ts";
import type { ActionDeps } from "./deps.ts";

/** A bot that has not answered by then is unlikely to answer at all. */
const TIMEOUT_MS = 15_000;
/** How long an answer is kept that arrives before the response of `pressButton`. */
const EARLY_MS = 10_000;

export type CallbackOutcome =
  | { readonly kind: "answered"; readonly answer: CallbackAnswer }
  | { readonly kind: "silent" }
  | { readonly kind: "refused"; readonly error: unknown };

interface CallbackTarget {
  readonly chat_id: number;
  readonly message_id: number;
  readonly callback_data: string;
}

export class CallbackActions {
  readonly #deps: ActionDeps;
  readonly #pending = new Map<string, (answer: CallbackAnswer) => void>();
  readonly #earlyAnswers = new Map<string, CallbackAnswer>();

  constructor(deps: ActionDeps) {
    this.#deps = deps;
  }

  /** Presses a button. @returns the outcome, or `undefined` if an earlier press of the same button is still pending */
  async press(target: CallbackTarget): Promise<CallbackOutcome | undefined> {
    const { store, api } = this.#deps;
    const key = callbackKey(target.chat_id, target.message_id, target.callback_data);
    if (store.getState().pending_callbacks.has(key)) return undefined;
    store.setState(setCallbackPending(key, true));
    try {
      const { callback_query_id } = await api.call("pressButton", target);
      return await this.#waitForAnswer(callback_query_id);
    } catch (error) {
      return { kind: "refused", error };
    } finally {
      store.setState(setCallbackPending(key, false));
    }
  }

  receiveAnswer(answer: CallbackAnswer): void {
    const waiting = this.#pending.get(answer.id);
    if (waiting) {
      waiting(answer);
      return;
    }
    this.#earlyAnswers.set(answer.id, answer);
    this.#deps.clock.after(EARLY_MS, () => this.#earlyAnswers.delete(answer.id));
  }

  #waitForAnswer(id: string): Promise<CallbackOutcome> {
    const prefetched = this.#earlyAnswers.get(id);
    if (prefetched) return Promise.resolve({ kind: "answered", answer: prefetched });
    return new Promise((resolve) => {
      const cancelTimer = this.#deps.clock.after(TIMEOUT_MS, () => {
        this.#pending.delete(id);
        resolve({ kind: "silent" });
      });
      this.#pending.set(id, (answer) => {
        this.#pending.delete(id);
        cancelTimer();
        resolve({ kind: "answered", answer });
      });
    });
  }
}
