/** The roles of callers in a chat, and the kinds of chats. */
import { MEDIA_PERMISSIONS } from "@heliogram/shared/permissions.ts";
import { memberOf, type Member, type Status } from "heliogram/domain/members/member.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, readPermissions } from "heliogram/domain/members/permissions.ts";
import { readRights } from "heliogram/domain/members/rights.ts";

type Flags = readonly string[];

export interface Role {
  readonly name: string;
  readonly status: Status;
  /** The `is_member` of the record. */
  readonly is_member: boolean;
  readonly rights: Flags;
  readonly permissions: Flags;
  readonly is_anonymous: boolean;
  /** Whether the restriction or ban has expired. */
  readonly is_over: boolean;
}

export interface ChatKind {
  readonly name: string;
  readonly type: "supergroup" | "channel";
  readonly is_public: boolean;
  /** The default permissions of the chat. */
  readonly permissions: Flags;
}

const GROUP_RIGHTS: Flags = [
  "can_manage_chat",
  "can_delete_messages",
  "can_manage_video_chats",
  "can_restrict_members",
  "can_promote_members",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
  "can_manage_topics",
];
const CHANNEL_RIGHTS: Flags = [
  ...GROUP_RIGHTS.filter((flag) => flag !== "can_pin_messages" && flag !== "can_manage_topics"),
  "can_post_messages",
  "can_edit_messages",
];

/** All permissions to send. */
export const SEND_PERMISSIONS: Flags = [
  "can_send_messages",
  ...MEDIA_PERMISSIONS,
  "can_send_polls",
  "can_send_other_messages",
];
const PERMISSIONS: Flags = [
  ...SEND_PERMISSIONS,
  "can_add_web_page_previews",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
  "can_manage_topics",
];
const WITHHELD: Flags = ["can_change_info", "can_pin_messages", "can_manage_topics"];
/** The default permissions of a new group: write, send everything and invite. */
const NEW_GROUP: Flags = PERMISSIONS.filter((flag) => !WITHHELD.includes(flag));

export const GROUP: ChatKind = { name: "a group", type: "supergroup", is_public: false, permissions: NEW_GROUP };
export const CHANNEL: ChatKind = { name: "a channel", type: "channel", is_public: false, permissions: NEW_GROUP };
export const PUBLIC: ChatKind = {
  name: "a group with a user name",
  type: "supergroup",
  is_public: true,
  permissions: NEW_GROUP,
};
export const CHAT_KINDS: readonly ChatKind[] = [
  GROUP,
  PUBLIC,
  { name: "a group where members may do nothing", type: "supergroup", is_public: false, permissions: [] },
  { name: "a group where members may do everything", type: "supergroup", is_public: false, permissions: PERMISSIONS },
  CHANNEL,
  { name: "a channel with a user name", type: "channel", is_public: true, permissions: NEW_GROUP },
];

function roleNamed(name: string, status: Status, more: Partial<Role> = {}): Role {
  const is_member = status !== "left" && status !== "kicked";
  const common = { rights: [], permissions: PERMISSIONS, is_anonymous: false, is_over: false };
  return { name, status, is_member, ...common, ...more };
}

export const OWNER = roleNamed("the owner", "creator");
export const MEMBER = roleNamed("a member", "member");
export const RESTRICTED = roleNamed("a restricted member", "restricted", { permissions: [] });
export const GONE = roleNamed("a restricted one who is gone", "restricted", { permissions: [], is_member: false });
export const LEFT = roleNamed("one who left", "left");
export const KICKED = roleNamed("one who was banned", "kicked");
export const NEVER = roleNamed("one who was never there", "left");

export function administrator(kind_of_chat: ChatKind): Role {
  return roleNamed("an administrator", "administrator", { rights: rightsIn(kind_of_chat) });
}

function rightsIn(kind_of_chat: ChatKind): Flags {
  return kind_of_chat.type === "channel" ? CHANNEL_RIGHTS : GROUP_RIGHTS;
}

/** All roles in a kind of chat, among them those with only one right or permission, and those with all except it. */
export function rolesIn(kind_of_chat: ChatKind, right: string | undefined, permission: string | undefined): Role[] {
  const all = rightsIn(kind_of_chat);
  const admins = [
    OWNER,
    administrator(kind_of_chat),
    roleNamed("an anonymous administrator", "administrator", { rights: all, is_anonymous: true }),
    roleNamed("an administrator without rights", "administrator", { rights: ["can_manage_chat"] }),
  ];
  if (right !== undefined) {
    const rest = all.filter((flag) => flag !== right);
    admins.push(
      roleNamed(`an administrator with ${right} alone`, "administrator", { rights: [right, "can_manage_chat"] }),
    );
    admins.push(roleNamed(`an administrator without ${right}`, "administrator", { rights: rest }));
  }
  const outside = [LEFT, KICKED, NEVER, roleNamed("one whose ban is over", "kicked", { is_over: true })];
  if (kind_of_chat.type === "channel") return [...admins, MEMBER, ...outside];
  const over = roleNamed("one whose restriction is over", "restricted", { permissions: [], is_over: true });
  return [...admins, MEMBER, RESTRICTED, ...restrictedTo(permission), over, GONE, ...outside];
}

function restrictedTo(permission: string | undefined): Role[] {
  if (permission === undefined) return [];
  const rest = PERMISSIONS.filter((flag) => flag !== permission);
  return [
    roleNamed(`one restricted to ${permission}`, "restricted", { permissions: [permission] }),
    roleNamed(`one restricted from ${permission}`, "restricted", { permissions: rest }),
  ];
}

const PAST_S = 1_000;

/** The record of an account in a role. */
export function recordOf(role: Role, account_id: number, promoted_by: number): Member {
  const flags = (names: Flags) => Object.fromEntries(names.map((name) => [name, true]));
  const restricted = role.status === "restricted";
  return {
    ...memberOf(account_id, role.status),
    is_member: role.is_member,
    rights: role.status === "administrator" ? readRights(flags(role.rights)) : 0,
    permissions: restricted ? readPermissions(flags(role.permissions), true) : ALL_PERMISSIONS,
    until: role.is_over ? PAST_S : 0,
    is_anonymous: role.is_anonymous,
    promoted_by: role.status === "administrator" ? promoted_by : null,
  };
}

export function permissionsOf(kind_of_chat: ChatKind): number {
  if (kind_of_chat.permissions.length === 0) return NO_PERMISSIONS;
  return readPermissions(Object.fromEntries(kind_of_chat.permissions.map((name) => [name, true])), true);
}
