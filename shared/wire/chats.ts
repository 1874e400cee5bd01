/** Chats, and chats as a search shows them. */
import { groupOrChannel } from "./parts.ts";
import { int, named, note, object, oneOf, optional, str, yes, type TypeOf } from "./schema.ts";
import { ChatPhoto } from "./users.ts";

const CHAT_TYPES = ["private", "supergroup", "channel"] as const;
export type ChatType = (typeof CHAT_TYPES)[number];

export const CHAT_FIELDS = {
  id: note(int, "In a private chat, the id of the other account."),
  type: oneOf(CHAT_TYPES),
  title: optional(str),
  first_name: optional(str),
  last_name: optional(str),
  username: optional(str),
  is_forum: optional(yes, "The messages of the group are in topics."),
};

export const Chat = named("Chat", object(CHAT_FIELDS));
export interface Chat extends TypeOf<typeof Chat> {}

export const FoundChat = named(
  "FoundChat",
  object({
    id: int,
    type: groupOrChannel,
    title: optional(str),
    username: optional(str),
    photo: optional(ChatPhoto),
  }),
);
export type FoundChat = TypeOf<typeof FoundChat>;
