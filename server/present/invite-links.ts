/** Presents invite links. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { InviteLink } from "../store/queries/chats/invite-links.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** The URL of an invite link; it ends in the code. */
export function linkAddress(public_url: string, code: string): string {
  return `${public_url}/join/${code}`;
}

/** The code of an invite link, from a pasted URL or a code. */
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

export async function presentLink(
  context: ViewerContext,
  link: InviteLink,
  public_url: string,
): Promise<Wire.ChatInviteLink> {
  return {
    invite_link: linkAddress(public_url, link.code),
    creator: await context.user(link.creator_id),
    creates_join_request: link.creates_join_request,
    is_primary: link.is_primary,
    is_revoked: link.is_revoked,
    ...(link.name === "" ? {} : { name: link.name }),
    ...(link.expires_at === 0 ? {} : { expire_date: link.expires_at }),
    ...(link.member_limit === 0 ? {} : { member_limit: link.member_limit }),
    ...(link.pending === 0 ? {} : { pending_join_request_count: link.pending }),
  };
}
