/** Schemas of users, chats and members (shared/wire.ts has their types). */
import { showPermissions, ALL_PERMISSIONS } from "../../domain/members/permissions.ts";
import { RIGHTS } from "../../domain/members/rights.ts";
import type { Schema } from "../engine/fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time, whole } from "./schema.ts";

const flags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, bool]));
const PERMISSION_FLAGS = flags(Object.keys(showPermissions(ALL_PERMISSIONS)));
const PEOPLE_ALONE = "In the user API only.";
/** Fields that `getMe` adds in the telegram dialect. */
const CAPABILITIES = [
  "can_join_groups",
  "can_read_all_group_messages",
  "supports_inline_queries",
  "has_main_web_app",
  "can_connect_to_business",
];

/** The schemas by the names that declarations use. */
export const CHAT_OBJECTS: Readonly<Record<string, Schema>> = {
  User: object(["id", "is_bot", "first_name"], {
    id: int,
    is_bot: bool,
    first_name: str,
    last_name: str,
    username: str,
    language_code: note(str, "Of a person: the language of the client that they used last. In the bot API only."),
    photo: note(ref("ChatPhoto"), PEOPLE_ALONE),
    ...Object.fromEntries(CAPABILITIES.map((name) => [name, note(bool, "Of `getMe` in the telegram dialect.")])),
  }),
  Chat: object(["id", "type"], {
    id: note(int, "In a private chat, the id of the other account."),
    type: oneOf(["private", "supergroup", "channel"]),
    title: str,
    first_name: str,
    last_name: str,
    username: str,
  }),
  ChatPhoto: whole({
    small_file_id: str,
    small_file_unique_id: str,
    big_file_id: str,
    big_file_unique_id: str,
  }),
  ChatFullInfo: object(["id", "type"], {
    id: int,
    type: oneOf(["private", "supergroup", "channel"]),
    title: str,
    first_name: str,
    last_name: str,
    username: str,
    active_usernames: list(str),
    description: str,
    description_entities: note(list(ref("MessageEntity")), `Links and mentions in the description. ${PEOPLE_ALONE}`),
    permissions: ref("ChatPermissions"),
    pinned_message: note(ref("Message"), "The message that was pinned last."),
    photo: ref("ChatPhoto"),
    accent_color_id: int,
    max_reaction_count: int,
    accepted_gift_types: whole(
      flags(["unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"]),
    ),
  }),
  ChatPermissions: object([], PERMISSION_FLAGS),
  ChatMember: object(["user", "status"], {
    user: ref("User"),
    status: oneOf(["creator", "administrator", "member", "restricted", "left", "kicked"]),
    custom_title: str,
    is_anonymous: bool,
    is_member: bool,
    until_date: time,
    can_be_edited: bool,
    ...flags(Object.keys(RIGHTS)),
    can_manage_chat: note(
      bool,
      "Every administrator may do what it allows. The `native` dialect shows it as it was given, `telegram` as true.",
    ),
    ...PERMISSION_FLAGS,
    can: note(
      { type: "object", additionalProperties: { type: ["string", "null"] } },
      "For each action on the member, the name of its refusal, or null. In the user API only.",
    ),
  }),
  ChatMemberUpdated: object(["chat", "from", "date", "old_chat_member", "new_chat_member"], {
    chat: ref("Chat"),
    from: ref("User"),
    date: time,
    old_chat_member: ref("ChatMember"),
    new_chat_member: ref("ChatMember"),
    invite_link: ref("ChatInviteLink"),
  }),
  ChatInviteLink: object(["invite_link", "creator", "creates_join_request", "is_primary", "is_revoked"], {
    invite_link: str,
    creator: ref("User"),
    creates_join_request: bool,
    is_primary: bool,
    is_revoked: bool,
    name: str,
    expire_date: time,
    member_limit: int,
    pending_join_request_count: int,
    uses: note(int, `How many people have joined with it. ${PEOPLE_ALONE}`),
  }),
  ChatJoinRequest: object(["chat", "from", "user_chat_id", "date", "invite_link"], {
    chat: ref("Chat"),
    from: ref("User"),
    id: note(int, `The position in lists, for paging. ${PEOPLE_ALONE}`),
    user_chat_id: note(
      int,
      "The id of the private chat with the person; a bot may write there once the person has started it.",
    ),
    date: time,
    invite_link: ref("ChatInviteLink"),
  }),
};
