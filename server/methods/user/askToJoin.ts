/** askToJoin: requests to join a chat by an invite link that needs approval. */
import { neverMember } from "../../app/members/change-member.ts";
import { createRequest } from "../../app/members/ask-to-join.ts";
import type { Chat } from "../../domain/chats.ts";
import { joinRequestRefusal } from "../../domain/members/join-requests.ts";
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import type { InviteLink } from "../../store/queries/chats/invite-links.ts";
import { findRequest } from "../../store/queries/chats/join-requests.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { described, text } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { joinTargetByLink, lockTargetByLink } from "./join-target.ts";

export const askToJoin = userMethod({
  name: "askToJoin",
  summary: "Requests to join a chat by an invite link that needs approval; a repeated request changes nothing.",
  effect: "write",
  rate: "joins",
  access: { scope: "self" },
  fields: { invite_link: described(text({ max: 2048 }), "The link or the code at its end.") },
  refusals: [...ALL_MEMBER_REFUSALS, "LINK_NOT_FOUND", "CHAT_NOT_FOUND", "REQUEST_NOT_NEEDED"],
  example: { request: { invite_link: "https://chat.example/join/Zm9vYmFyYmF6" }, result: true },
  // Limits may be counted elsewhere, and a transaction waits for nothing else. Only a new request is counted.
  prepare: async ({ deps, params: { invite_link }, actor }) => {
    const now_s = Math.floor(deps.clock.now() / 1000);
    const chat_id = await deps.db.read(async (tx) => {
      const { chat, link } = await joinTargetByLink(tx, invite_link, now_s);
      return (await isNewRequest(tx, actor.id, chat, link, now_s)) ? chat.id : undefined;
    });
    const wait_s = chat_id === undefined ? 0 : await deps.joinRequests.take(`${actor.id} ${chat_id}`);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
  },
  async run({ tx, actor, deps, now }, params) {
    const { chat, link } = await lockTargetByLink(tx, params.invite_link, now);
    if (!(await isNewRequest(tx, actor.id, chat, link, now))) return true;
    const asking = { chat, link, public_url: deps.addresses.public_url };
    await createRequest(tx, deps.app, actor, asking, now);
    return true;
  },
});

/** Whether the person has not asked yet. @throws RefusalError when the person may not ask, or need not */
async function isNewRequest(tx: ReadTx, id: number, chat: Chat, link: InviteLink, now_s: number): Promise<boolean> {
  const refusal = joinRequestRefusal((await findMember(tx, chat.id, id)) ?? neverMember(id), now_s, chat);
  if (refusal !== null) return refuse(refusal, chat.type);
  if (!link.creates_join_request) return refuse("REQUEST_NOT_NEEDED");
  return (await findRequest(tx, chat.id, id)) === undefined;
}
