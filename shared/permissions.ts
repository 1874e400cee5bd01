/** The names of permissions and rights (behaviour.md §3). */

/** The permissions for single kinds of media, which `can_send_media_messages` stands for. */
export const MEDIA_PERMISSIONS = [
  "can_send_audios",
  "can_send_documents",
  "can_send_photos",
  "can_send_videos",
  "can_send_video_notes",
  "can_send_voice_notes",
] as const;
export type MediaPermission = (typeof MEDIA_PERMISSIONS)[number];

/** What a member may do who has the permission: `send_photos` with `can_send_photos`. */
type AbilityOf<P extends string> = P extends `can_${infer A}` ? A : never;
export type MediaAbility = AbilityOf<MediaPermission>;

export function mediaAbility(permission: MediaPermission): MediaAbility {
  return permission.replace("can_", "") as MediaAbility;
}

/** The name of the refusal without the permission: `CANT_SEND_PHOTOS` without `can_send_photos`. */
export type MediaRefusal = `CANT_${Uppercase<MediaAbility>}`;

export function mediaRefusal(permission: MediaPermission): MediaRefusal {
  return permission.replace("can_", "cant_").toUpperCase() as MediaRefusal;
}

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
