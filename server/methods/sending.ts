/** What all methods that send have in common: where, under what conditions, as an answer to what. */
import { SENDING_ABILITY } from "@heliogram/shared/sending.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import { post } from "../app/post.ts";
import type { Account } from "../domain/accounts.ts";
import { shownId, type Chat } from "../domain/chats.ts";
import { may, type Ability } from "../domain/members/may.ts";
import type { Member } from "../domain/members/member.ts";
import { contentKind, type Content, type ContentKind, type Draft, type Message } from "../domain/messages.ts";
import type { Fail, Refusal } from "../domain/refusals.ts";
import { looksOfPart } from "../domain/text/part.ts";
import { presentMessage } from "../present/messages.ts";
import { mayUse } from "../present/received.ts";
import { View } from "../present/view.ts";
import { whenThere, type Awaitable, type ReadTx, type Tx } from "../store/db.ts";
import { findMessage } from "../store/messages.ts";
import { releaseFile } from "../store/released-files.ts";
import { insertSent } from "../store/send-keys.ts";
import type { Deps } from "./deps.ts";
import { bool, described, int, optional, replyMarkup, type Params } from "./fields.ts";
import type { Toll } from "./paid.ts";
import { replyParameters } from "./reply-parameters.ts";
import { keyOf, sentBefore } from "./sent-before.ts";
import type { Formatted } from "./text-fields.ts";

/** The parameters that every method that sends takes. */
export const SEND_FIELDS = {
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

/** Why somebody in a chat may not say something there. */
export const SPEAK_REFUSALS = [
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

/** What sending can be refused for, besides what the gate says. */
export const SEND_REFUSALS = ["REPLY_NOT_FOUND", ...SPEAK_REFUSALS] as const satisfies readonly Refusal[];

/** A call that sends into a chat, by a bot or by a person. */
export interface SendCall {
  readonly tx: Tx;
  readonly deps: Deps;
  readonly now: number;
  readonly actor: Account;
  readonly chat: Chat;
  readonly member: Member;
  /** What the caller's client named this send; the same name again is the same message. */
  readonly key: string | undefined;
  /** What was paid for it. */
  readonly toll: Toll | undefined;
  readonly fail: Fail<(typeof SEND_REFUSALS)[number]>;
}

const ABILITY_OF: Readonly<Record<ContentKind, Ability>> = { ...SENDING_ABILITY, service: "manage_chat" };

export type SpeakCall = Pick<SendCall, "chat" | "member" | "now"> & {
  readonly fail: Fail<(typeof SPEAK_REFUSALS)[number]>;
};

/** Checks that the caller may say such a thing in the chat. @throws Refused */
export function requireSending(call: SpeakCall, kind: ContentKind): void {
  const refusal = may(call.member, ABILITY_OF[kind], call.chat, call.now);
  if (refusal) (call.fail as Fail<Refusal>)(refusal, call.chat.type);
}

type PrecheckCall = Pick<SendCall, "actor" | "chat" | "member" | "now" | "key" | "fail"> & { readonly tx: ReadTx };

/**
 * Checks, before files are read, that the caller may send them. What was sent before is shown again, whatever the
 * caller may send by now. @throws Refused
 */
export async function requireSendable(call: PrecheckCall, kinds: readonly ContentKind[]): Promise<void> {
  if (await sentBefore(call)) return;
  for (const kind of kinds) requireSending(call, kind);
}

/** Checks that the caller may say anything there at all, as who shows the others what they do. @throws Refused */
export function requireSpeaking(call: SpeakCall): void {
  const { member, chat, now } = call;
  const speaks = Object.entries(ABILITY_OF).some(
    ([kind, ability]) => kind !== "service" && may(member, ability, chat, now) === null,
  );
  if (!speaks) requireSending(call, "text");
}

/** Posts what a method has made of its parameters, and shows the caller the messages. @throws Refused */
export async function send(
  call: SendCall,
  params: SendParams & { readonly chat_id: number | string },
  bodies: readonly { readonly text: string; readonly content: Content; readonly media_group_id?: string }[],
): Promise<Wire.Message[]> {
  const looking = sentBefore(call);
  const before = looking && (await looking);
  if (before) {
    call.toll?.repeats();
    // What came with the call once more has no message.
    for (const { content } of bodies) if (content.media) await releaseFile(call.tx, content.media.file);
    return presentAll(call, before);
  }
  call.toll?.requirePaid();
  for (const { content } of bodies) requireSending(call, contentKind(content));
  const finding = findReply(call, params);
  const reply = finding instanceof Promise ? await finding : finding;
  const common = commonContent(params);
  const drafts = bodies.map((body, i): Draft => {
    const key = call.key === undefined ? {} : { key: keyOf(call.key, i) };
    const content = { ...body.content, ...common, ...(i === 0 ? reply.content : {}), ...key };
    const answered = i === 0 && reply.answered !== undefined ? { answered: reply.answered } : {};
    return { ...body, content, reply_to: reply.reply_to, ...answered };
  });
  const speaker = { account: call.actor, member: call.member };
  const messages = await post(call.tx, call.deps.env, call.chat, speaker, drafts, call.now);
  if (call.key !== undefined) await insertSent(call.tx, call.actor.id, call.key, messages[0]!, call.now);
  return presentAll(call, messages);
}

/** The messages as the caller sees them. */
export function presentAll(call: SendCall, messages: readonly Message[]): Awaitable<Wire.Message[]> {
  const view = new View(call.tx, call.actor, call.deps.env.fileIds);
  return messages.length === 1
    ? whenThere(presentMessage(view, call.chat, messages[0]!), (shown) => [shown])
    : presentEach(view, call.chat, messages);
}

async function presentEach(view: View, chat: Chat, messages: readonly Message[]): Promise<Wire.Message[]> {
  const shown: Wire.Message[] = [];
  for (const message of messages) shown.push(await presentMessage(view, chat, message));
  return shown;
}

/** A text or a caption as part of a message's content. */
export function bodyOf(formatted: Formatted, content: Content = {}): { text: string; content: Content } {
  const { text: plain, entities } = formatted;
  return { text: plain, content: entities.length > 0 ? { ...content, entities } : content };
}

function commonContent(params: SendParams): Content {
  return {
    ...(params.reply_markup ? { markup: params.reply_markup } : {}),
    ...(params.protect_content ? { protected: true } : {}),
    ...(params.disable_notification ? { silent: true } : {}),
  };
}

type ReplyParams = SendParams & { readonly chat_id: number | string };

interface Reply {
  readonly reply_to: number | null;
  readonly content: Content;
  /** Who sent the message that is answered. */
  readonly answered?: number;
}

const NO_REPLY: Reply = { reply_to: null, content: {} };

/** `reply_parameters` is the newer form of `reply_to_message_id`; clients send either (behaviour.md §4). */
function findReply(call: SendCall, params: ReplyParams): Awaitable<Reply> {
  const id = params.reply_parameters?.message_id ?? params.reply_to_message_id;
  return id === undefined || id === 0 ? NO_REPLY : findReplyTo(id, call, params);
}

async function findReplyTo(id: number, call: SendCall, params: ReplyParams): Promise<Reply> {
  const given = params.reply_parameters;
  const elsewhere = given?.chat_id !== undefined && !namesChat(call, params.chat_id, given.chat_id);
  const target = elsewhere ? undefined : await findMessage(call.tx, call.chat.id, id);
  if (target && (await mayUse(call.tx, call.actor, call.chat, target))) {
    const content = quoteOf(target, given?.quote, given?.quote_position);
    return { reply_to: id, content, answered: target.sender_id };
  }
  const optionalReply = given?.allow_sending_without_reply ?? params.allow_sending_without_reply;
  return optionalReply ? NO_REPLY : call.fail("REPLY_NOT_FOUND");
}

/** Whether the chat that is named is the one that is written to: by its id, or by a name, with `@` or without. */
function namesChat(call: SendCall, chat_id: number | string, named: number | string): boolean {
  if (String(named) === String(chat_id) || named === shownId(call.chat, call.actor.id)) return true;
  if (typeof named !== "string" || call.chat.username === null) return false;
  return named.replace(/^@/, "").toLowerCase() === call.chat.username.toLowerCase();
}

/** The quoted part, where it really stands in the message; otherwise the whole message is quoted. */
function quoteOf(target: Message, quote: string | undefined, position: number | undefined): Content {
  if (quote === undefined || quote === "") return {};
  const at = target.text.indexOf(quote, Math.max(0, position ?? 0));
  if (at < 0) return {};
  const entities = looksOfPart(target.content.entities ?? [], at, quote.length);
  return { quote: { text: quote, position: at, ...(entities.length > 0 ? { entities } : {}) } };
}
