/** Which messages of a chat reach a bot that is in it (behaviour.md §4, privacy mode). */
import type { ChatType } from "../chats.ts";
import { isAdministrator } from "./authority.ts";
import type { Member } from "./member.ts";

/** What decides about a message. */
export interface MessageFacts {
  readonly chat_type: ChatType;
  readonly sender_is_bot: boolean;
  readonly is_service: boolean;
  /** The text, or the caption of a message with media. */
  readonly text: string;
  /** Of `text`, with UTF-16 offsets; `user_id` where a `text_mention` means somebody. */
  readonly entities: readonly MarkedPart[];
  /** Who sent the message this one replies to; null if it is no reply. */
  readonly reply_to_sender_id: number | null;
}

interface MarkedPart {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly user_id?: number;
}

export interface ListeningBot {
  readonly id: number;
  readonly username: string;
  readonly privacy: boolean;
}

type Named = Pick<ListeningBot, "id" | "username">;

/**
 * Whether the bot gets the message. `member` is the bot's record in the chat, current, and for the
 * news of its own removal the one before. Messages of bots reach no bot; posts of a channel reach
 * its administrators; in a group with privacy on, only what is meant for the bot and service messages do.
 */
export function seesMessage(bot: ListeningBot, member: Member, message: MessageFacts): boolean {
  if (!member.is_member || message.sender_is_bot) return false;
  if (message.chat_type === "private" || isAdministrator(member)) return true;
  if (message.chat_type === "channel") return false;
  return !bot.privacy || message.is_service || isMeantFor(bot, message);
}

/** Since which message a bot may use the messages of a group or channel that it is in. Both are ids of messages. */
export interface BotAccess {
  /** The last message before the bot came in. */
  readonly joined_after: number;
  /** The last message before it began to get every message; null where it gets only what is meant for it. */
  readonly reads_all_after: number | null;
}

/**
 * Whether the bot could receive a message of a group or channel when it came: it was in the chat, and the message was for
 * it. What it could not receive it can neither forward, copy, pin nor answer (behaviour.md §4).
 */
export function couldReceive(bot: Named, access: BotAccess, message_id: number, message: MessageFacts): boolean {
  if (message_id <= access.joined_after || (message.sender_is_bot && !message.is_service)) return false;
  if (access.reads_all_after !== null && message_id > access.reads_all_after) return true;
  return message.chat_type === "supergroup" && (message.is_service || isMeantFor(bot, message));
}

function isMeantFor(bot: Named, message: MessageFacts): boolean {
  return message.reply_to_sender_id === bot.id || mentions(bot, message) || commands(bot, message);
}

function mentions(bot: Named, message: MessageFacts): boolean {
  return message.entities.some((entity) => {
    if (entity.type === "text_mention") return entity.user_id === bot.id;
    return entity.type === "mention" && isName(bot, marked(message, entity).slice(1));
  });
}

/** A command that names the bot, or commands that name nobody: one naming another bot is a word with that bot. */
function commands(bot: Named, message: MessageFacts): boolean {
  const addressees = message.entities
    .filter((entity) => entity.type === "bot_command")
    .map((entity) => marked(message, entity).split("@")[1]);
  if (addressees.some((name) => name !== undefined && isName(bot, name))) return true;
  return addressees.length > 0 && addressees.every((name) => name === undefined);
}

function marked(message: MessageFacts, entity: MarkedPart): string {
  return message.text.slice(entity.offset, entity.offset + entity.length);
}

function isName(bot: Named, name: string): boolean {
  return name.toLowerCase() === bot.username.toLowerCase();
}
