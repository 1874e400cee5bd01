/** A bot's call with what it has done. */
import type { Message, KeyboardButton } from "heliogram";
import type { RecordedCall } from "@heliogram/shared/wire.ts";

export interface BotCall {
  readonly id: number;
  /** The position in the log, which rises with every call. */
  readonly revision: number;
  readonly bot_id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The sentence of a refusal. */
  readonly description?: string;
  readonly result: unknown;
  /** The messages that it has sent or edited. */
  readonly messages: readonly Message[];
}

/** @returns `undefined` for a call of a person, and for one whose credential was refused */
export function botCall(call: RecordedCall): BotCall | undefined {
  const { id, revision, account_id, method, status } = call;
  if (call.api === "person" || account_id === undefined) return undefined;
  const { result, description } = objectOf(call.response);
  const params = objectOf(call.params);
  return {
    id,
    revision,
    bot_id: account_id,
    method,
    params,
    status,
    ...(typeof description === "string" ? { description } : {}),
    result,
    messages: (Array.isArray(result) ? result : [result])
      .filter(isMessage)
      .map((message) => withKeyboard(message, params.reply_markup)),
  };
}

/** The answer has inline keyboards alone. */
function withKeyboard(message: Message, given: unknown): Message {
  if (message.reply_markup) return message;
  const { keyboard } = objectOf(typeof given === "string" ? readJson(given) : given);
  if (!Array.isArray(keyboard)) return message;
  const button = (each: unknown) => (typeof each === "string" ? { text: each } : each) as KeyboardButton;
  return { ...message, reply_markup: { keyboard: keyboard.map((row: unknown[]) => row.map(button)) } };
}

/** A parameter of a form or a query is the text of its JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isMessage(value: unknown): value is Message {
  const { message_id, chat, date } = objectOf(value);
  return typeof message_id === "number" && typeof chat === "object" && typeof date === "number";
}

/** Whether the call has put new messages into a chat. */
export function isSend({ method, status }: BotCall): boolean {
  return status === 200 && /^(?:send|forward)/.test(method);
}

export function isEdit({ method, status }: BotCall): boolean {
  return status === 200 && method.startsWith("editMessage");
}

/** The emoji that a bot has set on a message, "" if it has removed its own; `undefined` for other calls. */
export function reactionOf({
  method,
  status,
  params,
}: Pick<BotCall, "method" | "status" | "params">): string | undefined {
  if (status !== 200 || method !== "setMessageReaction") return undefined;
  const { reaction } = params;
  const set = typeof reaction === "string" ? readJson(reaction) : reaction;
  const emoji = (Array.isArray(set) ? set : []).map((each) => String(objectOf(each).emoji));
  return emoji.join(" ").replaceAll("\u{FE0F}", "");
}

/** Whether the call has shown a streamed draft. */
export function isDraft({ method, status }: BotCall): boolean {
  return status === 200 && (method === "sendMessageDraft" || method === "sendRichMessageDraft");
}

/** The text of a draft as the bot gave it: of a rich one its Markdown or HTML. */
export function draftText({ params }: BotCall): string {
  const { rich_message: rich } = params;
  const { markdown, html } = objectOf(typeof rich === "string" ? readJson(rich) : rich);
  return String(params.text ?? markdown ?? html ?? "");
}
