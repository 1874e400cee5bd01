/** The names of permissions, rights and abilities (behaviour.md §3). */

/** The permissions for single kinds of media, which `can_send_media_messages` stands for. */
export const MEDIA_PERMISSIONS = [
  "can_send_audios",
  "can_send_documents",
  "can_send_photos",
  "can_send_videos",
  "can_send_video_notes",
  "can_send_voice_notes",
] as const;

/** The permissions of members. A set of them is stored as bits in this order, so the order never changes. */
export const PERMISSIONS = [
  "can_send_messages",
  ...MEDIA_PERMISSIONS,
  "can_send_polls",
  "can_send_other_messages",
  "can_add_web_page_previews",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
  "can_manage_topics",
  "can_react_to_messages",
  "can_edit_tag",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Permissions as objects show them: `can_send_media_messages` is true if any of those for single kinds is. */
export const SHOWN_PERMISSIONS = [...PERMISSIONS, "can_send_media_messages"] as const;
export type ShownPermission = (typeof SHOWN_PERMISSIONS)[number];

/** The rights of administrators. A set of them is stored as bits in this order, so the order never changes. */
export const RIGHTS = [
  "can_manage_chat",
  "can_post_messages",
  "can_edit_messages",
  "can_delete_messages",
  "can_manage_video_chats",
  "can_restrict_members",
  "can_promote_members",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
  "can_post_stories",
  "can_edit_stories",
  "can_delete_stories",
  "can_manage_topics",
] as const;
export type Right = (typeof RIGHTS)[number];

/**
 * What a member may do in a chat, except changing members. `delete_messages` and `edit_messages` concern messages of
 * others; one's own messages need no right.
 */
export const ABILITIES = [
  "send_text",
  "send_photos",
  "send_videos",
  "send_video_notes",
  "send_audios",
  "send_voice_notes",
  "send_documents",
  "send_polls",
  "send_other",
  "add_previews",
  "change_info",
  "invite_users",
  "answer_requests",
  "pin_messages",
  "delete_messages",
  "edit_messages",
  "restrict_members",
  "promote_members",
  "manage_chat",
] as const;
export type Ability = (typeof ABILITIES)[number];

/** What a member may do to another one. */
export const MEMBER_ACTIONS = [
  "restrict",
  "ban",
  "unban",
  "promote",
  "demote",
  "set_title",
  "transfer_ownership",
] as const;
/** `promote` means granting the smallest right; whether other rights can be granted is not covered. */
export type MemberAction = (typeof MEMBER_ACTIONS)[number];
