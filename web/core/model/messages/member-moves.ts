/** Service messages about who came and went: which of them one line tells together, and whom it names. */
import type { Message, User } from "@heliogram/shared/wire.ts";

/** A run ends at these ids, so that a row keeps its messages when older ones are loaded. */
const RUN_IDS = 100;

/** The users who came or went by a message; none for any other message. */
export function movedUsers({ new_chat_members, left_chat_member }: Message): readonly User[] {
  return new_chat_members ?? (left_chat_member ? [left_chat_member] : []);
}

/** Whether a message is told in one line with the one before it: the same move, of the same actor or by oneself. */
export function continuesMoves(before: Message, message: Message): boolean {
  const move = moveOf(message);
  return (
    move !== undefined &&
    move === moveOf(before) &&
    Math.floor(before.message_id / RUN_IDS) === Math.floor(message.message_id / RUN_IDS)
  );
}

/** How and by whom somebody came or went; `undefined` for any other message. */
function moveOf(message: Message): string | undefined {
  const users = movedUsers(message);
  if (users.length === 0) return undefined;
  const way = message.left_chat_member ? "left" : message.joined_by_link ? "link" : "joined";
  return movesItself(message) ? way : `${way} ${message.sender_chat?.id ?? message.from?.id}`;
}

/** Whether the sender of the message is the one who came or went. */
export function movesItself(message: Message): boolean {
  return !message.sender_chat && movedUsers(message).every((user) => user.id === message.from?.id);
}
