/** Which messages of a chat a bot in it receives (behaviour.md §4, privacy mode). */
import type { ChatType } from "../chats.ts";
import { isAdministrator } from "./authority.ts";
import type { Member } from "./member.ts";

/** The properties of a message that decide whether a bot receives it. */
export interface MessageFacts {
  readonly chat_type: ChatType;
  readonly sender_is_bot: boolean;
  readonly is_service: boolean;
  /** The text, or the caption of a message with media. */
  readonly text: string;
  /** The entities of `text`, with UTF-16 offsets; `user_id` is the account of a `text_mention`. */
  readonly entities: readonly TextEntity[];
  /** The sender of the message that this one replies to; null if it is no reply. */
  readonly reply_to_sender_id: number | null;
}

interface TextEntity {
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
 * Whether the bot receives the message. `member` is the bot's current record in the chat; for the message about its
 * own removal it is the record before. A bot never receives messages of bots. In a channel only administrators receive
 * posts. In a group with privacy mode on, a bot receives messages that are addressed to it, and service messages.
 */
export function receivesMessage(bot: ListeningBot, member: Member, message: MessageFacts): boolean {
  if (!member.is_member || message.sender_is_bot) return false;
  if (message.chat_type === "private" || isAdministrator(member)) return true;
  if (message.chat_type === "channel") return false;
  return !bot.privacy || message.is_service || isMeantFor(bot, message);
}

/** The range of messages of a group or channel that are visible to a bot in it, as message ids. */
export interface BotAccess {
  /** The last message before the bot joined. */
  readonly joined_after: number;
  /** The last message before the bot began to receive every message; null while privacy mode limits it. */
  readonly reads_all_after: number | null;
}

/**
 * Whether the bot could receive a message of a group or channel when it was posted: the bot was in the chat, and
 * privacy mode let the message through. A bot cannot forward, copy, pin or reply to other messages (behaviour.md §4).
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
    return entity.type === "mention" && isUsernameOf(bot, textOf(message, entity).slice(1));
  });
}

/** Whether a command names this bot, or none of the commands names a bot. A command for another bot does not count. */
function commands(bot: Named, message: MessageFacts): boolean {
  const addressees = message.entities
    .filter((entity) => entity.type === "bot_command")
    .map((entity) => textOf(message, entity).split("@")[1]);
  if (addressees.some((name) => name !== undefined && isUsernameOf(bot, name))) return true;
  return addressees.length > 0 && addressees.every((name) => name === undefined);
}

function textOf(message: MessageFacts, entity: TextEntity): string {
  return message.text.slice(entity.offset, entity.offset + entity.length);
}

function isUsernameOf(bot: Named, name: string): boolean {
  return name.toLowerCase() === bot.username.toLowerCase();
}
