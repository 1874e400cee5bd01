/** The fault rules of a service: finds the rule that applies to a call, an update or a delivery. */
import type { Clock } from "../../ports/clock.ts";
import { DOWNLOAD, TARGETS, faultName, type FaultDefinition, type FaultRule, type FaultTarget } from "./fault.ts";
import { textOfParams, textOfUpdate } from "./fault-text.ts";

/** A call of a bot whose parameters have been read. */
export interface FaultedCall {
  readonly bot_id: number;
  /** The declared name. */
  readonly method: string;
  readonly params: ReadonlyMap<string, unknown>;
  /** Finds the chat of a user name. */
  readonly findUsername: (name: string) => Promise<number | undefined>;
}

/** An event of a bot's stream: an update on its way to the bot. */
export interface FaultedUpdate {
  readonly ref: number;
  readonly body: string;
}

/** How a held call goes on: `gone` if its client has left, `closed` if the service stops. */
export type HoldEnd = "continue" | "gone" | "closed";

/** A rule that applies to something. */
export interface AppliedFault {
  readonly rule: FaultRule;
  /** Its name in the logs. */
  readonly name: string;
  /** Waits as a rule with a delay or a hang says. It goes on at once when the rule is removed. */
  hold(left: AbortSignal): Promise<HoldEnd>;
}

interface FaultRulesDeps {
  /** The clock of the service. */
  readonly clock: Pick<Clock, "after">;
  /** A number in [0, 1). */
  readonly fraction: () => number;
}

interface Entry {
  rule: FaultRule;
  readonly removal: AbortController;
}

/** Rules that are kept, those that no longer apply included. */
export const MAX_RULES = 1000;

export class FaultRules {
  readonly #deps: FaultRulesDeps;
  readonly #entries = new Map<number, Entry>();
  /** The rules that can still apply, in the order in which they were added. */
  readonly #active: Record<FaultTarget, Entry[]> = { calls: [], updates: [], webhooks: [] };
  readonly #closing = new AbortController();
  #last_id = 0;

  constructor(deps: FaultRulesDeps) {
    this.#deps = deps;
  }

  /** Whether a rule can apply. It is asked before anything else, so that no rule costs next to nothing. */
  has(target: FaultTarget): boolean {
    return this.#active[target].length > 0;
  }

  /** @returns the rule; `undefined` if there are too many */
  add(definition: FaultDefinition): FaultRule | undefined {
    if (this.#entries.size >= MAX_RULES) return undefined;
    const rule = { id: ++this.#last_id, ...definition, matched: 0, applied: 0 };
    const entry = { rule, removal: new AbortController() };
    this.#entries.set(rule.id, entry);
    this.#active[TARGETS[rule.effect]].push(entry);
    return rule;
  }

  list(): FaultRule[] {
    return [...this.#entries.values()].map(({ rule }) => rule);
  }

  /** Removes a rule. Calls that it holds go on. @returns whether there was one */
  remove(id: number): boolean {
    const entry = this.#entries.get(id);
    if (!entry) return false;
    this.#entries.delete(id);
    this.#retire(entry);
    entry.removal.abort();
    return true;
  }

  /** @returns how many there were */
  removeAll(): number {
    const ids = [...this.#entries.keys()];
    for (const id of ids) this.remove(id);
    return ids.length;
  }

  /** The service stops: held calls end, and no rule applies any more. */
  close(): void {
    this.#closing.abort();
    this.removeAll();
  }

  /** The rule that applies to a call. It counts as applied. */
  async ofCall(call: FaultedCall): Promise<AppliedFault | undefined> {
    let chat_id: Promise<number | undefined> | undefined;
    for (const entry of [...this.#active.calls]) {
      const { rule } = entry;
      if (rule.bot_id !== undefined && rule.bot_id !== call.bot_id) continue;
      if (rule.method !== undefined && rule.method !== call.method) continue;
      if (rule.text !== undefined && !textOfParams(call.params).includes(rule.text)) continue;
      if (rule.chat_id !== undefined && rule.chat_id !== (await (chat_id ??= chatOf(call)))) continue;
      if (this.#applies(entry)) return this.#applied(entry);
    }
    return undefined;
  }

  /** The rule that applies to a bot's download of a file, which has neither a chat nor a text. */
  ofDownload(bot_id: number): Promise<AppliedFault | undefined> {
    return this.ofCall({ bot_id, method: DOWNLOAD, params: new Map(), findUsername: async () => undefined });
  }

  /**
   * The rule that applies to an update on its way to a bot.
   * @param hasNext - whether another update follows, without which there is no other order
   */
  ofUpdate(bot_id: number, update: FaultedUpdate, hasNext: boolean): AppliedFault | undefined {
    return this.#ofEvent("updates", bot_id, update, hasNext);
  }

  /** The rule that applies to an attempt to deliver an update to a webhook. */
  ofDelivery(bot_id: number, update: FaultedUpdate): AppliedFault | undefined {
    return this.#ofEvent("webhooks", bot_id, update, false);
  }

  #ofEvent(
    target: "updates" | "webhooks",
    bot_id: number,
    update: FaultedUpdate,
    hasNext: boolean,
  ): AppliedFault | undefined {
    for (const entry of [...this.#active[target]]) {
      const { rule } = entry;
      if (rule.effect === "reorder" && !hasNext) continue;
      if (rule.bot_id !== undefined && rule.bot_id !== bot_id) continue;
      if (rule.chat_id !== undefined && rule.chat_id !== update.ref) continue;
      if (rule.text !== undefined && !textOfUpdate(update.body).includes(rule.text)) continue;
      if (this.#applies(entry)) return this.#applied(entry);
    }
    return undefined;
  }

  /** Counts a match. @returns whether the rule applies to it */
  #applies(entry: Entry): boolean {
    // It may have been removed, or applied elsewhere, while a chat was looked up.
    if (!this.#active[TARGETS[entry.rule.effect]].includes(entry)) return false;
    const matched = entry.rule.matched + 1;
    const { nth = 1, probability = 1 } = entry.rule;
    const applies = matched >= nth && (probability >= 1 || this.#deps.fraction() < probability);
    const applied = entry.rule.applied + (applies ? 1 : 0);
    entry.rule = { ...entry.rule, matched, applied };
    if (applied === entry.rule.count) this.#retire(entry);
    return applies;
  }

  #applied({ rule, removal }: Entry): AppliedFault {
    return { rule, name: faultName(rule), hold: (left) => this.#hold(rule, removal.signal, left) };
  }

  #retire(entry: Entry): void {
    const active = this.#active[TARGETS[entry.rule.effect]];
    const place = active.indexOf(entry);
    if (place >= 0) active.splice(place, 1);
  }

  async #hold({ effect, delay_ms }: FaultRule, removed: AbortSignal, left: AbortSignal): Promise<HoldEnd> {
    if (effect !== "hang" && delay_ms === undefined) return "continue";
    const { promise, resolve } = Promise.withResolvers<HoldEnd>();
    const closing = this.#closing.signal;
    const over = new AbortController();
    const end = (signal: AbortSignal, how: HoldEnd) => {
      if (signal.aborted) resolve(how);
      else signal.addEventListener("abort", () => resolve(how), { signal: over.signal });
    };
    end(closing, "closed");
    end(left, "gone");
    end(removed, "continue");
    const cancel = effect === "hang" ? () => {} : this.#deps.clock.after(delay_ms!, () => resolve("continue"));
    const how = await promise;
    cancel();
    over.abort();
    return how;
  }
}

/** The chat that a call names. */
async function chatOf({ params, findUsername }: FaultedCall): Promise<number | undefined> {
  const named = params.get("chat_id");
  if (typeof named === "number") return named;
  if (typeof named !== "string") return undefined;
  return /^\s*[+-]?\d+\s*$/.test(named) ? Number(named) : findUsername(named.trim());
}
