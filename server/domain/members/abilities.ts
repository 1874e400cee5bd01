/**
 * What a member may do in a chat, except changing members: one table for people, bots and screens (behaviour.md §3).
 */
import { ABILITIES, type Ability } from "@heliogram/shared/abilities.ts";
import { MEDIA_PERMISSIONS, mediaAbility, mediaRefusal, type MediaAbility } from "@heliogram/shared/permissions.ts";
import type { Chat } from "../chats.ts";
import { outsiderRefusal, rightsOf } from "./authority.ts";
import { currentMember, type Member } from "./member.ts";
import { PERMISSIONS as P, type Permissions } from "./permissions.ts";
import type { MemberRefusal } from "./refusals.ts";
import { RIGHTS as R, type Rights } from "./rights.ts";

interface Requirement {
  /** In a group, any member with this effective permission is allowed. 0: membership alone is never enough. */
  readonly permission: Permissions;
  /** In a group, an administrator with this right is allowed too. 0: no administrator, not even the creator. */
  readonly group: Rights;
  /** In a channel, only an administrator with this right is allowed, or every subscriber. */
  readonly channel: Rights | "subscribers";
  /** Whether both accounts of a private chat are allowed. */
  readonly private: boolean;
  readonly refusal: MemberRefusal;
}

const anyAdministrator = R.can_manage_chat;

/** The requirement for sending: administrators of a group may always send, in a channel those who may post. */
function sending(permission: Permissions, refusal: MemberRefusal): Requirement {
  return {
    permission,
    group: anyAdministrator,
    channel: R.can_post_messages,
    private: true,
    refusal,
  };
}

/** The requirement for what members of a group may do by permission, and administrators by right. */
function shared(permission: Permissions, group: Rights, channel: Rights, refusal: MemberRefusal): Requirement {
  return { permission, group, channel, private: false, refusal };
}

function administering(right: Rights, refusal: MemberRefusal): Requirement {
  return shared(0, right, right, refusal);
}

const REQUIREMENTS: Readonly<Record<Ability, Requirement>> = {
  send_text: sending(P.can_send_messages, "CANT_SEND_TEXT"),
  ...(Object.fromEntries(
    MEDIA_PERMISSIONS.map((name) => [mediaAbility(name), sending(P[name], mediaRefusal(name))]),
  ) as Record<MediaAbility, Requirement>),
  send_polls: sending(P.can_send_polls, "CANT_SEND_POLLS"),
  send_other: sending(P.can_send_other_messages, "CANT_SEND_OTHER"),
  add_previews: sending(P.can_add_web_page_previews, "CANT_ADD_PREVIEWS"),
  react: { ...sending(P.can_react_to_messages, "CANT_REACT"), channel: "subscribers" },
  change_info: shared(P.can_change_info, R.can_change_info, R.can_change_info, "CANT_CHANGE_INFO"),
  invite_users: shared(P.can_invite_users, R.can_invite_users, R.can_invite_users, "CANT_INVITE"),
  // Members may add people, but only administrators answer join requests.
  answer_requests: administering(R.can_invite_users, "CANT_ANSWER_REQUESTS"),
  // Channels have no right to pin; those who may edit posts may pin them.
  pin_messages: {
    ...shared(P.can_pin_messages, R.can_pin_messages, R.can_edit_messages, "CANT_PIN"),
    private: true,
  },
  // Channels have no topics, and nobody holds the right there.
  create_topics: shared(P.can_manage_topics, R.can_manage_topics, R.can_manage_topics, "CANT_CREATE_TOPICS"),
  manage_topics: { ...administering(R.can_manage_topics, "CANT_MANAGE_TOPICS"), private: true },
  delete_messages: { ...administering(R.can_delete_messages, "DELETE_FORBIDDEN"), private: true },
  edit_messages: shared(0, 0, R.can_edit_messages, "EDIT_FORBIDDEN"),
  restrict_members: administering(R.can_restrict_members, "CANT_RESTRICT"),
  promote_members: administering(R.can_promote_members, "CANT_PROMOTE"),
  manage_chat: administering(anyAdministrator, "CANT_MANAGE"),
};

type Place = Pick<Chat, "type" | "permissions"> & Partial<Pick<Chat, "link_previews">>;

/**
 * The permissions that hold for the member: the chat's default AND the member's own. An
 * administrator has no restrictions of their own, so never less than every member has.
 */
export function effectivePermissions(member: Member, chat: Place): Permissions {
  return member.is_member ? chat.permissions & member.permissions : 0;
}

/** Why the member lacks the ability at the time `now_s` (Unix seconds); null if they have it. */
export function abilityRefusal(member: Member, ability: Ability, chat: Place, now_s: number): MemberRefusal | null {
  const actor = currentMember(member, now_s);
  const need = REQUIREMENTS[ability];
  const outsider = outsiderRefusal(actor, chat.type);
  if (outsider !== null) return outsider;
  if (ability === "add_previews" && chat.link_previews === false) return "CANT_ADD_PREVIEWS";
  switch (chat.type) {
    case "private":
      return need.private ? null : "GROUPS_AND_CHANNELS_ONLY";
    case "channel":
      return need.channel === "subscribers" || (rightsOf(actor, "channel") & need.channel) !== 0
        ? null
        : channelRefusal(need);
    case "supergroup": {
      const byPermission = (effectivePermissions(actor, chat) & need.permission) !== 0;
      return byPermission || (rightsOf(actor, "supergroup") & need.group) !== 0 ? null : need.refusal;
    }
  }
}

function channelRefusal(need: Requirement): MemberRefusal {
  return need.channel === R.can_post_messages ? "CANT_POST" : need.refusal;
}

/** Every ability with its refusal, or null if the member has it: the `can` of chats in the user API. */
export function abilities(chat: Place, member: Member, now_s: number): Record<Ability, MemberRefusal | null> {
  const answers = {} as Record<Ability, MemberRefusal | null>;
  for (const ability of ABILITIES) answers[ability] = abilityRefusal(member, ability, chat, now_s);
  return answers;
}
