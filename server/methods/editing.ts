/** What the methods that edit have in common (interface.md, editMessageText; behaviour.md §4). */
import type * as Wire from "@heliogram/shared/wire.ts";
import { edit } from "../app/edit.ts";
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { isInline, type ReplyMarkup } from "../domain/markup.ts";
import type { Member } from "../domain/members/member.ts";
import { may } from "../domain/members/may.ts";
import { contentKind, sameContent, type Content, type ContentKind, type Message } from "../domain/messages.ts";
import type { Fail, Refusal } from "../domain/refusals.ts";
import { presentMessage } from "../present/messages.ts";
import { View } from "../present/view.ts";
import type { Tx } from "../store/db.ts";
import type { Deps } from "./deps.ts";
import { chatId, described, messageId, optional, replyMarkup } from "./fields.ts";
import { requireSending, SPEAK_REFUSALS } from "./sending.ts";

/** The parameters of every edit. */
export const EDIT_FIELDS = {
  chat_id: chatId(),
  message_id: messageId(),
  reply_markup: described(optional(replyMarkup()), "The new inline keyboard; left out, the keyboard goes."),
};

export const EDIT_REFUSALS = [
  ...SPEAK_REFUSALS,
  "EDIT_FORBIDDEN",
  "EDIT_IMPOSSIBLE",
  "NOT_MODIFIED",
  "INLINE_KEYBOARD_EXPECTED",
] as const satisfies readonly Refusal[];

export interface EditCall {
  readonly tx: Tx;
  readonly deps: Deps;
  readonly now: number;
  readonly actor: Account;
  readonly chat: Chat;
  readonly member: Member;
  readonly message: Message;
  readonly fail: Fail<(typeof EDIT_REFUSALS)[number]>;
}

/** What the checks need of a call: they change nothing. */
type EditCheck = Omit<EditCall, "tx">;

/** Own messages only; in a channel, people who may edit there also edit what others posted. @throws Refused */
export function requireOwn(call: EditCheck): void {
  const { message, actor } = call;
  if (message.sender_id !== actor.id && (actor.is_bot || !editsPosts(call))) call.fail("EDIT_FORBIDDEN");
  const { service, origin, markup, dice } = message.content;
  if (!service) requireSaying(call, contentKind(message.content));
  // A message under a reply keyboard cannot be told apart from the keyboard it brought.
  if (service || origin || dice || (markup && !isInline(markup))) call.fail("EDIT_IMPOSSIBLE");
}

/** Who may not say such a thing any more does not say it in an old message either. @throws Refused */
export function requireSaying(call: EditCheck, kind: ContentKind): void {
  if (!editsPosts(call)) requireSending(call, kind);
}

function editsPosts({ member, chat, now }: EditCheck): boolean {
  return chat.type === "channel" && may(member, "edit_messages", chat, now) === null;
}

/** The content with the keyboard that an edit asks for. @throws Refused */
export function withMarkup(call: EditCall, content: Content, markup: ReplyMarkup | null | undefined): Content {
  const { markup: _before, ...rest } = content;
  if (!markup) return rest;
  if (!isInline(markup)) return call.fail("INLINE_KEYBOARD_EXPECTED");
  return { ...rest, markup };
}

/** Saves an edit and shows the message as the caller sees it. @throws Refused */
export async function saveEdit(
  call: EditCall,
  text: string,
  content: Content,
  options: { readonly visible: boolean } = { visible: true },
): Promise<Wire.Message> {
  const { tx, deps, chat, actor, message, now } = call;
  if (sameContent(message, text, content)) return call.fail("NOT_MODIFIED");
  const revision = { text, content, visible: options.visible };
  const edited = await edit(tx, deps.env, chat, actor, message, revision, now);
  return presentMessage(new View(tx, actor, deps.env.fileIds), chat, edited);
}

/** Replaces a message's entities, or takes them away. */
export function withEntities(content: Content, entities: Content["entities"]): Content {
  const { entities: _before, ...rest } = content;
  return entities && entities.length > 0 ? { ...rest, entities } : rest;
}
