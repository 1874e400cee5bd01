/** What a member may do in a chat besides changing members: one table for people, bots and screens (behaviour.md §3). */
import type { Chat } from "../chats.ts";
import { outsider, rightsOf } from "./authority.ts";
import { currentMember, type Member } from "./member.ts";
import { PERMISSIONS as P, type Permissions } from "./permissions.ts";
import type { MemberRefusal } from "./refusals.ts";
import { RIGHTS as R, type Rights } from "./rights.ts";

/** `delete_messages` and `edit_messages` are about what others sent; one's own needs no right. */
export type Ability =
  | "send_text"
  | "send_photos"
  | "send_videos"
  | "send_video_notes"
  | "send_audios"
  | "send_voice_notes"
  | "send_documents"
  | "send_polls"
  | "send_other"
  | "add_previews"
  | "change_info"
  | "invite_users"
  | "answer_requests"
  | "pin_messages"
  | "delete_messages"
  | "edit_messages"
  | "restrict_members"
  | "promote_members"
  | "manage_chat";

interface Need {
  /** In a group, any member with this effective permission may; 0 = membership alone is never enough. */
  readonly permission: Permissions;
  /** In a group, an administrator with this right may too; 0 = no administrator, not even the creator. */
  readonly group: Rights;
  /** In a channel, only an administrator with this right may. */
  readonly channel: Rights;
  /** Whether the two of a private chat may. */
  readonly private: boolean;
  readonly refusal: MemberRefusal;
}

const anyAdministrator = R.can_manage_chat;

/** Sending: administrators of a group always, in a channel who may post. */
function sending(permission: Permissions, refusal: MemberRefusal): Need {
  return {
    permission,
    group: anyAdministrator,
    channel: R.can_post_messages,
    private: true,
    refusal,
  };
}

/** What members of a group may do by permission, and administrators by right. */
function shared(permission: Permissions, group: Rights, channel: Rights, refusal: MemberRefusal): Need {
  return { permission, group, channel, private: false, refusal };
}

function administering(right: Rights, refusal: MemberRefusal): Need {
  return shared(0, right, right, refusal);
}

const NEEDS: Readonly<Record<Ability, Need>> = {
  send_text: sending(P.can_send_messages, "CANT_SEND_TEXT"),
  send_photos: sending(P.can_send_photos, "CANT_SEND_PHOTOS"),
  send_videos: sending(P.can_send_videos, "CANT_SEND_VIDEOS"),
  send_video_notes: sending(P.can_send_video_notes, "CANT_SEND_VIDEO_NOTES"),
  send_audios: sending(P.can_send_audios, "CANT_SEND_AUDIOS"),
  send_voice_notes: sending(P.can_send_voice_notes, "CANT_SEND_VOICE_NOTES"),
  send_documents: sending(P.can_send_documents, "CANT_SEND_DOCUMENTS"),
  send_polls: sending(P.can_send_polls, "CANT_SEND_POLLS"),
  send_other: sending(P.can_send_other_messages, "CANT_SEND_OTHER"),
  add_previews: sending(P.can_add_web_page_previews, "CANT_ADD_PREVIEWS"),
  change_info: shared(P.can_change_info, R.can_change_info, R.can_change_info, "CANT_CHANGE_INFO"),
  invite_users: shared(P.can_invite_users, R.can_invite_users, R.can_invite_users, "CANT_INVITE"),
  // Members may bring people in themselves; who else comes in is the administrators' to decide.
  answer_requests: administering(R.can_invite_users, "CANT_ANSWER_REQUESTS"),
  // Channels know no right to pin: what a post looks like to all is the editors'.
  pin_messages: {
    ...shared(P.can_pin_messages, R.can_pin_messages, R.can_edit_messages, "CANT_PIN"),
    private: true,
  },
  delete_messages: { ...administering(R.can_delete_messages, "DELETE_FORBIDDEN"), private: true },
  edit_messages: shared(0, 0, R.can_edit_messages, "EDIT_FORBIDDEN"),
  restrict_members: administering(R.can_restrict_members, "CANT_RESTRICT"),
  promote_members: administering(R.can_promote_members, "CANT_PROMOTE"),
  manage_chat: administering(anyAdministrator, "CANT_MANAGE"),
};

export const ABILITIES = Object.keys(NEEDS) as readonly Ability[];

type Place = Pick<Chat, "type" | "permissions">;

/**
 * What the chat lets the member do by permission: the chat's default AND the member's own. An
 * administrator has no restrictions of their own, so never less than every member has.
 */
export function effectivePermissions(member: Member, chat: Place): Permissions {
  return member.is_member ? chat.permissions & member.permissions : 0;
}

/** Why the member may not do it, as things stand at `now_s` (Unix seconds); null if they may. */
export function may(member: Member, ability: Ability, chat: Place, now_s: number): MemberRefusal | null {
  const actor = currentMember(member, now_s);
  const need = NEEDS[ability];
  const absent = outsider(actor, chat.type);
  if (absent !== null) return absent;
  switch (chat.type) {
    case "private":
      return need.private ? null : "GROUPS_AND_CHANNELS_ONLY";
    case "channel":
      return (rightsOf(actor, "channel") & need.channel) !== 0 ? null : refusalInChannel(need);
    case "supergroup": {
      const byPermission = (effectivePermissions(actor, chat) & need.permission) !== 0;
      return byPermission || (rightsOf(actor, "supergroup") & need.group) !== 0 ? null : need.refusal;
    }
  }
}

function refusalInChannel(need: Need): MemberRefusal {
  return need.channel === R.can_post_messages ? "CANT_POST" : need.refusal;
}

/** Everything the member may and may not do, with the reason: the `can` of chats on people's screens. */
export function abilities(chat: Place, member: Member, now_s: number): Record<Ability, MemberRefusal | null> {
  const answers = {} as Record<Ability, MemberRefusal | null>;
  for (const ability of ABILITIES) answers[ability] = may(member, ability, chat, now_s);
  return answers;
}
