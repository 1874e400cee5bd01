/** What an expectation accepts: one function for each of them. */
import type { Message } from "heliogram";
import { isDraft, isEdit, isSend, type BotCall } from "../bots/bot-call.ts";
import type { Context } from "../context.ts";
import type { Target } from "../directory.ts";
import { buttonRows } from "../people/buttons.ts";

/** A whole text, or a pattern of a part of it. */
export type TextPattern = string | RegExp;

export interface WaitOptions {
  /** How long to wait, in milliseconds. */
  readonly timeout?: number;
}

export interface ToOptions extends WaitOptions {
  /** The person or chat; by default any. */
  readonly to?: Target;
}

export interface ReplyOptions extends ToOptions {
  /** The texts of the buttons below the message, by rows. */
  readonly keyboard?: readonly (readonly string[])[];
  /** The message that the bot answers. */
  readonly replyTo?: Message;
}

export interface AnswerOptions extends ToOptions {
  /** Whether the answer is an alert that must be closed. */
  readonly alert?: boolean;
}

export interface DeleteOptions extends WaitOptions {
  /** The chat; by default any. */
  readonly in?: Target;
}

/** A call that an expectation accepts, and what is handed to the test. */
export interface Criterion<T> {
  /** What the bot is expected to do, after “to”. */
  readonly text: string;
  readonly accepts: (call: BotCall) => T | undefined;
  /** How long to wait, in milliseconds. */
  readonly timeout: number;
}

/** The chat or person on which a call has an effect. */
export function chatOf({ directory, taps }: Context, { messages, params, method }: BotCall): number | undefined {
  const [message] = messages;
  if (message) return message.chat.id;
  if (method === "answerCallbackQuery") return taps.get(String(params.callback_query_id));
  const { chat_id } = params;
  if (typeof chat_id === "number" || (typeof chat_id === "string" && /^-?\d+$/.test(chat_id))) return Number(chat_id);
  const username = typeof chat_id === "string" ? chat_id.replace(/^@/, "").toLowerCase() : undefined;
  return directory.chats.find((chat) => chat.username !== null && chat.username.toLowerCase() === username)?.id;
}

/** A new message with this text or caption. */
export function reply(context: Context, text?: TextPattern, options: ReplyOptions = {}): Criterion<Message> {
  const { keyboard, replyTo, timeout = context.timeout_ms } = options;
  const buttons = keyboard ? ` with the buttons ${JSON.stringify(keyboard)}` : "";
  return {
    timeout,
    text: `reply${shown(text)}${buttons}${toWhom(context, options.to)}`,
    accepts: (call) => {
      if (!isSend(call) || !isTo(context, call, options.to)) return undefined;
      return call.messages.find(
        (message) =>
          fits(textOf(message), text) &&
          (keyboard === undefined || JSON.stringify(buttonRows(message)) === JSON.stringify(keyboard)) &&
          (replyTo === undefined || message.reply_to_message?.message_id === replyTo.message_id),
      );
    },
  };
}

/** A new message with a file of this kind, and its caption. */
export function file(
  context: Context,
  kind: "photo" | "document",
  caption?: TextPattern,
  options: ReplyOptions = {},
): Criterion<Message> {
  const any = reply(context, caption, options);
  return {
    ...any,
    text: `send a ${kind}${shown(caption)}${toWhom(context, options.to)}`,
    accepts: (call) => {
      const message = any.accepts(call);
      return message?.[kind] ? message : undefined;
    },
  };
}

/** A streamed draft whose text is this as the bot gave it, with its marks. */
export function draft(context: Context, text?: TextPattern, options: ToOptions = {}): Criterion<BotCall> {
  const { to, timeout = context.timeout_ms } = options;
  return {
    timeout,
    text: `show a draft${shown(text)}${toWhom(context, to)}`,
    accepts: (call) =>
      isDraft(call) && isTo(context, call, to) && fits(String(call.params.text ?? ""), text) ? call : undefined,
  };
}

/** A change of an own message, which has this text or caption afterwards. */
export function edit(context: Context, text?: TextPattern, options: ReplyOptions = {}): Criterion<Message> {
  const { keyboard, to, timeout = context.timeout_ms } = options;
  return {
    timeout,
    text: `edit a message to${shown(text)}${toWhom(context, to)}`,
    accepts: (call) => {
      if (!isEdit(call) || !isTo(context, call, to)) return undefined;
      return call.messages.find(
        (message) =>
          fits(textOf(message), text) &&
          (keyboard === undefined || JSON.stringify(buttonRows(message)) === JSON.stringify(keyboard)),
      );
    },
  };
}

/** The removal of a message. */
export function deletion(context: Context, message?: Message, options: DeleteOptions = {}): Criterion<BotCall> {
  const chat = options.in ?? message?.chat.id;
  return {
    timeout: options.timeout ?? context.timeout_ms,
    text: `delete ${message ? `message ${message.message_id}` : "a message"}`,
    accepts: (call) => {
      if (call.status !== 200 || !/^deleteMessages?$/.test(call.method)) return undefined;
      const { message_id, message_ids } = call.params;
      const ids = Array.isArray(message_ids) ? message_ids : [message_id];
      if (message && !ids.map(Number).includes(message.message_id)) return undefined;
      // Of a private chat, both sides see the other's id.
      if (message && message.chat.id > 0 && options.in === undefined) return call;
      return isTo(context, call, chat) ? call : undefined;
    },
  };
}

/** The answer to the press of a callback button. */
export function answer(context: Context, text?: TextPattern, options: AnswerOptions = {}): Criterion<BotCall> {
  const { to, alert, timeout = context.timeout_ms } = options;
  return {
    timeout,
    text: `answer a callback query${shown(text)}${toWhom(context, to)}`,
    accepts: (call) => {
      if (call.status !== 200 || call.method !== "answerCallbackQuery" || !isTo(context, call, to)) return undefined;
      if (!fits(String(call.params.text ?? ""), text)) return undefined;
      return alert === undefined || (call.params.show_alert === true) === alert ? call : undefined;
    },
  };
}

/** A call of this method, whatever it was answered; with these parameters among others. */
export function anyCall(
  context: Context,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  options: WaitOptions = {},
): Criterion<BotCall> {
  const having = Object.keys(params).length > 0 ? ` with ${JSON.stringify(params)}` : "";
  return {
    timeout: options.timeout ?? context.timeout_ms,
    text: `call ${method}${having}`,
    accepts: (call) =>
      call.method.toLowerCase() === method.toLowerCase() && contains(call.params, params) ? call : undefined,
  };
}

function isTo(context: Context, call: BotCall, to: Target | undefined): boolean {
  return to === undefined || chatOf(context, call) === context.directory.idOf(to);
}

function textOf({ text, caption }: Message): string {
  return text ?? caption ?? "";
}

function fits(text: string, pattern: TextPattern | undefined): boolean {
  if (pattern === undefined) return true;
  return typeof pattern === "string" ? text === pattern : text.search(pattern) !== -1;
}

/** Whether everything that is expected is in the value. */
function contains(value: unknown, expected: unknown): boolean {
  if (typeof expected !== "object" || expected === null) return Object.is(value, expected);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(expected).every(([key, each]) => contains((value as Record<string, unknown>)[key], each));
}

function shown(text: TextPattern | undefined): string {
  return text === undefined ? "" : ` ${typeof text === "string" ? JSON.stringify(text) : String(text)}`;
}

function toWhom({ directory }: Context, to: Target | undefined): string {
  return to === undefined ? "" : ` to ${directory.nameOf(directory.idOf(to))}`;
}
