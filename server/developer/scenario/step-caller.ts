/** Calls the methods of a scenario's steps as their people. */
import type { ScenarioStep } from "@heliogram/shared/wire.ts";
import type { RecordedCall } from "../calls/call-log.ts";
import type { Developer } from "../developer.ts";
import type { Directory } from "./facts.ts";
import { richButtons } from "../../domain/rich/read-button.ts";
import { inlineButtons, type References } from "./references.ts";
import { sampleFile } from "./sample-files.ts";
import { resolveValues, StepProblem, type Naming } from "./values.ts";
import type { WaitLimits } from "./wait-limits.ts";

export interface StepCall {
  readonly person_id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly files: readonly { readonly field: string; readonly file_name?: string; readonly bytes: Buffer }[];
}

export interface StepResponse {
  readonly trace_id: string;
  readonly status: number;
  readonly body: {
    readonly result?: unknown;
    readonly description?: string;
    readonly parameters?: { readonly retry_after?: number };
  };
}

/** Calls a method of the user API as a person. */
export type Act = (call: StepCall) => Promise<StepResponse>;

/** Messages among which a button is looked for. */
const MOST_MESSAGES = 50;
/** The newest drafts that are tried. */
const MOST_DRAFTS = 20;
const TOO_MANY_REQUESTS = 429;

interface ShownMessage {
  readonly message_id: number;
  readonly reply_markup?: unknown;
  readonly rich_message?: unknown;
}

export class StepCaller {
  readonly #developer: Developer;
  readonly #act: Act;
  readonly #references: References;
  readonly #limits: WaitLimits;
  readonly #signal: AbortSignal | undefined;

  constructor(
    developer: Developer,
    act: Act,
    references: References,
    limits: WaitLimits,
    signal: AbortSignal | undefined,
  ) {
    this.#developer = developer;
    this.#act = act;
    this.#references = references;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** @throws StepProblem if the step cannot be made, or is refused */
  async call(step: ScenarioStep, directory: Directory): Promise<{ readonly trace_id: string }> {
    const person_id = directory.idOf(step.person)!;
    const now_s = Math.floor(this.#developer.clock.now() / 1000);
    const naming: Naming = { directory, references: this.#references, account_id: person_id, now_s };
    const { button, ...values } = step.with ?? {};
    if (step.does === "pressButton" && typeof button === "string") {
      const { chat_id } = resolveValues({ chat_id: values.chat_id }, naming);
      return this.#made(person_id, step.does, { chat_id, ...(await this.#button(person_id, chat_id, values, button)) });
    }
    const params = resolveValues(values, naming);
    if (typeof params.chat_id === "number" && params.chat_id > 0)
      await this.#made(person_id, "openChat", { user_id: params.chat_id });
    if (step.does === "stopMessageGeneration" && params.draft_id === undefined) return this.#stop(person_id, params);
    return this.#made(person_id, step.does, params, step.files);
  }

  /** Stops a draft of the bot, once it shows one that can be stopped. @throws StepProblem */
  async #stop(person_id: number, params: Readonly<Record<string, unknown>>): Promise<{ readonly trace_id: string }> {
    const { log } = this.#developer.calls;
    const deadline_ms = this.#developer.elapsed() + this.#limits.timeout_ms;
    for (let newest = 0; ;) {
      const drafts = log.read({
        after: undefined,
        limit: MOST_DRAFTS,
        matches: (call) => isDraft(call, params.bot_id),
      });
      for (const call of drafts.toReversed().filter(({ id }) => id > newest)) {
        const stopping = { ...params, draft_id: call.params?.get("draft_id") };
        const { trace_id, result } = await this.#made(person_id, "stopMessageGeneration", stopping);
        if (result === true) return { trace_id };
      }
      newest = Math.max(newest, ...drafts.map(({ id }) => id));
      const left_ms = deadline_ms - this.#developer.elapsed();
      if (left_ms <= 0 || this.#signal?.aborted || this.#developer.isClosed)
        throw new StepProblem("the bot shows no draft that can be stopped");
      await this.#developer.change([log], left_ms, this.#signal);
    }
  }

  /** The message that has the button: the one of the recording if it has it, or the newest. @throws StepProblem */
  async #button(person_id: number, chat_id: unknown, { message_id }: Readonly<Record<string, unknown>>, text: string) {
    const { result } = await this.#made(person_id, "getHistory", { chat_id, limit: MOST_MESSAGES });
    const wanted = typeof message_id === "string" ? this.#references.messageId(message_id) : message_id;
    const { messages } = result as { readonly messages: readonly ShownMessage[] };
    const found = messages.flatMap((message) =>
      [...inlineButtons(message.reply_markup), ...richButtons(message.rich_message)]
        .filter((button) => button.text === text && button.callback_data !== undefined)
        .map(({ callback_data }) => ({ message_id: message.message_id, callback_data })),
    );
    const button = found.find((each) => each.message_id === wanted) ?? found.at(-1);
    if (!button) throw new StepProblem(`no message of the chat has a button “${text}”`);
    return button;
  }

  /** A call that was answered with success. @throws StepProblem */
  async #made(
    person_id: number,
    method: string,
    params: Readonly<Record<string, unknown>>,
    files: ScenarioStep["files"] = [],
  ): Promise<{ readonly trace_id: string; readonly result: unknown }> {
    for (;;) {
      const { trace_id, status, body } = await this.#act({
        person_id,
        method,
        params,
        files: files.map(({ field, file_name, size }) => ({
          field,
          ...(file_name === undefined ? {} : { file_name }),
          bytes: sampleFile(field, file_name, size),
        })),
      });
      if (status === 200) return { trace_id, result: body.result };
      const { retry_after } = body.parameters ?? {};
      const isToWait = status === TOO_MANY_REQUESTS && retry_after !== undefined;
      if (!isToWait || !(await this.#passed(retry_after * 1000)))
        throw new StepProblem(`${method} was refused: ${body.description ?? `status ${status}`}`);
    }
  }

  /** Limits refill by the clock of the service. It resolves to false if that does not get there in time. */
  async #passed(delay_ms: number): Promise<boolean> {
    const until_ms = this.#developer.clock.now() + delay_ms;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#developer.clock.after(delay_ms, resolve);
    const limit_ms = delay_ms + this.#limits.timeout_ms;
    await Promise.race([promise, this.#developer.change([], limit_ms, this.#signal)]);
    cancel();
    return this.#developer.clock.now() >= until_ms;
  }
}

/** Whether it is a call by which the bot shows a draft. */
function isDraft({ api, method, status, account_id }: RecordedCall, bot_id: unknown): boolean {
  return api === "bot" && account_id === bot_id && status === 200 && /^send(?:Rich)?MessageDraft$/.test(method);
}
