/** The full information about a chat, as `getChat` returns it. */
import { CHAT_FIELDS } from "./chats.ts";
import { ChatPermissions } from "./members.ts";
import { Message, MessageEntity } from "./messages.ts";
import { PEOPLE_ONLY } from "./parts.ts";
import { ReactionType } from "./reactions.ts";
import { bool, each, int, list, named, object, optional, str, yes, type TypeOf } from "./schema.ts";
import { ChatPhoto } from "./users.ts";

export const ChatFullInfo = named(
  "ChatFullInfo",
  object({
    ...CHAT_FIELDS,
    active_usernames: optional(list(str)),
    description: optional(str),
    description_entities: optional(list(MessageEntity), `Links and mentions in the description. ${PEOPLE_ONLY}`),
    permissions: optional(ChatPermissions),
    pinned_message: optional(Message, "The message that was pinned last."),
    photo: optional(ChatPhoto),
    link_previews_disabled: optional(yes, `Links in new messages get no previews. ${PEOPLE_ONLY}`),
    available_reactions: optional(list(ReactionType), "The reactions that may be added; absent for all."),
    accent_color_id: optional(int),
    max_reaction_count: optional(int),
    accepted_gift_types: optional(
      object(
        each(["unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"], bool),
      ),
    ),
  }),
);
export interface ChatFullInfo extends TypeOf<typeof ChatFullInfo> {}
