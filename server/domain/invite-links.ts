/** Rules about invite links. */

interface LinkFacts {
  readonly creator_id: number;
  readonly is_primary: boolean;
  readonly is_revoked: boolean;
}

export type EditLinkRefusal = "LINK_NOT_OWN" | "LINK_IS_PRIMARY" | "LINK_REVOKED";

/** Why an account may not edit a link, or `undefined`: only its creator may, and a revoked link stays as it is. */
export function editLinkRefusal(link: LinkFacts, account_id: number): EditLinkRefusal | undefined {
  if (link.creator_id !== account_id) return "LINK_NOT_OWN";
  if (link.is_revoked) return "LINK_REVOKED";
  return link.is_primary ? "LINK_IS_PRIMARY" : undefined;
}
