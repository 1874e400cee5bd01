/** createInvitation: creates an invitation with which people can sign up and join chats. */
import { MAX_INVITATION_USES } from "@heliogram/shared/limits.ts";
import { invite } from "../../app/accounts/invitations.ts";
import { described, int, optional, ParameterError } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { checkInvitations, INVITATION_FIELDS, readInvitation } from "./invitation-fields.ts";

export const createInvitation = userMethod({
  name: "createInvitation",
  summary: "Creates a link with which people can sign up: by default one person, within a week.",
  effect: "write",
  rate: "invitations",
  access: { scope: "owner" },
  fields: {
    max_uses: described(
      optional(int()),
      `How many people can sign up with it, 1 to ${MAX_INVITATION_USES}; 1 by default.`,
    ),
    ...INVITATION_FIELDS,
  },
  result: schemas.NewCode,
  refusals: [...ALL_MEMBER_REFUSALS, "CHAT_NOT_FOUND", "TOO_MANY_INVITATIONS"],
  example: {
    request: { max_uses: 10, chat_ids: [-1_000_000_000_001] },
    result: { code: "2Zq0…", link: "https://chat.example/invite/2Zq0…", expires_at: 1_767_830_400 },
  },
  prepare: ({ params }) => {
    const { max_uses = 1 } = params;
    if (max_uses < 1 || max_uses > MAX_INVITATION_USES)
      throw new ParameterError(`max_uses must be 1 to ${MAX_INVITATION_USES}`);
    return { max_uses, ...readInvitation(params) };
  },
  async run({ tx, deps, actor, now, address }, _params, options) {
    await checkInvitations(tx, actor.id, { count: 1, chat_ids: options.chat_ids }, now);
    const made = { ...options, created_by: actor.id, makes_owner: false };
    const code = await invite(tx, deps.hashes, deps.random.bytes, made, now);
    return { code, link: `${address}/invite/${code}`, expires_at: now + options.lasts_s };
  },
});
