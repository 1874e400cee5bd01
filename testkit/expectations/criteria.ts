/** What an expectation accepts: one function for each of them. */
import type { Message } from "heliogram";
import { draftText, isDraft, isEdit, isSend, reactionOf, type BotCall } from "../bots/bot-call.ts";
import type { Context } from "../context.ts";
import type { Target } from "../directory.ts";
import { buttonRows } from "../people/buttons.ts";
import { chatOfTopic, isInTopic, threadOf, type TestTopic, type TopicRef } from "../people/topics.ts";

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

export interface PlaceOptions extends ToOptions {
  /** The topic; by default any. */
  readonly topic?: TopicRef | TestTopic;
}

export interface ReplyOptions extends PlaceOptions {
  /** The texts of the buttons below the message, by rows. */
  readonly keyboard?: readonly (readonly string[])[];
  /** The message that the bot answers. */
  readonly replyTo?: Message;
}

export interface AnswerOptions extends ToOptions {
  /** Whether the answer is an alert that must be closed. */
  readonly alert?: boolean;
}

export interface ReactOptions extends ToOptions {
  /** The message that the bot reacts to; by default any. */
  readonly message?: Message;
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
    text: `reply${shown(text)}${buttons}${toWhere(context, options)}`,
    accepts: (call) => {
      if (!isSend(call) || !isTo(context, call, options.to)) return undefined;
      return call.messages.find(
        (message) =>
          fits(textOf(message), text) &&
          isThere(message, options.topic) &&
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
    text: `send a ${kind}${shown(caption)}${toWhere(context, options)}`,
    accepts: (call) => {
      const message = any.accepts(call);
      return message?.[kind] ? message : undefined;
    },
  };
}

/** A streamed draft whose text is this as the bot gave it, with its marks. */
export function draft(context: Context, text?: TextPattern, options: PlaceOptions = {}): Criterion<BotCall> {
  const { to, topic, timeout = context.timeout_ms } = options;
  return {
    timeout,
    text: `show a draft${shown(text)}${toWhere(context, options)}`,
    accepts: (call) => {
      if (!isDraft(call) || !isTo(context, call, to ?? groupOf(topic))) return undefined;
      const { message_thread_id: thread_id } = call.params;
      if (topic !== undefined && !isInTopic(thread_id === undefined ? undefined : Number(thread_id), topic))
        return undefined;
      return fits(draftText(call), text) ? call : undefined;
    },
  };
}

/** A reaction with this emoji; "" is the removal of the bot's reaction. */
export function reaction(context: Context, emoji?: string, options: ReactOptions = {}): Criterion<BotCall> {
  const { to, message, timeout = context.timeout_ms } = options;
  const target = message ? ` to message ${message.message_id}` : "";
  const what = emoji === "" ? "take its reaction back" : `react${emoji === undefined ? "" : ` with ${emoji}`}${target}`;
  return {
    timeout,
    text: `${what}${to === undefined ? "" : ` in the chat with ${context.directory.nameOf(context.directory.idOf(to))}`}`,
    accepts: (call) => {
      const set = reactionOf(call);
      if (set === undefined || !isTo(context, call, to)) return undefined;
      if (emoji === undefined ? set === "" : set !== plain(emoji)) return undefined;
      return message === undefined || isAbout(context, call, message) ? call : undefined;
    },
  };
}

/** A change of an own message, which has this text or caption afterwards. */
export function edit(context: Context, text?: TextPattern, options: ReplyOptions = {}): Criterion<Message> {
  const { keyboard, to, timeout = context.timeout_ms } = options;
  return {
    timeout,
    text: `edit a message to${shown(text)}${toWhere(context, options)}`,
    accepts: (call) => {
      if (!isEdit(call) || !isTo(context, call, to)) return undefined;
      return call.messages.find(
        (message) =>
          fits(textOf(message), text) &&
          isThere(message, options.topic) &&
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

/** Whether a message is in the topic, and in its chat if that is a group. */
function isThere(message: Message, topic: TopicRef | TestTopic | undefined): boolean {
  const group = groupOf(topic);
  if (group !== undefined && message.chat.id !== group) return false;
  return topic === undefined || isInTopic(message.message_thread_id, topic);
}

/** The group of a topic. Of a private chat, both sides see the other's id. */
function groupOf(topic: TopicRef | TestTopic | undefined): number | undefined {
  const chat_id = chatOfTopic(topic);
  return chat_id !== undefined && chat_id < 0 ? chat_id : undefined;
}

function isAbout(context: Context, call: BotCall, { chat, message_id }: Message): boolean {
  if (Number(call.params.message_id) !== message_id) return false;
  return chat.id > 0 || chatOf(context, call) === chat.id;
}

/** The emoji without the sign for a coloured one, which changes nothing. */
function plain(emoji: string): string {
  return emoji.replaceAll("\u{FE0F}", "");
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

function toWhere(context: Context, { to, topic }: PlaceOptions): string {
  return `${toWhom(context, to)}${topic === undefined ? "" : ` in topic ${threadOf(topic)}`}`;
}

function toWhom({ directory }: Context, to: Target | undefined): string {
  return to === undefined ? "" : ` to ${directory.nameOf(directory.idOf(to))}`;
}
