/** Invite links: whether a link can still be used. */
import type { ChatInviteLink } from "@heliogram/shared/wire.ts";

export function isOpenLink(link: ChatInviteLink, now_s: number): boolean {
  if (link.is_revoked || (link.expire_date !== undefined && link.expire_date <= now_s)) return false;
  return link.member_limit === undefined || (link.uses ?? 0) < link.member_limit;
}
