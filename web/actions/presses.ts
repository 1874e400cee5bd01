/** Presses of inline buttons: each waits for its bot's answer, and not for ever. */
import type { CallbackAnswer } from "@heliogram/shared/frames.ts";
import { pressName } from "../model/presses.ts";
import { setPressed } from "../store/presses.ts";
import type { ActionDeps } from "./deps.ts";

/** A bot that has not answered by now will hardly do so. */
const PATIENCE_MS = 15_000;
/** An answer may be quicker than the answer to the press itself. */
const EARLY_MS = 10_000;

export type PressOutcome =
  | { readonly kind: "answered"; readonly answer: CallbackAnswer }
  | { readonly kind: "silent" }
  | { readonly kind: "refused"; readonly error: unknown };

interface Place {
  readonly chat_id: number;
  readonly message_id: number;
  readonly callback_data: string;
}

export class Presses {
  readonly #deps: ActionDeps;
  readonly #waiting = new Map<string, (answer: CallbackAnswer) => void>();
  readonly #early = new Map<string, CallbackAnswer>();

  constructor(deps: ActionDeps) {
    this.#deps = deps;
  }

  /** Presses a button. @returns what came of it; `undefined` if it waits for an answer already */
  async press(place: Place): Promise<PressOutcome | undefined> {
    const { store, api } = this.#deps;
    const name = pressName(place.chat_id, place.message_id, place.callback_data);
    if (store.getState().presses.has(name)) return undefined;
    store.setState(setPressed(name, true));
    try {
      const { callback_query_id } = await api.call("pressButton", place);
      return await this.#answerTo(callback_query_id);
    } catch (error) {
      return { kind: "refused", error };
    } finally {
      store.setState(setPressed(name, false));
    }
  }

  takeAnswer(answer: CallbackAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting) {
      waiting(answer);
      return;
    }
    this.#early.set(answer.id, answer);
    this.#deps.clock.after(EARLY_MS, () => this.#early.delete(answer.id));
  }

  #answerTo(id: string): Promise<PressOutcome> {
    const early = this.#early.get(id);
    if (early) return Promise.resolve({ kind: "answered", answer: early });
    return new Promise((resolve) => {
      const callOff = this.#deps.clock.after(PATIENCE_MS, () => {
        this.#waiting.delete(id);
        resolve({ kind: "silent" });
      });
      this.#waiting.set(id, (answer) => {
        this.#waiting.delete(id);
        callOff();
        resolve({ kind: "answered", answer });
      });
    });
  }
}
