/** What the methods that send messages have in common: parameters, checks, replies and posting. */
import type { Ability } from "@heliogram/shared/abilities.ts";
import { SENDING_ABILITY } from "@heliogram/shared/files.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import { findEarlierSend, keyOf, recordSend, releaseRepeated } from "../../app/messages/idempotent-sends.ts";
import { post } from "../../app/messages/post.ts";
import type { Account } from "../../domain/accounts.ts";
import { chatIdFor, type Chat } from "../../domain/chats.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import type { Member } from "../../domain/members/member.ts";
import { contentKind, type Content, type ContentKind, type NewMessage, type Message } from "../../domain/messages.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import { shareKindIn } from "../../domain/sharing.ts";
import { quoteEntities } from "../../domain/text/quote-entities.ts";
import { presentMessage } from "../../present/messages.ts";
import { isMessageVisible } from "../../present/visible-messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import type { MaybePromise } from "../../store/maybe-promise.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import type { Deps } from "../engine/deps.ts";
import { bool, described, int, optional, replyMarkup, type Params } from "../engine/fields.ts";
import type { SentPlace } from "../engine/method.ts";
import type { SendCharge } from "../rate-limits/send-charge.ts";
import { findExternalTarget, originOf } from "./forwarding.ts";
import { replyParameters } from "./reply-parameters.ts";
import type { Formatted } from "./text-fields.ts";
import { findThread, threadField, THREAD_REFUSALS } from "./threads.ts";

/** The parameters of every method that sends. */
export const SEND_FIELDS = {
  message_thread_id: threadField(),
  reply_markup: described(
    optional(replyMarkup()),
    "An inline keyboard, a reply keyboard, its removal, or a forced reply.",
  ),
  reply_to_message_id: described(optional(int()), "The message to answer, shown as a quote."),
  reply_parameters: optional(replyParameters()),
  allow_sending_without_reply: described(optional(bool()), "Send even if the message to answer is gone."),
  disable_notification: optional(bool()),
  protect_content: described(optional(bool()), "Keep others from forwarding the message."),
};

type SendParams = Params<typeof SEND_FIELDS>;

/** Why a member may not send something in a chat. */
export const SENDING_REFUSALS = [
  "CONTENT_TOO_LONG",
  "CANT_SEND_TEXT",
  "CANT_SEND_PHOTOS",
  "CANT_SEND_VIDEOS",
  "CANT_SEND_VIDEO_NOTES",
  "CANT_SEND_AUDIOS",
  "CANT_SEND_VOICE_NOTES",
  "CANT_SEND_DOCUMENTS",
  "CANT_SEND_POLLS",
  "CANT_SEND_OTHER",
  "CANT_ADD_PREVIEWS",
  "CANT_POST",
] as const satisfies readonly Refusal[];

/** The refusals of sending, besides those of authorization. */
export const SEND_REFUSALS = [
  "REPLY_NOT_FOUND",
  ...THREAD_REFUSALS,
  ...SENDING_REFUSALS,
  "SHARING_IN_PRIVATE_ONLY",
] as const satisfies readonly Refusal[];

/** A call that sends into a chat, by a bot or by a person. */
export interface SendCall {
  readonly tx: Tx;
  readonly deps: Deps;
  readonly now: number;
  readonly actor: Account;
  readonly chat: Chat;
  readonly member: Member;
  /** The caller's `Idempotency-Key`: the same key sends the same message once. */
  readonly idempotency_key: string | undefined;
  /** The charge under the rate limits. */
  readonly charge: SendCharge | undefined;
  readonly sent: SentPlace | undefined;
  readonly fail: Fail<(typeof SEND_REFUSALS)[number]>;
}

const ABILITY_OF: Readonly<Record<ContentKind, Ability>> = { ...SENDING_ABILITY, service: "manage_chat" };

export type SendingCheck = Pick<SendCall, "chat" | "member" | "now"> & {
  readonly fail: Fail<(typeof SENDING_REFUSALS)[number]>;
};

/** Checks that the caller may send content of this kind. @throws RefusalError */
export function requireSending(call: SendingCheck, kind: ContentKind): void {
  const refusal = abilityRefusal(call.member, ABILITY_OF[kind], call.chat, call.now);
  if (refusal) (call.fail as Fail<Refusal>)(refusal, call.chat.type);
}

type PrecheckCall = Pick<SendCall, "actor" | "chat" | "member" | "now" | "idempotency_key" | "fail"> & {
  readonly tx: ReadTx;
};

/**
 * Checks, before files are read, that the caller may send them, and to the topic. A repeated send passes, whatever the
 * caller may send by now. @throws RefusalError
 */
export async function requireSendable(
  call: PrecheckCall,
  kinds: readonly ContentKind[],
  params: Omit<SendParams, "reply_markup">,
): Promise<void> {
  if (await findEarlierSend(call)) return;
  for (const kind of kinds) requireSending(call, kind);
  const { message_thread_id } = params;
  // A message that is answered has a topic of its own, which `send` finds.
  if (message_thread_id || repliedId(params) === undefined) await findThread(call, message_thread_id, null);
}

/** Checks that the caller may send anything at all in the chat. @throws RefusalError */
export function requireAnySending(call: SendingCheck): void {
  const { member, chat, now } = call;
  const speaks = Object.entries(ABILITY_OF).some(
    ([kind, ability]) => kind !== "service" && abilityRefusal(member, ability, chat, now) === null,
  );
  if (!speaks) requireSending(call, "text");
}

/** Posts messages. @returns them as the caller sees them. @throws RefusalError */
export async function send(
  call: SendCall,
  params: SendParams & { readonly chat_id: number | string },
  bodies: readonly { readonly text: string; readonly content: Content; readonly media_group_id?: string }[],
): Promise<Wire.Message[]> {
  const before = call.idempotency_key === undefined ? undefined : await findEarlierSend(call);
  if (before) {
    call.charge?.refundRepeat();
    await releaseRepeated(call.tx, bodies);
    notePlace(call, before);
    return presentAll(call, before);
  }
  call.charge?.requirePaid();
  for (const { content } of bodies) {
    requireSending(call, contentKind(content));
    for (const { kind } of content.rich_files ?? []) requireSending(call, kind);
  }
  requirePlaceOfKeyboard(call, params.reply_markup);
  const found = findReply(call, params);
  const reply = found instanceof Promise ? await found : found;
  const foundThread = findThread(call, params.message_thread_id, reply.thread_id);
  const thread_id = foundThread instanceof Promise ? await foundThread : foundThread;
  const common = commonContent(params);
  const drafts = bodies.map((body, i): NewMessage => {
    const key = call.idempotency_key === undefined ? undefined : { key: keyOf(call.idempotency_key, i) };
    // The reply is that of the first message.
    const { content: quote, reply_to_sender_id } = i === 0 ? reply : NO_REPLY;
    return {
      ...body,
      content: { ...body.content, ...common, ...quote, ...key },
      reply_to: reply.reply_to,
      thread_id,
      ...(reply_to_sender_id === undefined ? undefined : { reply_to_sender_id }),
    };
  });
  const sender = { account: call.actor, member: call.member };
  const messages = await post(call.tx, call.deps.app, call.chat, sender, drafts, call.now);
  notePlace(call, messages);
  if (call.idempotency_key !== undefined)
    await recordSend(call.tx, call.actor, call.idempotency_key, messages[0]!, call.now);
  return presentAll(call, messages);
}

/** Notes where the messages are: a bot's draft there ends. All messages of a call are in one topic. */
function notePlace({ sent }: SendCall, [message]: readonly Message[]): void {
  if (sent && message) sent.thread_id = message.thread_id;
}

/** A button that asks for users or for a chat is for private chats. @throws RefusalError */
function requirePlaceOfKeyboard({ chat, fail }: SendCall, markup: SendParams["reply_markup"]): void {
  const kind = markup && chat.type !== "private" ? shareKindIn(markup) : undefined;
  if (kind) fail("SHARING_IN_PRIVATE_ONLY", kind);
}

/** Posts one message. @returns it as the caller sees it. @throws RefusalError */
export function sendOne(
  call: SendCall,
  params: SendParams & { readonly chat_id: number | string },
  body: { readonly text: string; readonly content: Content },
): Promise<Wire.Message> {
  return send(call, params, [body]).then(([message]) => message!);
}

/** The messages as the caller sees them. */
export async function presentAll(call: SendCall, messages: readonly Message[]): Promise<Wire.Message[]> {
  const context = new ViewerContext(call.tx, call.actor, call.deps.app.fileIds);
  const presented: Wire.Message[] = [];
  for (const message of messages) {
    const shown = presentMessage(context, call.chat, message);
    presented.push(shown instanceof Promise ? await shown : shown);
  }
  return presented;
}

/** A text or a caption as part of a message's content. */
export function bodyOf(formatted: Formatted, content: Content = {}): { text: string; content: Content } {
  const { text: plain, entities } = formatted;
  return { text: plain, content: entities.length > 0 ? { ...content, entities } : content };
}

function commonContent(params: SendParams): Content {
  return {
    ...(params.reply_markup ? { markup: params.reply_markup } : undefined),
    ...(params.protect_content ? { protected: true } : undefined),
    ...(params.disable_notification ? { silent: true } : undefined),
  };
}

type ReplyParams = SendParams & { readonly chat_id: number | string };

interface Reply {
  readonly reply_to: number | null;
  readonly content: Content;
  /** The sender of the message that is replied to. */
  readonly reply_to_sender_id?: number;
  /** Its topic. */
  readonly thread_id: number | null;
}

const NO_REPLY: Reply = { reply_to: null, content: {}, thread_id: null };

/** `reply_parameters` is the newer form of `reply_to_message_id`; clients send either (behaviour.md §4). */
function findReply(call: SendCall, params: ReplyParams): MaybePromise<Reply> {
  const id = repliedId(params);
  return id === undefined ? NO_REPLY : findReplyTo(id, call, params);
}

/** 0 names no message. */
function repliedId(params: Pick<SendParams, "reply_parameters" | "reply_to_message_id">): number | undefined {
  return (params.reply_parameters?.message_id ?? params.reply_to_message_id) || undefined;
}

async function findReplyTo(id: number, call: SendCall, params: ReplyParams): Promise<Reply> {
  const reply = params.reply_parameters;
  if (reply?.chat_id !== undefined && !isSameChat(call, params.chat_id, reply.chat_id)) {
    const found = await findExternalTarget(call.tx, call.actor, reply.chat_id, id, call.now);
    if (found) return externalReply(found, reply.quote, reply.quote_position);
    return reply.allow_sending_without_reply ? NO_REPLY : call.fail("REPLY_NOT_FOUND");
  }
  const target = await findMessage(call.tx, call.chat.id, id);
  if (target && (await isMessageVisible(call.tx, call.actor, call.chat, target))) {
    const content = quoteOf(target, reply?.quote, reply?.quote_position);
    return { reply_to: id, content, reply_to_sender_id: target.sender_id, thread_id: target.thread_id };
  }
  const optionalReply = reply?.allow_sending_without_reply ?? params.allow_sending_without_reply;
  return optionalReply ? NO_REPLY : call.fail("REPLY_NOT_FOUND");
}

/** A reply to a message of another chat. Its sender is notified if they are in this one. */
function externalReply(target: Message, quote: string | undefined, position: number | undefined): Reply {
  const { chat_id, message_id, sender_id } = target;
  const external_reply = { chat_id, message_id, origin: originOf(target) };
  const content = { ...quoteOf(target, quote, position), external_reply };
  return { reply_to: null, content, reply_to_sender_id: sender_id, thread_id: null };
}

/** Whether `named` is the chat of the call: by id, or by user name with or without `@`. */
function isSameChat(call: SendCall, chat_id: number | string, named: number | string): boolean {
  if (String(named) === String(chat_id) || named === chatIdFor(call.chat, call.actor.id)) return true;
  if (typeof named !== "string" || call.chat.username === null) return false;
  return named.replace(/^@/, "").toLowerCase() === call.chat.username.toLowerCase();
}

/** The quote, if it occurs in the message; otherwise the reply has no quote. */
function quoteOf(target: Message, quote: string | undefined, position: number | undefined): Content {
  if (quote === undefined || quote === "") return {};
  const at = withoutTabs(target.text).indexOf(withoutTabs(quote), Math.max(0, position ?? 0));
  if (at < 0) return {};
  const text = target.text.slice(at, at + quote.length);
  const entities = quoteEntities(target.content.entities ?? [], at, quote.length);
  return { quote: { text, position: at, ...(entities.length > 0 ? { entities } : {}) } };
}

/** Tabs stay in code alone, and a quote of code does not say that it is code. */
function withoutTabs(text: string): string {
  return text.replaceAll("\t", " ");
}
