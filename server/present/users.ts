/** Presents people, bots and chats (interface.md, Resources). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Account } from "../domain/accounts.ts";
import { otherParty, type Chat } from "../domain/chats.ts";

/** The sender of messages of anonymous administrators, so that every message of a group has a `from`. */
const ANONYMOUS_ID = 1;
export const ANONYMOUS: Wire.User = {
  id: ANONYMOUS_ID,
  is_bot: true,
  first_name: "Group",
  username: "group_anonymous_bot",
};

export function presentUser(account: Account): Wire.User {
  const user: Wire.User = { id: account.id, is_bot: account.is_bot, first_name: account.first_name };
  if (account.last_name !== "") user.last_name = account.last_name;
  if (account.username !== null) user.username = account.username;
  return user;
}

/** As `presentUser`, for a bot: with the language of the person. */
export function presentUserToBot(account: Account): Wire.User {
  const user = presentUser(account);
  if (account.language_code !== "") user.language_code = account.language_code;
  return user;
}

/** Presents the chat to `viewer_id`; `parties` must contain both accounts of a private chat. */
export function presentChat(chat: Chat, viewer_id: number, parties: ReadonlyMap<number, Account>): Wire.Chat {
  if (chat.type !== "private") {
    const shown: Wire.Chat = { id: chat.id, type: chat.type, title: chat.title };
    if (chat.username !== null) shown.username = chat.username;
    if (chat.is_forum) shown.is_forum = true;
    return shown;
  }
  const id = otherParty(chat, viewer_id);
  const other = parties.get(id);
  const shown: Wire.Chat = { id, type: "private", first_name: other?.first_name ?? "" };
  if (other && other.last_name !== "") shown.last_name = other.last_name;
  if (other?.username) shown.username = other.username;
  return shown;
}
