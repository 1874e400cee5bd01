/** The rights of administrators: which a chat knows, which somebody holds, and which can be given on. */
import type { ChatMember, ChatType } from "@heliogram/shared/wire.ts";

/** As the interface names them, in the order in which they are shown. */
export const RIGHTS = [
  "can_manage_chat",
  "can_change_info",
  "can_post_messages",
  "can_edit_messages",
  "can_delete_messages",
  "can_restrict_members",
  "can_invite_users",
  "can_pin_messages",
  "can_promote_members",
] as const;

export type RightName = (typeof RIGHTS)[number];

/** Rights to what does not exist here. Bots may set them: they are kept, where they can be given. */
const BESIDES = [
  "can_manage_video_chats",
  "can_post_stories",
  "can_edit_stories",
  "can_delete_stories",
  "can_manage_topics",
] as const;
type AnyRight = RightName | (typeof BESIDES)[number];

const CHANNEL_ONLY = new Set<RightName>(["can_post_messages", "can_edit_messages"]);

export function rightsIn(type: ChatType): readonly RightName[] {
  return RIGHTS.filter((name) => (type === "channel" ? name !== "can_pin_messages" : !CHANNEL_ONLY.has(name)));
}

export function holds(member: ChatMember | undefined, right: AnyRight): boolean {
  return member?.status === "creator" || (member?.status === "administrator" && member[right] === true);
}

export function isAdministrator(member: ChatMember | undefined): boolean {
  return member?.status === "creator" || member?.status === "administrator";
}

/** The rights a new administrator is offered: all that the one who promotes has, except to promote others. */
export function startingRights(target: ChatMember, actor: ChatMember | undefined, type: ChatType): Set<RightName> {
  const known = rightsIn(type).filter((name) => holds(actor, name));
  if (target.status === "administrator") return new Set(known.filter((name) => holds(target, name)));
  return new Set(known.filter((name) => name !== "can_promote_members"));
}

/** What is asked of the service: the rights chosen, and those beside them that stay. */
export function rightsToAsk(
  chosen: ReadonlySet<RightName>,
  target: ChatMember,
  actor: ChatMember | undefined,
): Partial<Record<AnyRight, boolean>> {
  const kept = BESIDES.filter((name) => holds(target, name) && holds(actor, name));
  const asked = [...chosen, ...kept].map((name) => [name, true]);
  // Whoever has nothing but this is an administrator all the same: without it, they would be none.
  return { can_manage_chat: true, ...(Object.fromEntries(asked) as Partial<Record<AnyRight, boolean>>) };
}

/** Rights that the target has and the one who changes them cannot give: they go with the next change. */
export function rightsLost(target: ChatMember, actor: ChatMember | undefined): boolean {
  return (
    target.status === "administrator" &&
    [...RIGHTS, ...BESIDES].some((name) => holds(target, name) && !holds(actor, name))
  );
}
