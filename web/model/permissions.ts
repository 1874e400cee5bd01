/** The eight permissions of members: which have a switch, and what is asked of the service when switches were moved. */

/** Those that have a switch, in the order in which they are shown. */
export const OFFERED = [
  "can_send_messages",
  "can_send_media_messages",
  "can_send_other_messages",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
] as const;

/** Polls and link previews do not exist here. Bots may set their permissions, which are kept as they are. */
const NOT_OFFERED = ["can_send_polls", "can_add_web_page_previews"] as const;

/** As the interface names them. */
const EIGHT = [...OFFERED, ...NOT_OFFERED] as const;

export type OfferedPermission = (typeof OFFERED)[number];
type PermissionName = (typeof EIGHT)[number];
export type EightPermissions = Readonly<Record<PermissionName, boolean>>;
/** A chat's or a member's permissions as they came, the finer ones among them. */
export type GivenPermissions = Readonly<Record<string, unknown>>;

const MEDIA = [
  "can_send_audios",
  "can_send_documents",
  "can_send_photos",
  "can_send_videos",
  "can_send_video_notes",
  "can_send_voice_notes",
];
/** What is none of the eight: kept as it is. */
const BESIDES = ["can_manage_topics"];

/** Who is not restricted has all of them. */
export const ALL_EIGHT = eight(() => true);

export function eightOf(given: GivenPermissions): EightPermissions {
  return eight((name) => given[name] === true);
}

function eight(has: (name: PermissionName) => boolean): EightPermissions {
  return Object.fromEntries(EIGHT.map((name) => [name, has(name)])) as EightPermissions;
}

/** Kinds of media that were allowed apart from others stay so, as long as the switch for all of them is not moved. */
export function permissionsToAsk(wanted: EightPermissions, before: GivenPermissions): Record<string, boolean> {
  const besides = BESIDES.filter((name) => before[name] === true).map((name) => [name, true]);
  const asked = { ...wanted, ...(Object.fromEntries(besides) as Record<string, boolean>) };
  if (wanted.can_send_media_messages !== (before["can_send_media_messages"] === true)) return asked;
  const { can_send_media_messages: _all, ...others } = asked;
  return { ...others, ...Object.fromEntries(MEDIA.map((name) => [name, before[name] === true])) };
}

/** Whether two sets are the same. */
export function sameEight(one: EightPermissions, other: EightPermissions): boolean {
  return EIGHT.every((name) => one[name] === other[name]);
}

/** Of somebody from whom nothing is taken, the finer ones included. */
export const EVERYTHING: GivenPermissions = Object.fromEntries([...EIGHT, ...MEDIA].map((name) => [name, true]));
