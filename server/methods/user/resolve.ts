/** resolve: the account or chat of a user name or invite link. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { neverMember } from "../../app/members/change-member.ts";
import { join } from "../../domain/members/membership.ts";
import { chatPhoto } from "../../present/chat-info.ts";
import { presentDescription } from "../../present/descriptions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findAccount, findUsername } from "../../store/queries/accounts/accounts.ts";
import { findRequest } from "../../store/queries/chats/join-requests.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { userMethod } from "../engine/method.ts";
import { JOIN_TARGET_FIELDS, joinTargetByLink, joinTargetByUsername } from "./join-target.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

/** A chat as shown to somebody who can join it. */
export interface Preview {
  readonly user?: never;
  readonly chat: Wire.Chat;
  readonly description?: string;
  readonly description_entities?: Wire.MessageEntity[];
  readonly photo?: Wire.ChatPhoto;
  readonly member_count: number;
  /** Whether the person is a member already. */
  readonly is_member: boolean;
  /** Set if joining with the link needs approval by an administrator. */
  readonly creates_join_request?: true;
  /** Set while the person has an open join request. */
  readonly has_asked?: true;
}

export const resolve = userMethod({
  name: "resolve",
  summary: "Returns the account or chat of a user name, or the chat of an invite link.",
  effect: "read",
  access: { scope: "self" },
  fields: JOIN_TARGET_FIELDS,
  result: { oneOf: [schemas.ChatPreview, objectOfSchema({ user: schemas.User })] },
  refusals: ["CHAT_NOT_FOUND", "LINK_NOT_FOUND", "KICKED"],
  example: {
    request: { username: "team" },
    result: {
      chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team", username: "team" },
      description: "Where we talk",
      member_count: 12,
      is_member: false,
    },
  },
  async run({ tx, actor, deps, now, fail }, { username, invite_link }) {
    const owner = username === undefined ? undefined : await findUsername(tx, username);
    const account = owner !== undefined && owner > 0 ? await findAccount(tx, owner) : undefined;
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    if (account && invite_link === undefined) return { user: context.show(account) } as const;
    const { chat, link } =
      invite_link === undefined
        ? await joinTargetByUsername(tx, username)
        : await joinTargetByLink(tx, invite_link, now);
    const member = (await findMember(tx, chat.id, actor.id)) ?? neverMember(actor.id);
    if (!join(member, now, chat).ok) return fail("KICKED", chat.type);
    const photo = await chatPhoto(context, chat);
    const has_asked = (await findRequest(tx, chat.id, actor.id)) !== undefined;
    const preview: Preview = {
      chat: await context.chat(chat),
      ...presentDescription(chat.description),
      ...(photo ? { photo } : {}),
      member_count: chat.member_count,
      is_member: member.is_member,
      ...(link?.creates_join_request ? { creates_join_request: true } : {}),
      ...(has_asked ? { has_asked } : {}),
    };
    return preview;
  },
});
