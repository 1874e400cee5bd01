/** The permissions of ordinary and restricted members as a bit set (behaviour.md §3). */

/** A set of permission flags. */
export type Permissions = number;

export const PERMISSIONS = {
  can_send_messages: 1,
  can_send_audios: 2,
  can_send_documents: 4,
  can_send_photos: 8,
  can_send_videos: 16,
  can_send_video_notes: 32,
  can_send_voice_notes: 64,
  can_send_polls: 128,
  can_send_other_messages: 256,
  can_add_web_page_previews: 512,
  can_change_info: 1024,
  can_invite_users: 2048,
  can_pin_messages: 4096,
  can_manage_topics: 8192,
} as const;

export type PermissionFlag = keyof typeof PERMISSIONS;

const FLAGS = Object.keys(PERMISSIONS) as PermissionFlag[];

export const NO_PERMISSIONS: Permissions = 0;

export const ALL_PERMISSIONS: Permissions = FLAGS.reduce((all, flag) => all | PERMISSIONS[flag], 0);

/** The six flags that the contract's `can_send_media_messages` stands for. */
export const MEDIA_PERMISSIONS: Permissions =
  PERMISSIONS.can_send_audios |
  PERMISSIONS.can_send_documents |
  PERMISSIONS.can_send_photos |
  PERMISSIONS.can_send_videos |
  PERMISSIONS.can_send_video_notes |
  PERMISSIONS.can_send_voice_notes;

/** The default permissions of a new group: write, send everything and invite. */
export const DEFAULT_GROUP_PERMISSIONS: Permissions =
  PERMISSIONS.can_send_messages |
  MEDIA_PERMISSIONS |
  PERMISSIONS.can_send_polls |
  PERMISSIONS.can_send_other_messages |
  PERMISSIONS.can_add_web_page_previews |
  PERMISSIONS.can_invite_users;

/** Every permission that the contract's eight flags cover: all except topics. */
const CONTRACT_PERMISSIONS: Permissions = ALL_PERMISSIONS & ~PERMISSIONS.can_manage_topics;

/**
 * Whether all eight permissions of the contract are granted, so that nothing is restricted (behaviour.md §3, note 1).
 */
export function grantsAllPermissions(permissions: Permissions): boolean {
  return (permissions & CONTRACT_PERMISSIONS) === CONTRACT_PERMISSIONS;
}

/**
 * Reads a ChatPermissions object (interface.md, ChatPermissions): an omitted flag is false, and
 * `can_send_media_messages` grants all six media flags. Unless `independent`, a flag implies those
 * that it depends on: media and polls imply messages, other messages and previews imply media and messages
 * (behaviour.md §3).
 */
export function readPermissions(
  input: Readonly<Record<string, boolean | undefined>>,
  independent: boolean,
): Permissions {
  let permissions = NO_PERMISSIONS;
  for (const flag of FLAGS) if (input[flag] === true) permissions |= PERMISSIONS[flag];
  if (input["can_send_media_messages"] === true) permissions |= MEDIA_PERMISSIONS;
  return independent ? permissions : withImplied(permissions);
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
export function showPermissions(permissions: Permissions): Record<PermissionFlag | "can_send_media_messages", boolean> {
  const shown = FLAGS.map((flag) => [flag, (permissions & PERMISSIONS[flag]) !== 0] as const);
  return {
    ...(Object.fromEntries(shown) as Record<PermissionFlag, boolean>),
    can_send_media_messages: (permissions & MEDIA_PERMISSIONS) !== 0,
  };
}
