/** What the methods that edit messages have in common (interface.md, editMessageText; behaviour.md §4). */
import type * as Wire from "@heliogram/shared/wire.ts";
import { edit } from "../../app/messages/edit.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { isInline, type ReplyMarkup } from "../../domain/markup.ts";
import type { Member } from "../../domain/members/member.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { contentKind, sameContent, type Content, type ContentKind, type Message } from "../../domain/messages.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import { presentMessage } from "../../present/messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Tx } from "../../store/db.ts";
import type { Deps } from "../engine/deps.ts";
import { chatId, described, messageId, optional, replyMarkup } from "../engine/fields.ts";
import { requireSending, SENDING_REFUSALS } from "./sending.ts";

/** The parameters of every edit. */
export const EDIT_FIELDS = {
  chat_id: chatId(),
  message_id: messageId(),
  reply_markup: described(optional(replyMarkup()), "The new inline keyboard; left out, the keyboard goes."),
};

export const EDIT_REFUSALS = [
  ...SENDING_REFUSALS,
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

/** What the checks need of a call. They change nothing. */
type EditCheck = Omit<EditCall, "tx">;

/** Only the sender may edit a message, and in a channel also people with the right to edit. @throws RefusalError */
export function requireEditable(call: EditCheck): void {
  const { message, actor } = call;
  if (message.sender_id !== actor.id && (actor.is_bot || !editsPosts(call))) call.fail("EDIT_FORBIDDEN");
  const { service, origin, markup, dice } = message.content;
  if (!service) requireEditSending(call, contentKind(message.content));
  // A message with a reply keyboard stays as it is, because clients keep showing the keyboard that came with it.
  if (service || origin || dice || (markup && !isInline(markup))) call.fail("EDIT_IMPOSSIBLE");
}

/** A member who may not send such content any more may not edit it into an old message either. @throws RefusalError */
export function requireEditSending(call: EditCheck, kind: ContentKind): void {
  if (!editsPosts(call)) requireSending(call, kind);
}

function editsPosts({ member, chat, now }: EditCheck): boolean {
  return chat.type === "channel" && abilityRefusal(member, "edit_messages", chat, now) === null;
}

/** The content with the keyboard of an edit. @throws RefusalError */
export function withMarkup(call: EditCall, content: Content, markup: ReplyMarkup | null | undefined): Content {
  const { markup: _before, ...rest } = content;
  if (!markup) return rest;
  if (!isInline(markup)) return call.fail("INLINE_KEYBOARD_EXPECTED");
  return { ...rest, markup };
}

/** Saves an edit. @returns the message as the caller sees it. @throws RefusalError */
export async function saveEdit(
  call: EditCall,
  text: string,
  content: Content,
  options: { readonly visible: boolean } = { visible: true },
): Promise<Wire.Message> {
  const { tx, deps, chat, actor, message, now } = call;
  if (sameContent(message, text, content)) return call.fail("NOT_MODIFIED");
  const revision = { text, content, visible: options.visible };
  const edited = await edit(tx, deps.app, chat, actor, message, revision, now);
  return presentMessage(new ViewerContext(tx, actor, deps.app.fileIds), chat, edited);
}

/** The content with the entities of a new text, or without any. */
export function withEntities(content: Content, entities: Content["entities"]): Content {
  const { entities: _before, rich: _rich, rich_files: _files, rich_source: _source, ...rest } = content;
  return entities && entities.length > 0 ? { ...rest, entities } : rest;
}
