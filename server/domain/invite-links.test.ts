/** Who may edit an invite link. */
import { expect, test } from "vitest";
import { editLinkRefusal } from "./invite-links.ts";

test.each([
  [1, false, false, undefined],
  [1, true, false, "LINK_IS_PRIMARY"],
  [1, false, true, "LINK_REVOKED"],
  [1, true, true, "LINK_REVOKED"],
  [2, false, false, "LINK_NOT_OWN"],
  [2, true, false, "LINK_NOT_OWN"],
  [2, false, true, "LINK_NOT_OWN"],
] as const)("a link of account %d, primary %s, revoked %s", (creator_id, is_primary, is_revoked, refusal) => {
  expect(editLinkRefusal({ creator_id, is_primary, is_revoked }, 1)).toBe(refusal);
});
