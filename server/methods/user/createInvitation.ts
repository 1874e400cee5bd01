/** createInvitation: creates an invitation with which people can sign up and join chats. */
import { MAX_INVITATION_CHATS, MAX_INVITATION_USES } from "@heliogram/shared/limits.ts";
import { invite } from "../../app/accounts/invitations.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { countOpenInvitations } from "../../store/queries/accounts/invitations.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { arrayOf, described, int, optional, ParameterError } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
/** Limits of one invitation. It can be passed on, so it must expire and have a limited number of uses. */
const MAX_LASTS_S = 365 * DAY_S;
/** The largest number of open invitations of one owner. */
const MOST_OPEN = 1000;

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
    lasts_s: described(optional(int()), `Seconds until it expires, up to ${MAX_LASTS_S}; a week by default.`),
    chat_ids: described(
      optional(arrayOf(int(), { max: MAX_INVITATION_CHATS })),
      "Groups and channels that the people join. The caller must be allowed to invite people there, now and when they sign up.",
    ),
  },
  result: schemas.NewCode,
  refusals: [...ALL_MEMBER_REFUSALS, "CHAT_NOT_FOUND", "TOO_MANY_INVITATIONS"],
  example: {
    request: { max_uses: 10, chat_ids: [-1_000_000_000_001] },
    result: { code: "2Zq0…", link: "https://chat.example/invite/2Zq0…", expires_at: 1_767_830_400 },
  },
  prepare: ({ params: { max_uses = 1, lasts_s = WEEK_S, chat_ids = [] } }) => {
    if (max_uses < 1 || max_uses > MAX_INVITATION_USES)
      throw new ParameterError(`max_uses must be 1 to ${MAX_INVITATION_USES}`);
    if (lasts_s < 1 || lasts_s > MAX_LASTS_S) throw new ParameterError(`lasts_s must be 1 to ${MAX_LASTS_S}`);
    return { max_uses, lasts_s, chat_ids: [...new Set(chat_ids)] };
  },
  async run({ tx, deps, actor, now, address }, _params, options) {
    if ((await countOpenInvitations(tx, actor.id, now)) >= MOST_OPEN) refuse("TOO_MANY_INVITATIONS");
    for (const chat_id of options.chat_ids) await mayInvite(tx, actor.id, chat_id, now);
    const made = { ...options, created_by: actor.id, makes_owner: false };
    const code = await invite(tx, deps.hashes, deps.random.bytes, made, now);
    return { code, link: `${address}/invite/${code}`, expires_at: now + options.lasts_s };
  },
});

/** A chat that the inviter is not in is reported as not found. @throws RefusalError */
async function mayInvite(tx: ReadTx, account_id: number, chat_id: number, now_s: number): Promise<void> {
  const chat = await findChat(tx, chat_id);
  const member = chat && (await findMember(tx, chat_id, account_id));
  if (!chat || chat.type === "private" || !member?.is_member) return refuse("CHAT_NOT_FOUND");
  const refusal = abilityRefusal(member, "invite_users", chat, now_s);
  if (refusal !== null) refuse(refusal, chat.type);
}
