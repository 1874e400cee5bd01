/** Administrator rights: which exist in a kind of chat, which somebody has, and which can be granted. */
import type { ChatMember, ChatType } from "@heliogram/shared/wire.ts";

/** The names of the interface, in display order. */
export const RIGHTS = [
  "can_manage_chat",
  "can_change_info",
  "can_post_messages",
  "can_edit_messages",
  "can_delete_messages",
  "can_restrict_members",
  "can_invite_users",
  "can_pin_messages",
  "can_manage_topics",
  "can_promote_members",
] as const;

export type RightName = (typeof RIGHTS)[number];

/** Rights to features that do not exist here. Bots may set them, and they are kept if the actor has them. */
const OTHER_RIGHTS = ["can_manage_video_chats", "can_post_stories", "can_edit_stories", "can_delete_stories"] as const;
type AnyRight = RightName | (typeof OTHER_RIGHTS)[number];

const GROUP_ONLY = new Set<RightName>(["can_pin_messages", "can_manage_topics"]);
const CHANNEL_ONLY = new Set<RightName>(["can_post_messages", "can_edit_messages"]);

export function rightsIn(type: ChatType): readonly RightName[] {
  return RIGHTS.filter((name) => !(type === "channel" ? GROUP_ONLY : CHANNEL_ONLY).has(name));
}

export function hasRight(member: ChatMember | undefined, right: AnyRight): boolean {
  return member?.status === "creator" || (member?.status === "administrator" && member[right] === true);
}

export function isAdministrator(member: ChatMember | undefined): boolean {
  return member?.status === "creator" || member?.status === "administrator";
}

/**
 * The preselected rights: of an administrator the current ones, of a bot those that it suggests, otherwise all of the
 * actor except promoting others.
 */
export function initialRights(target: ChatMember, actor: ChatMember | undefined, type: ChatType): Set<RightName> {
  const known = rightsIn(type).filter((name) => hasRight(actor, name));
  if (target.status === "administrator") return new Set(known.filter((name) => hasRight(target, name)));
  const suggested = target.suggested_rights;
  if (suggested) return new Set(known.filter((name) => suggested[name] === true));
  return new Set(known.filter((name) => name !== "can_promote_members"));
}

/** The rights in the request: the selected ones, and those without a switch that stay. */
export function rightsToRequest(
  chosen: ReadonlySet<RightName>,
  target: ChatMember,
  actor: ChatMember | undefined,
): Partial<Record<AnyRight, boolean>> {
  const kept = OTHER_RIGHTS.filter((name) => hasRight(target, name) && hasRight(actor, name));
  const asked = [...chosen, ...kept].map((name) => [name, true]);
  // `can_manage_chat` alone makes an administrator; without any right, the person would be none.
  return { can_manage_chat: true, ...(Object.fromEntries(asked) as Partial<Record<AnyRight, boolean>>) };
}

/** Whether the target has rights that the actor cannot grant, and that the next change removes. */
export function losesRights(target: ChatMember, actor: ChatMember | undefined): boolean {
  return (
    target.status === "administrator" &&
    [...RIGHTS, ...OTHER_RIGHTS].some((name) => hasRight(target, name) && !hasRight(actor, name))
  );
}
