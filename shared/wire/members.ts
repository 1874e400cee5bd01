/** Members of chats, invite links and join requests. */
import { MEMBER_ACTIONS } from "../abilities.ts";
import { RIGHTS, SHOWN_PERMISSIONS } from "../permissions.ts";
import { PEOPLE_ONLY, reason } from "./parts.ts";
import { ChatAdministratorRights } from "./bot-settings.ts";
import { Chat } from "./chats.ts";
import { bool, each, int, named, note, object, oneOf, optional, str, time, type TypeOf } from "./schema.ts";
import { User } from "./users.ts";

export const memberStatus = oneOf(["creator", "administrator", "member", "restricted", "left", "kicked"]);

const permissions = each(SHOWN_PERMISSIONS, optional(bool));

export const ChatPermissions = named("ChatPermissions", object(permissions));
export type ChatPermissions = TypeOf<typeof ChatPermissions>;

export const ChatMember = named(
  "ChatMember",
  object({
    user: User,
    status: memberStatus,
    custom_title: optional(str),
    is_anonymous: optional(bool),
    is_member: optional(bool),
    until_date: optional(time),
    can_be_edited: optional(bool),
    ...each(RIGHTS, optional(bool)),
    can_manage_chat: optional(
      bool,
      "Every administrator may do what it allows. The `native` dialect shows it as it was given, `telegram` as true.",
    ),
    ...permissions,
    suggested_rights: optional(
      ChatAdministratorRights,
      `The rights that a bot suggests when it is made an administrator, if it suggests any. ${PEOPLE_ONLY}`,
    ),
    can: optional(
      object(each(MEMBER_ACTIONS, reason)),
      `For each action on the member, the name of its refusal, or null. ${PEOPLE_ONLY}`,
    ),
  }),
);
export interface ChatMember extends TypeOf<typeof ChatMember> {}

export const ChatInviteLink = named(
  "ChatInviteLink",
  object({
    invite_link: str,
    creator: User,
    creates_join_request: bool,
    is_primary: bool,
    is_revoked: bool,
    name: optional(str),
    expire_date: optional(time),
    member_limit: optional(int),
    pending_join_request_count: optional(
      int,
      "The number of open join requests made with it; absent if there are none.",
    ),
    uses: optional(int, "How many people have joined with it. In lists of the user API only."),
  }),
);
export interface ChatInviteLink extends TypeOf<typeof ChatInviteLink> {}

export const ChatMemberUpdated = named(
  "ChatMemberUpdated",
  object({
    chat: Chat,
    from: User,
    date: time,
    old_chat_member: ChatMember,
    new_chat_member: ChatMember,
    invite_link: optional(ChatInviteLink),
  }),
);
export type ChatMemberUpdated = TypeOf<typeof ChatMemberUpdated>;

export const ChatJoinRequest = named(
  "ChatJoinRequest",
  object({
    chat: Chat,
    from: User,
    id: optional(int, `The position in lists, for paging. ${PEOPLE_ONLY}`),
    user_chat_id: note(
      int,
      "The id of the private chat with the person; a bot may write there once the person has started it.",
    ),
    date: time,
    invite_link: ChatInviteLink,
  }),
);
export type ChatJoinRequest = TypeOf<typeof ChatJoinRequest>;
