/** The permissions of members: which have a switch, and the request after a change. */
import { MEDIA_PERMISSIONS } from "@heliogram/shared/permissions.ts";
import type { ChatPermissions } from "@heliogram/shared/wire.ts";

/** Permissions with a switch, in display order. */
export const SWITCHES = [
  "can_send_messages",
  "can_send_media_messages",
  "can_send_other_messages",
  "can_add_web_page_previews",
  "can_react_to_messages",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
  "can_manage_topics",
] as const;

/** Polls do not exist here. Bots may set their permission, which is kept. */
const WITHOUT_SWITCH = ["can_send_polls"] as const;

/** The names of the interface. */
const PERMISSION_NAMES = [...SWITCHES, ...WITHOUT_SWITCH] as const;

export type SwitchPermission = (typeof SWITCHES)[number];
type PermissionName = (typeof PERMISSION_NAMES)[number];
export type PermissionSet = Readonly<Record<PermissionName, boolean>>;
/** The permissions of a chat or a member as received, including those for single kinds of media. */
export type RawPermissions = Readonly<ChatPermissions>;

/** Permissions without a switch that are kept. One that is left out of a request follows another one. */
const UNCHANGED_PERMISSIONS = ["can_edit_tag"] as const;

/** An unrestricted member has all of them. */
export const ALL_PERMISSIONS = buildSet(() => true);

export function permissionSet(given: RawPermissions): PermissionSet {
  return buildSet((name) => given[name] === true);
}

function buildSet(has: (name: PermissionName) => boolean): PermissionSet {
  return Object.fromEntries(PERMISSION_NAMES.map((name) => [name, has(name)])) as PermissionSet;
}

/** Permissions for single kinds of media stay, unless the switch for all media was changed. */
export function permissionsToRequest(wanted: PermissionSet, before: RawPermissions): Record<string, boolean> {
  const besides = UNCHANGED_PERMISSIONS.filter((name) => typeof before[name] === "boolean").map((name) => [
    name,
    before[name],
  ]);
  const asked = { ...wanted, ...(Object.fromEntries(besides) as Record<string, boolean>) };
  if (wanted.can_send_media_messages !== (before.can_send_media_messages === true)) return asked;
  const { can_send_media_messages: _all, ...others } = asked;
  return { ...others, ...Object.fromEntries(MEDIA_PERMISSIONS.map((name) => [name, before[name] === true])) };
}

/** Whether two sets are equal. */
export function samePermissions(one: PermissionSet, other: PermissionSet): boolean {
  return PERMISSION_NAMES.every((name) => one[name] === other[name]);
}

/** The permissions of an unrestricted member, including those for single kinds of media. */
export const UNRESTRICTED: RawPermissions = Object.fromEntries(
  [...PERMISSION_NAMES, ...MEDIA_PERMISSIONS].map((name) => [name, true]),
);
