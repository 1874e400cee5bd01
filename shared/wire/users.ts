/** Users and their photos. */
import { PEOPLE_ONLY } from "./parts.ts";
import { bool, each, int, named, object, optional, str, type TypeOf } from "./schema.ts";

export const ChatPhoto = named(
  "ChatPhoto",
  object({ small_file_id: str, small_file_unique_id: str, big_file_id: str, big_file_unique_id: str }),
);
export type ChatPhoto = TypeOf<typeof ChatPhoto>;

/** Fields that `getMe` adds in the telegram dialect. */
const CAPABILITIES = [
  "can_join_groups",
  "can_read_all_group_messages",
  "supports_inline_queries",
  "has_main_web_app",
  "can_connect_to_business",
  "has_topics_enabled",
  "allows_users_to_create_topics",
] as const;

export const User = named(
  "User",
  object({
    id: int,
    is_bot: bool,
    first_name: str,
    last_name: optional(str),
    username: optional(str),
    language_code: optional(str, "Of a person: the language of the client that they used last. In the bot API only."),
    photo: optional(ChatPhoto, PEOPLE_ONLY),
    ...each(CAPABILITIES, optional(bool, "Of `getMe` in the telegram dialect.")),
  }),
);
export interface User extends TypeOf<typeof User> {}

export const BotCommand = named("BotCommand", object({ command: str, description: str }));
export type BotCommand = TypeOf<typeof BotCommand>;
