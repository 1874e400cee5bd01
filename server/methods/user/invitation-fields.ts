/** What methods that make invitations have in common: how long they last, and the chats into which they lead. */
import { MAX_INVITATION_CHATS } from "@heliogram/shared/limits.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { countOpenInvitations } from "../../store/queries/accounts/invitations.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { arrayOf, described, int, optional, ParameterError } from "../engine/fields.ts";

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
/** It can be passed on, so it must expire. */
const MAX_LASTS_S = 365 * DAY_S;
/** The largest number of open invitations of one owner. */
const MAX_OPEN = 1000;

export const INVITATION_FIELDS = {
  lasts_s: described(optional(int()), `Seconds until it expires, up to ${MAX_LASTS_S}; a week by default.`),
  chat_ids: described(
    optional(arrayOf(int(), { max: MAX_INVITATION_CHATS })),
    "Groups and channels that the people join. The caller must be allowed to invite people there, now and when they sign up.",
  ),
};

interface InvitationParams {
  readonly lasts_s?: number | undefined;
  readonly chat_ids?: readonly number[] | undefined;
}

/** @throws ParameterError */
export function readInvitation({ lasts_s = WEEK_S, chat_ids = [] }: InvitationParams) {
  if (lasts_s < 1 || lasts_s > MAX_LASTS_S) throw new ParameterError(`lasts_s must be 1 to ${MAX_LASTS_S}`);
  return { lasts_s, chat_ids: [...new Set(chat_ids)] };
}

/** Whether an owner may make so many more invitations into these chats. @throws RefusalError */
export async function checkInvitations(
  tx: ReadTx,
  owner_id: number,
  { count, chat_ids }: { readonly count: number; readonly chat_ids: readonly number[] },
  now_s: number,
): Promise<void> {
  if ((await countOpenInvitations(tx, owner_id, now_s)) + count > MAX_OPEN) refuse("TOO_MANY_INVITATIONS");
  for (const chat_id of chat_ids) await mayInvite(tx, owner_id, chat_id, now_s);
}

/** A chat that the inviter is not in is reported as not found. @throws RefusalError */
async function mayInvite(tx: ReadTx, account_id: number, chat_id: number, now_s: number): Promise<void> {
  const chat = await findChat(tx, chat_id);
  const member = chat && (await findMember(tx, chat_id, account_id));
  if (!chat || chat.type === "private" || !member?.is_member) return refuse("CHAT_NOT_FOUND");
  const refusal = abilityRefusal(member, "invite_users", chat, now_s);
  if (refusal !== null) refuse(refusal, chat.type);
}
