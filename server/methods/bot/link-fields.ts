/** The parameters of an invite link that its creator decides. */
import { MAX_LINK_MEMBERS, MAX_LINK_NAME } from "@heliogram/shared/limits.ts";
import type { LinkOptions } from "../../app/members/change-links.ts";
import { bool, described, int, optional, ParameterError, text, unixTime, type Params } from "../engine/fields.ts";

export const LINK_FIELDS = {
  name: described(optional(text({ max: MAX_LINK_NAME })), "0 to 32 characters."),
  expire_date: described(optional(unixTime()), "When the link stops working; 0 = never."),
  member_limit: described(optional(int()), "How many people can join with it, 1 to 99999; 0 = any number."),
  creates_join_request: described(
    optional(bool()),
    "Whether joining with it needs the approval of an administrator; not together with member_limit.",
  ),
};

/** The options of a link; what is omitted is none. @throws ParameterError */
export function readLinkOptions(params: Params<typeof LINK_FIELDS>, now_ms: number): LinkOptions {
  const limit = params.member_limit ?? 0;
  if (limit < 0 || limit > MAX_LINK_MEMBERS) throw new ParameterError("invalid member_limit: 0 to 99999 is expected");
  const creates_join_request = params.creates_join_request ?? false;
  if (creates_join_request && limit > 0) {
    throw new ParameterError("member limit can't be specified for links requiring administrator approval");
  }
  const expires_at = params.expire_date ?? 0;
  if (expires_at !== 0 && expires_at * 1000 <= now_ms) {
    throw new ParameterError("expire_date must be in the future");
  }
  return { name: params.name ?? "", expires_at, member_limit: limit, creates_join_request };
}
