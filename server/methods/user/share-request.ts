/** What the methods about sharing users or a chat by a button of a keyboard have in common. */
import { post } from "../../app/messages/post.ts";
import type { Account, Bot } from "../../domain/accounts.ts";
import { currentMember } from "../../domain/members/member.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Message, SharedByButton } from "../../domain/messages.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import type { ChatRequest, ShareRequest } from "../../domain/share-requests.ts";
import { chatPreparation, requestIn, type Preparation } from "../../domain/sharing.ts";
import { neverMember } from "../../app/members/change-member.ts";
import { presentMessage } from "../../present/messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";
import { membersIn, promoterChain } from "../../store/queries/members/members.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { authorize, type Authorization } from "../engine/authorization.ts";
import type { Deps } from "../engine/deps.ts";
import { described, int, messageId, userId } from "../engine/fields.ts";

/** The button: its bot, the message with the keyboard, and the id of the request. */
export const REQUEST_FIELDS = {
  bot_id: described(userId(), "The bot whose keyboard has the button."),
  message_id: described(messageId(), "The message with the keyboard."),
  request_id: described(int(), "The `request_id` of the button."),
};

/** Of the access to the private chat with the bot, and of the button. */
export const REQUEST_REFUSALS = [
  "CHAT_NOT_FOUND",
  "NOT_STARTED",
  "BOT_BLOCKED",
  "USER_DEACTIVATED",
  "MESSAGE_NOT_FOUND",
  "BUTTON_NOT_FOUND",
] as const satisfies readonly Refusal[];

interface RequestCall {
  readonly tx: ReadTx;
  readonly actor: Account;
  readonly deps: Deps;
  readonly now: number;
  readonly fail: Fail<(typeof REQUEST_REFUSALS)[number]>;
}

interface ButtonRef {
  readonly bot_id: number;
  readonly message_id: number;
  readonly request_id: number;
}

/** A button that a person may press: where it is, and what it asks for. */
interface PressedRequest<T> extends Authorization {
  readonly bot: Bot;
  readonly request: T;
}

/**
 * The button of the bot's keyboard.
 * @param write_tx - the transaction of the call, where the chat is to be locked
 * @throws RefusalError
 */
export async function requireRequest<K extends keyof ShareRequest>(
  call: RequestCall,
  write_tx: Tx | undefined,
  kind: K,
  { bot_id, message_id, request_id }: ButtonRef,
): Promise<PressedRequest<NonNullable<ShareRequest[K]>>> {
  const { tx, actor, now, fail } = call;
  const access = { scope: "chat", rank: "speaker", message: "message_id", purpose: "with the keyboard" } as const;
  const found = await authorize(tx, write_tx, actor, access, { chat_id: bot_id, message_id }, now);
  const message = found.message!;
  const request = requestIn(message.content.markup, kind, request_id);
  const bot = message.sender_id === bot_id ? await findBot(tx, bot_id) : undefined;
  return bot && request ? { ...found, bot, request } : fail("BUTTON_NOT_FOUND");
}

/** A chat that may be shared. */
export interface Sharable {
  readonly chat: Chat;
  /** What is to be done for the bot before. */
  readonly preparation: Preparation;
}

/** Those of the chats that the person may share with the bot. */
export async function sharableChats(
  { tx, actor, now }: Pick<RequestCall, "tx" | "actor" | "now">,
  request: ChatRequest,
  bot: Bot,
  chats: readonly Chat[],
): Promise<Sharable[]> {
  const ids = chats.map(({ id }) => id);
  const [persons, bots] = [await membersIn(tx, ids, actor.id), await membersIn(tx, ids, bot.id)];
  const sharable: Sharable[] = [];
  for (const chat of chats) {
    const person = persons.get(chat.id) ?? neverMember(actor.id);
    const member = currentMember(bots.get(chat.id) ?? neverMember(bot.id), now);
    // Only rights that an administrator gets depend on who has promoted it.
    const isChanged = request.bot_administrator_rights !== undefined && member.status === "administrator";
    const promoters = isChanged ? await promoterChain(tx, chat.id, member) : [];
    const place = { chat, person, bot: member, bot_joins_groups: bot.can_join_groups, promoters };
    const preparation = chatPreparation(request, place, now);
    if (preparation) sharable.push({ chat, preparation });
  }
  return sharable;
}

/** Posts the service message in the topic of the keyboard. @returns it as the person sees it */
export async function postShared(
  { tx, actor, deps, now }: RequestCall & { readonly tx: Tx },
  { chat, member, message }: Authorization,
  service: SharedByButton,
) {
  const draft = { text: "", reply_to: null, content: { service }, thread_id: message!.thread_id };
  const [posted] = await post(tx, deps.app, chat, { account: actor, member }, [draft], now);
  return presentMessage(new ViewerContext(tx, actor, deps.app.fileIds), chat, posted as Message);
}

/** What the bot sees besides the ids. */
export function showsOf(request: {
  readonly request_name?: true;
  readonly request_title?: true;
  readonly request_username?: true;
  readonly request_photo?: true;
}): SharedByButton["shows"] {
  return [
    ...(request.request_name || request.request_title ? (["name"] as const) : []),
    ...(request.request_username ? (["username"] as const) : []),
    ...(request.request_photo ? (["photo"] as const) : []),
  ];
}
