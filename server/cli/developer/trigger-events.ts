/** What people do to make an update of each kind. */
import type { InlineKeyboardButton, Message, User } from "@heliogram/shared/wire.ts";
import type { UpdateKind } from "@heliogram/shared/updates.ts";
import { CommandRefused } from "../errors.ts";
import type { Act } from "./acting.ts";
import type { Call } from "./client.ts";

/** Who takes part, and what was asked for. */
export interface Parts {
  readonly call: Call;
  readonly act: Act;
  /** Acts as a second person; present for events that need one. */
  readonly actOther: Act | undefined;
  readonly other: User | undefined;
  readonly bot: User;
  readonly person: User;
  readonly chat_id: number | undefined;
  readonly text: string | undefined;
}

interface Event {
  readonly takesChat: boolean;
  readonly takesText: boolean;
  readonly needsOther: boolean;
  /** Makes what the event needs. The function that is returned lets it happen. @throws CommandRefused */
  readonly prepare: (parts: Parts) => Promise<() => Promise<unknown>>;
}

const TEXT = "Hello";
const EDITED = "Hello again";
const REACTION = "👍";
/** The group or channel in which events happen that need one, unless one is given. */
const TITLE = "Triggered";
const BUTTON = "triggered";
const MOST_MESSAGES = 50;

type ChatType = "supergroup" | "channel";

const message = (takesOther: Partial<Event>, prepare: Event["prepare"]): Event => ({
  takesChat: true,
  takesText: true,
  needsOther: false,
  ...takesOther,
  prepare,
});

export const EVENTS: Readonly<Record<UpdateKind, Event>> = {
  message: message({}, async (parts) => {
    const chat_id = await conversation(parts);
    return () => sendText(parts, chat_id, parts.text ?? TEXT);
  }),
  edited_message: message({}, async (parts) => edited(parts, await conversation(parts))),
  channel_post: message({}, async (parts) => {
    const chat_id = await chatOf(parts, "channel");
    return () => sendText(parts, chat_id, parts.text ?? TEXT);
  }),
  edited_channel_post: message({}, async (parts) => edited(parts, await chatOf(parts, "channel"))),
  callback_query: message({ takesChat: false }, async (parts) => {
    const chat_id = await conversation(parts);
    const button = (await findButton(parts, chat_id)) ?? (await sendButton(parts));
    return () => parts.act("pressButton", { chat_id, ...button });
  }),
  stopped_message_generation: message({ takesChat: false, takesText: false }, async (parts) => {
    const { act, bot, person } = parts;
    await act("startBot", { user_id: bot.id });
    const draft_id = 1;
    await callBot(parts, "sendMessageDraft", { chat_id: person.id, draft_id, text: TEXT, can_stop: true });
    return () => act("stopMessageGeneration", { chat_id: bot.id, bot_id: bot.id, draft_id });
  }),
  my_chat_member: message({ takesChat: false, takesText: false }, async ({ act, bot }) => {
    const user_id = bot.id;
    await act("startBot", { user_id });
    return async () => {
      await act("blockUser", { user_id });
      await act("unblockUser", { user_id });
    };
  }),
  chat_member: message({ takesText: false, needsOther: true }, async (parts) => {
    const { act, actOther, other } = parts;
    const chat_id = await chatOf(parts, "supergroup");
    const member = { chat_id, user_id: other!.id };
    if (await isMember(parts, chat_id)) return () => actOther!("leaveChat", { chat_id });
    return () => act("addMember", member);
  }),
  chat_join_request: message({ takesText: false, needsOther: true }, async (parts) => {
    const { act, actOther, other } = parts;
    const chat_id = await chatOf(parts, "supergroup");
    if (await isMember(parts, chat_id)) await actOther!("leaveChat", { chat_id });
    // A request that waits since the last time is not made again.
    await act("declineChatJoinRequest", { chat_id, user_id: other!.id }).catch(ignoreRefusal);
    const link = (await act("createChatInviteLink", { chat_id, creates_join_request: true })) as {
      readonly invite_link: string;
    };
    return () => actOther!("askToJoin", { invite_link: link.invite_link });
  }),
  message_reaction: message({ takesText: false }, async (parts) => reacted(parts, await conversation(parts))),
  message_reaction_count: message({ takesText: false }, async (parts) =>
    reacted(parts, await chatOf(parts, "channel")),
  ),
};

/** The chat that was named, or that with the bot. */
async function conversation({ act, bot, chat_id }: Parts): Promise<number> {
  if (chat_id !== undefined) return chat_id;
  await act("openChat", { user_id: bot.id });
  return bot.id;
}

function sendText({ act, bot }: Parts, chat_id: number, text: string): Promise<unknown> {
  const [start, payload] = /^\/start(?: ([A-Za-z0-9_-]+))?$/.exec(text) ?? [];
  if (start === undefined || chat_id !== bot.id) return act("sendMessage", { chat_id, text });
  return act("startBot", { user_id: bot.id, ...(payload === undefined ? {} : { payload }) });
}

async function edited(parts: Parts, chat_id: number): Promise<() => Promise<unknown>> {
  const { message_id } = (await parts.act("sendMessage", { chat_id, text: TEXT })) as { readonly message_id: number };
  return () => parts.act("editMessageText", { chat_id, message_id, text: parts.text ?? EDITED });
}

async function reacted({ act }: Parts, chat_id: number): Promise<() => Promise<unknown>> {
  const { message_id } = (await act("sendMessage", { chat_id, text: TEXT })) as { readonly message_id: number };
  const reaction = [{ type: "emoji", emoji: REACTION }];
  return () => act("setMessageReaction", { chat_id, message_id, reaction });
}

/** The newest inline button, or the newest with this text or data. */
async function findButton({ act, text }: Parts, chat_id: number) {
  const { messages } = (await act("getHistory", { chat_id, limit: MOST_MESSAGES })) as {
    readonly messages: readonly Message[];
  };
  for (const { message_id, reply_markup } of messages.toReversed()) {
    if (!reply_markup || !("inline_keyboard" in reply_markup)) continue;
    const found = reply_markup.inline_keyboard
      .flat()
      .find((button) => button.callback_data !== undefined && isWanted(button, text));
    if (found) return { message_id, callback_data: found.callback_data };
  }
  return undefined;
}

function isWanted(button: InlineKeyboardButton, text: string | undefined): boolean {
  return text === undefined || button.text === text || button.callback_data === text;
}

/** The bot has sent no such button: it sends one. @throws CommandRefused */
async function sendButton(parts: Parts) {
  const { act, bot, person, text: callback_data = BUTTON } = parts;
  await act("startBot", { user_id: bot.id });
  const inline_keyboard = [[{ text: callback_data, callback_data }]];
  const params = { chat_id: person.id, text: TITLE, reply_markup: { inline_keyboard } };
  const { message_id } = (await callBot(parts, "sendMessage", params)) as Message;
  return { message_id, callback_data };
}

/** Makes a call in the name of the bot. @returns its result @throws CommandRefused */
async function callBot({ call, bot }: Parts, method: string, params: object): Promise<unknown> {
  const { status, response } = (await call("/developer/callBot", { bot: bot.id, method, params })) as {
    readonly status: number;
    readonly response: { readonly description?: string; readonly result: unknown };
  };
  if (status !== 200) throw new CommandRefused(`the bot could not call ${method}: ${response.description ?? status}`);
  return response.result;
}

/** The chat that was named, or one of the person's with the bot as an administrator. */
async function chatOf({ act, bot, chat_id }: Parts, type: ChatType): Promise<number> {
  if (chat_id !== undefined) return chat_id;
  const { chats } = (await act("listChats", {})) as {
    readonly chats: readonly {
      readonly chat: { readonly id: number; readonly type: string; readonly title?: string };
    }[];
  };
  const title = `${TITLE} ${bot.username ?? bot.id}`;
  const known = chats.find(({ chat }) => chat.type === type && chat.title === title)?.chat;
  const { id } =
    known ?? ((await act("createChat", { type, title })) as { readonly chat: { readonly id: number } }).chat;
  const place = { chat_id: id, user_id: bot.id };
  if ((await statusOf(act, place)) !== "administrator") {
    await act("addMember", place);
    await act("promoteChatMember", { ...place, can_invite_users: true, can_manage_chat: true });
  }
  return id;
}

async function isMember({ act, other }: Parts, chat_id: number): Promise<boolean> {
  return ["member", "administrator", "restricted"].includes(await statusOf(act, { chat_id, user_id: other!.id }));
}

async function statusOf(act: Act, member: { readonly chat_id: number; readonly user_id: number }): Promise<string> {
  return ((await act("getChatMember", member)) as { readonly status: string }).status;
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandRefused)) throw error;
}
