/** The permissions of ordinary and restricted members as a bit set (behaviour.md §3). */
import {
  MEDIA_PERMISSIONS as MEDIA_FLAGS,
  PERMISSIONS as FLAGS,
  type Permission,
  type ShownPermission,
} from "@heliogram/shared/permissions.ts";

/** A set of permission flags. */
export type Permissions = number;

/** The bit of each permission. */
export const PERMISSIONS = Object.fromEntries(FLAGS.map((flag, i) => [flag, 1 << i])) as Readonly<
  Record<Permission, Permissions>
>;

export const NO_PERMISSIONS: Permissions = 0;

export const ALL_PERMISSIONS: Permissions = FLAGS.reduce((all, flag) => all | PERMISSIONS[flag], 0);

/** The permissions that `can_send_media_messages` of the contract stands for. */
export const MEDIA_PERMISSIONS: Permissions = MEDIA_FLAGS.reduce((all, flag) => all | PERMISSIONS[flag], 0);

/** The default permissions of a new group: write, send everything, react and invite. */
export const DEFAULT_GROUP_PERMISSIONS: Permissions =
  PERMISSIONS.can_send_messages |
  MEDIA_PERMISSIONS |
  PERMISSIONS.can_send_polls |
  PERMISSIONS.can_send_other_messages |
  PERMISSIONS.can_add_web_page_previews |
  PERMISSIONS.can_react_to_messages |
  PERMISSIONS.can_invite_users;

/** Permissions that are beside the contract's. One that is left out has the value of another one, as in Telegram. */
const FOLLOWED = {
  can_manage_topics: "can_pin_messages",
  can_react_to_messages: "can_send_messages",
  can_edit_tag: "can_pin_messages",
} as const satisfies Partial<Record<Permission, Permission>>;

const FOLLOWERS = Object.keys(FOLLOWED) as (keyof typeof FOLLOWED)[];

/** Every permission that something here needs. The others are kept as they are given. */
const NEEDED_PERMISSIONS: Permissions = ALL_PERMISSIONS & ~PERMISSIONS.can_manage_topics & ~PERMISSIONS.can_edit_tag;

/**
 * Whether the eight permissions of the contract and reacting are granted, so that nothing is restricted (behaviour.md §3,
 * note 1).
 */
export function grantsAllPermissions(permissions: Permissions): boolean {
  return (permissions & NEEDED_PERMISSIONS) === NEEDED_PERMISSIONS;
}

/** The permissions that others imply. */
const IMPLIED: Permissions = PERMISSIONS.can_send_messages | MEDIA_PERMISSIONS;

/** Whether other permissions imply the one with this name. */
export function isImplied(name: string): boolean {
  if (name === "can_send_media_messages") return true;
  return Object.hasOwn(PERMISSIONS, name) && (PERMISSIONS[name as Permission] & IMPLIED) !== 0;
}

/**
 * Reads a ChatPermissions object (interface.md, ChatPermissions). Each flag that is given stands as it was given, and
 * `can_send_media_messages` decides for the media flags that are left out; where it is false, no media flag is granted.
 * Unless `independent`, an omitted flag follows from those that imply it: media and polls imply messages, other
 * messages and previews imply media and messages (behaviour.md §3). Other omitted flags are false.
 */
export function readPermissions(
  input: Readonly<Record<string, boolean | undefined>>,
  independent: boolean,
): Permissions {
  let granted = NO_PERMISSIONS;
  let given = NO_PERMISSIONS;
  for (const flag of FLAGS) {
    if (input[flag] === undefined) continue;
    given |= PERMISSIONS[flag];
    if (input[flag]) granted |= PERMISSIONS[flag];
  }
  const media = input["can_send_media_messages"];
  if (media === true) granted |= MEDIA_PERMISSIONS & ~given;
  if (media === false) granted &= ~MEDIA_PERMISSIONS;
  if (media !== undefined) given |= MEDIA_PERMISSIONS;
  return independent ? granted : granted | (withImplied(granted) & ~given);
}

/** The set with those permissions that follow others and are left out of `input`. */
export function withFollowers(granted: Permissions, input: Readonly<Record<string, boolean | undefined>>): Permissions {
  return FOLLOWERS.reduce((all, flag) => {
    const follows = input[flag] === undefined && (granted & PERMISSIONS[FOLLOWED[flag]]) !== 0;
    return follows ? all | PERMISSIONS[flag] : all;
  }, granted);
}

function withImplied(granted: Permissions): Permissions {
  const implyMedia = PERMISSIONS.can_send_other_messages | PERMISSIONS.can_add_web_page_previews;
  const media = (granted & implyMedia) === 0 ? granted : granted | MEDIA_PERMISSIONS;
  const implyMessages = MEDIA_PERMISSIONS | PERMISSIONS.can_send_polls;
  return (media & implyMessages) === 0 ? media : media | PERMISSIONS.can_send_messages;
}

/**
 * The ChatPermissions object of a set: the contract's eight flags and the flags for each kind besides
 * them. `can_send_media_messages` is true when any of the six media flags is.
 */
export function showPermissions(permissions: Permissions): Record<ShownPermission, boolean> {
  const shown = FLAGS.map((flag) => [flag, (permissions & PERMISSIONS[flag]) !== 0] as const);
  return {
    ...(Object.fromEntries(shown) as Record<Permission, boolean>),
    can_send_media_messages: (permissions & MEDIA_PERMISSIONS) !== 0,
  };
}
