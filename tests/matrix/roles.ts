/** What a caller can be in a chat, and the kinds of chat there are to be it in. */
import { memberOf, type Member, type Status } from "heliogram/domain/members/member.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, readPermissions } from "heliogram/domain/members/permissions.ts";
import { readRights } from "heliogram/domain/members/rights.ts";

type Flags = readonly string[];

export interface Role {
  readonly name: string;
  readonly status: Status;
  /** Whether the record says that they are in the chat. */
  readonly is_member: boolean;
  readonly rights: Flags;
  readonly permissions: Flags;
  readonly is_anonymous: boolean;
  /** The restriction or the ban has run out. */
  readonly is_over: boolean;
}

export interface Place {
  readonly name: string;
  readonly type: "supergroup" | "channel";
  readonly is_public: boolean;
  /** What every ordinary member may do. */
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
];
const CHANNEL_RIGHTS: Flags = [
  ...GROUP_RIGHTS.filter((flag) => flag !== "can_pin_messages"),
  "can_post_messages",
  "can_edit_messages",
];

/** Every permission to send something. */
export const SENDING: Flags = [
  "can_send_messages",
  "can_send_audios",
  "can_send_documents",
  "can_send_photos",
  "can_send_videos",
  "can_send_video_notes",
  "can_send_voice_notes",
  "can_send_polls",
  "can_send_other_messages",
];
const PERMISSIONS: Flags = [
  ...SENDING,
  "can_add_web_page_previews",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
];
/** Members of a new group write, send everything and invite. */
const NEW_GROUP: Flags = PERMISSIONS.filter((flag) => flag !== "can_change_info" && flag !== "can_pin_messages");

export const GROUP: Place = { name: "a group", type: "supergroup", is_public: false, permissions: NEW_GROUP };
export const CHANNEL: Place = { name: "a channel", type: "channel", is_public: false, permissions: NEW_GROUP };
export const PUBLIC: Place = {
  name: "a group with a user name",
  type: "supergroup",
  is_public: true,
  permissions: NEW_GROUP,
};
export const PLACES: readonly Place[] = [
  GROUP,
  PUBLIC,
  { name: "a group where members may do nothing", type: "supergroup", is_public: false, permissions: [] },
  { name: "a group where members may do everything", type: "supergroup", is_public: false, permissions: PERMISSIONS },
  CHANNEL,
  { name: "a channel with a user name", type: "channel", is_public: true, permissions: NEW_GROUP },
];

function role(name: string, status: Status, more: Partial<Role> = {}): Role {
  const is_member = status !== "left" && status !== "kicked";
  const common = { rights: [], permissions: PERMISSIONS, is_anonymous: false, is_over: false };
  return { name, status, is_member, ...common, ...more };
}

export const OWNER = role("the owner", "creator");
export const MEMBER = role("a member", "member");
export const RESTRICTED = role("a restricted member", "restricted", { permissions: [] });
export const GONE = role("a restricted one who is gone", "restricted", { permissions: [], is_member: false });
export const LEFT = role("one who left", "left");
export const KICKED = role("one who was banned", "kicked");
export const NEVER = role("one who was never there", "left");

export function administrator(place: Place): Role {
  return role("an administrator", "administrator", { rights: rightsIn(place) });
}

function rightsIn(place: Place): Flags {
  return place.type === "channel" ? CHANNEL_RIGHTS : GROUP_RIGHTS;
}

/** Everybody there can be in a place, among them those with one right or permission alone, and with all but it. */
export function rolesIn(place: Place, right: string | undefined, permission: string | undefined): Role[] {
  const all = rightsIn(place);
  const admins = [
    OWNER,
    administrator(place),
    role("an anonymous administrator", "administrator", { rights: all, is_anonymous: true }),
    role("an administrator without rights", "administrator", { rights: ["can_manage_chat"] }),
  ];
  if (right !== undefined) {
    const rest = all.filter((flag) => flag !== right);
    admins.push(role(`an administrator with ${right} alone`, "administrator", { rights: [right, "can_manage_chat"] }));
    admins.push(role(`an administrator without ${right}`, "administrator", { rights: rest }));
  }
  const outside = [LEFT, KICKED, NEVER, role("one whose ban is over", "kicked", { is_over: true })];
  if (place.type === "channel") return [...admins, MEMBER, ...outside];
  const over = role("one whose restriction is over", "restricted", { permissions: [], is_over: true });
  return [...admins, MEMBER, RESTRICTED, ...restrictedTo(permission), over, GONE, ...outside];
}

function restrictedTo(permission: string | undefined): Role[] {
  if (permission === undefined) return [];
  const rest = PERMISSIONS.filter((flag) => flag !== permission);
  return [
    role(`one restricted to ${permission}`, "restricted", { permissions: [permission] }),
    role(`one restricted from ${permission}`, "restricted", { permissions: rest }),
  ];
}

const PAST_S = 1_000;

/** The record of an account in a role. */
export function recordOf(wish: Role, account_id: number, promoted_by: number): Member {
  const flags = (names: Flags) => Object.fromEntries(names.map((name) => [name, true]));
  const restricted = wish.status === "restricted";
  return {
    ...memberOf(account_id, wish.status),
    is_member: wish.is_member,
    rights: wish.status === "administrator" ? readRights(flags(wish.rights)) : 0,
    permissions: restricted ? readPermissions(flags(wish.permissions), true) : ALL_PERMISSIONS,
    until: wish.is_over ? PAST_S : 0,
    is_anonymous: wish.is_anonymous,
    promoted_by: wish.status === "administrator" ? promoted_by : null,
  };
}

export function permissionsOf(place: Place): number {
  if (place.permissions.length === 0) return NO_PERMISSIONS;
  return readPermissions(Object.fromEntries(place.permissions.map((name) => [name, true])), true);
}
