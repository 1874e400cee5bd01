/** What members may do in a chat and to each other (behaviour.md §3). */
import { MEDIA_PERMISSIONS, mediaAbility } from "./permissions.ts";

/**
 * What a member may do in a chat, except changing members. `delete_messages` and `edit_messages` concern messages of
 * others; one's own messages need no right. `manage_topics` concerns topics of others and General.
 */
export const ABILITIES = [
  "send_text",
  ...MEDIA_PERMISSIONS.map(mediaAbility),
  "send_polls",
  "send_other",
  "add_previews",
  "react",
  "change_info",
  "invite_users",
  "answer_requests",
  "pin_messages",
  "create_topics",
  "manage_topics",
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
