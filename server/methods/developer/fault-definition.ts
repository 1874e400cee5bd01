/** The parameters of a fault rule: read, completed with what they leave out, and refused where they contradict each other. */
import type { FaultEffect } from "@heliogram/shared/faults.ts";
import { REFUSALS } from "../../domain/refusals.ts";
import { DOWNLOAD, TARGETS, type FaultConditions, type FaultDefinition } from "../../developer/faults/fault.ts";
import { descriptionOf } from "../engine/api-response.ts";
import {
  chatId,
  described,
  float,
  int,
  objectOf,
  oneOf,
  optional,
  ParameterError,
  text,
  type Params,
} from "../engine/fields.ts";

/** As long as a bot's library waits at most, with a wide margin. */
const MAX_DELAY_MS = 24 * 60 * 60_000;
const MAX_RETRY_AFTER_S = 24 * 60 * 60;
const MAX_TIMES = 1_000_000;
/** `{"ok":true` */
const DEFAULT_CUT_BYTES = 10;

const EFFECTS = Object.keys(TARGETS) as FaultEffect[];
const ERRORS: ReadonlySet<string> = new Set(["error", "webhook_error"]);

export const FAULT_FIELDS = {
  bot: described(optional(chatId()), "Only calls of this bot, or updates for it, by its id or user name."),
  method: described(
    optional(text({ max: 64 })),
    `Only calls of this method, or with \`${DOWNLOAD}\` the downloads of files. Without it, a rule is about \`getUpdates\` and downloads as well.`,
  ),
  chat: described(optional(chatId()), "Only calls whose `chat_id` is this chat, or updates of this chat."),
  text: described(
    optional(text({ max: 4096 })),
    "Only calls or updates whose text or caption contains this; of a callback query, its data.",
  ),
  nth: described(
    optional(int()),
    "Only from the n-th match on, counted from 1. `count` is then 1 if it is not given: the n-th match alone.",
  ),
  probability: described(optional(float()), "More than 0, less than 1: whether it applies to a match is random."),
  count: described(optional(int()), "How often it applies at most; any number of times by default."),
  effect: described(
    optional(oneOf(...EFFECTS)),
    "What happens; see below. `error` and `webhook_error` need one further parameter, so that an empty rule does not make everything fail. It may be left out with `error_code`, `retry_after` (`error`) and `delay_ms` (`delay`).",
  ),
  when: described(
    optional(oneOf("before", "after")),
    "`before`: the call is not carried out, or the webhook not called. `after`: it is, and what is lost is the response. `before` by default, and always `after` with `cut`.",
  ),
  error_code: described(
    optional(int()),
    "The code of an error, 400 to 599; of `webhook_error`, the HTTP status, 300 to 599. With `retry_after` it is 429 by default, otherwise 500.",
  ),
  description: described(
    optional(text({ max: 1024 })),
    "The description of an error; by default that which the service itself has for the code, for 403 that of a blocked bot.",
  ),
  retry_after: described(
    optional(int()),
    "Seconds, with 429, which has 1 by default, with 503, and with `webhook_error`: `parameters.retry_after` and the header of a 429, the header alone of the others.",
  ),
  parameters: described(
    optional(
      objectOf(
        { type: "object" },
        { syntax: "can't parse parameters: a JSON object is expected", shape: "parameters must be an object" },
        (value) => value,
      ),
    ),
    "Further members of the envelope's `parameters`, as `migrate_to_chat_id`.",
  ),
  delay_ms: described(
    optional(int()),
    `Milliseconds of the service's clock before anything else, at most ${MAX_DELAY_MS}, which is a day; of calls alone.`,
  ),
  cut_bytes: described(
    optional(int()),
    `Bytes of the response's body that are sent before the connection is closed, of \`cut\`; ${DEFAULT_CUT_BYTES} by default.`,
  ),
};

type FaultParams = Params<typeof FAULT_FIELDS>;
type Conditions = Pick<FaultConditions, "bot_id" | "method" | "chat_id">;

/** @param conditions - those that were looked up. @throws ParameterError */
export function faultDefinition(params: FaultParams, conditions: Conditions): FaultDefinition {
  const effect = effectOf(params);
  rejectEmpty(params, effect);
  rejectContradictions({ ...params, method: conditions.method }, effect);
  const { nth, count = nth === undefined ? undefined : 1, probability, text: part, delay_ms } = params;
  if (probability !== undefined && !(probability > 0 && probability < 1))
    throw new ParameterError("invalid probability: more than 0 and less than 1 is expected");
  return {
    ...conditions,
    text: part,
    nth: ranged("nth", nth, 1, MAX_TIMES),
    count: ranged("count", count, 1, MAX_TIMES),
    probability,
    effect,
    when: params.when ?? (effect === "cut" ? "after" : "before"),
    error: ERRORS.has(effect) ? errorOf(params, effect === "error" ? 400 : 300) : undefined,
    delay_ms: ranged("delay_ms", delay_ms, 1, MAX_DELAY_MS),
    cut_bytes: effect === "cut" ? ranged("cut_bytes", params.cut_bytes ?? DEFAULT_CUT_BYTES, 1, MAX_TIMES) : undefined,
  };
}

/** @throws ParameterError */
function effectOf({ effect, error_code, retry_after, description, delay_ms }: FaultParams): FaultEffect {
  if (effect !== undefined) return effect;
  if (error_code !== undefined || retry_after !== undefined || description !== undefined) return "error";
  if (delay_ms !== undefined) return "delay";
  throw new ParameterError(`no fault is given: error_code, delay_ms or effect (${EFFECTS.join(", ")}) is needed`);
}

const CONDITIONS = ["bot", "method", "chat", "text", "nth", "probability", "count"] as const;
const OF_ERRORS = ["error_code", "retry_after", "description", "parameters"] as const;

/** An error that neither says which one nor where is a form sent too early: it would make every call of every bot fail. */
function rejectEmpty(params: FaultParams, effect: FaultEffect): void {
  if (!ERRORS.has(effect) || [...CONDITIONS, ...OF_ERRORS].some((name) => params[name] !== undefined)) return;
  const sentence = "everything would fail: error_code, or a condition such as bot, method, chat or count, is needed";
  throw new ParameterError(`the rule is empty, so ${sentence}`);
}

/** @throws ParameterError */
function rejectContradictions(params: FaultParams, effect: FaultEffect): void {
  const target = TARGETS[effect];
  const not = (name: keyof FaultParams, isRight: boolean, sentence: string) => {
    if (params[name] !== undefined && !isRight) throw new ParameterError(`${name} contradicts ${effect}: ${sentence}`);
  };
  const isError = ERRORS.has(effect);
  not("method", target === "calls", "only calls have a method");
  not("delay_ms", target === "calls" && effect !== "hang", "only calls that get a response are delayed");
  if (effect === "delay" && params.delay_ms === undefined) throw new ParameterError("delay needs delay_ms");
  not("error_code", isError, "only errors have a code");
  not("retry_after", isError, "only errors have it");
  not("description", effect === "error", "only errors of calls have one");
  not("parameters", effect === "error", "only errors of calls have them");
  not("cut_bytes", effect === "cut", "only a response that is cut has them");
  not("when", target !== "updates", "an update is delivered in any case");
  for (const name of ["chat", "text"] as const)
    if (params.method === DOWNLOAD && params[name] !== undefined)
      throw new ParameterError(`${name} contradicts ${DOWNLOAD}: a download has neither a chat nor a text`);
  if (effect === "cut")
    not("when", params.when === "after", "the response to cut is that of a call that was carried out");
}

/** @throws ParameterError */
function errorOf(params: FaultParams, lowest: number): NonNullable<FaultDefinition["error"]> {
  const { retry_after, error_code = retry_after === undefined ? 500 : 429 } = params;
  ranged("error_code", error_code, lowest, 599);
  ranged("retry_after", retry_after, 0, MAX_RETRY_AFTER_S);
  if (lowest === 300) return { error_code, ...(retry_after === undefined ? {} : { retry_after }) };
  if (retry_after !== undefined && error_code !== 429 && error_code !== 503)
    throw new ParameterError(`retry_after contradicts error_code ${error_code}: 429 and 503 have it`);
  const wait_s = retry_after ?? (error_code === 429 ? 1 : undefined);
  const parameters = { ...params.parameters, ...(error_code === 429 ? { retry_after: wait_s } : {}) };
  return {
    error_code,
    description: descriptionFor(error_code, params.description, wait_s),
    ...(wait_s === undefined ? {} : { retry_after: wait_s }),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  };
}

/** The sentences that the service itself has for a code, without its prefix. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: "",
  401: REFUSALS.UNAUTHORIZED.text,
  403: REFUSALS.BOT_BLOCKED.text,
  404: "",
  405: "",
  409: REFUSALS.OTHER_POLL.text,
  413: "",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "the database does not answer; nothing was changed",
  504: "Gateway Timeout",
};

/** A given sentence may have the prefix of its code or not. */
function descriptionFor(error_code: number, given: string | undefined, wait_s: number | undefined): string {
  if (given === undefined && error_code === 429) return `Too Many Requests: retry after ${wait_s}`;
  const sentence = given ?? SENTENCES[error_code] ?? `Error ${error_code}`;
  const prefix = descriptionOf(error_code, "");
  return prefix !== "" && sentence.startsWith(prefix) ? sentence : descriptionOf(error_code, sentence);
}

/** @throws ParameterError */
function ranged(name: string, value: number | undefined, low: number, high: number): number | undefined {
  if (value !== undefined && (value < low || value > high))
    throw new ParameterError(`invalid ${name}: ${low} to ${high} is expected`);
  return value;
}
