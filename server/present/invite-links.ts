/** Invite links on the wire. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { InviteLink } from "../store/invite-links.ts";
import type { View } from "./view.ts";

/** The address people open; it ends in the code. */
export function linkAddress(public_url: string, code: string): string {
  return `${public_url}/join/${code}`;
}

/** The code in what somebody pasted: an address, or the code alone. */
export function linkCode(pasted: string): string {
  return (
    pasted
      .trim()
      .replace(/[?#].*$/, "")
      .replace(/\/$/, "")
      .split("/")
      .at(-1) ?? ""
  );
}

export async function presentLink(view: View, link: InviteLink, public_url: string): Promise<Wire.ChatInviteLink> {
  return {
    invite_link: linkAddress(public_url, link.code),
    creator: await view.user(link.creator_id),
    creates_join_request: link.creates_join_request,
    is_primary: link.is_primary,
    is_revoked: link.is_revoked,
    ...(link.name === "" ? {} : { name: link.name }),
    ...(link.expires_at === 0 ? {} : { expire_date: link.expires_at }),
    ...(link.member_limit === 0 ? {} : { member_limit: link.member_limit }),
    ...(link.pending === 0 ? {} : { pending_join_request_count: link.pending }),
  };
}
