/** approveChatJoinRequest: admits a person who asked to join a chat (join-requests.md). */
import { changeMember } from "../../app/members/change-member.ts";
import { approve } from "../../domain/members/join-requests.ts";
import { findLink } from "../../store/queries/chats/invite-links.ts";
import { findRequest } from "../../store/queries/chats/join-requests.ts";
import { chatId, userId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";

export const approveChatJoinRequest = botMethod({
  name: "approveChatJoinRequest",
  summary: "Approves a join request.",
  effect: "write",
  access: {
    scope: "chat",
    rank: "member",
    target: "user_id",
    unknownTarget: "HIDE_REQUESTER_MISSING",
    types: ["supergroup", "channel"],
    ability: "answer_requests",
  },
  fields: { chat_id: chatId(), user_id: userId() },
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1003 }, result: true },
  async run({ tx, deps, chat, actor, member, target, targetMember, now, fail }) {
    const request = await findRequest(tx, chat.id, target.id);
    const change = approve(member, targetMember, request !== undefined, now, chat);
    if (!change.ok) return fail(change.refusal, chat.type);
    const link = (await findLink(tx, request!.link_code))!;
    // The link is shown as it stands afterwards: this request waits no longer.
    const came_by = { link: { ...link, pending: link.pending - 1 }, public_url: deps.addresses.public_url };
    const by = { account: actor, member };
    // The service message says that the person joined, not that somebody added them.
    const announced_by = { account: target, member: change.member };
    await changeMember(tx, deps.app, { chat, by, announced_by, target, before: targetMember, change, came_by }, now);
    return true;
  },
});
