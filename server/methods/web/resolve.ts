/** resolve: what a user name or an invite link leads to, before anybody goes there. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { stranger } from "../../app/change-member.ts";
import { join } from "../../domain/members/presence.ts";
import { chatPhoto } from "../../present/chat-info.ts";
import { presentDescription } from "../../present/descriptions.ts";
import { View } from "../../present/view.ts";
import { findAccount, findUsername } from "../../store/accounts.ts";
import { findRequest } from "../../store/join-requests.ts";
import { findMember } from "../../store/members.ts";
import { webMethod } from "../method.ts";
import { WAY_FIELDS, wayByLink, wayByName } from "../ways-in.ts";
import { objectOfSchema, schemas } from "../schemas.ts";

/** A chat as somebody sees it who may come in. */
export interface Preview {
  readonly user?: never;
  readonly chat: Wire.Chat;
  readonly description?: string;
  readonly description_entities?: Wire.MessageEntity[];
  readonly photo?: Wire.ChatPhoto;
  readonly member_count: number;
  /** Whether the person is in it already. */
  readonly is_member: boolean;
  /** Set where the link leads to a request that an administrator answers. */
  readonly creates_join_request?: true;
  /** Set while the person's request waits for an answer. */
  readonly has_asked?: true;
}

export const resolve = webMethod({
  name: "resolve",
  summary: "Tells whom a user name belongs to, or which chat a user name or an invite link leads to.",
  effect: "read",
  access: { scope: "self" },
  fields: WAY_FIELDS,
  result: { oneOf: [schemas.ChatPreview, objectOfSchema({ user: schemas.User })] },
  codes: [400, 401, 403, 404],
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
    const view = new View(tx, actor, deps.env.fileIds);
    if (account && invite_link === undefined) return { user: view.show(account) } as const;
    const { chat, link } =
      invite_link === undefined ? await wayByName(tx, username) : await wayByLink(tx, invite_link, now);
    const member = (await findMember(tx, chat.id, actor.id)) ?? stranger(actor.id);
    if (!join(member, now, chat).ok) return fail("KICKED", chat.type);
    const photo = await chatPhoto(view, chat);
    const has_asked = (await findRequest(tx, chat.id, actor.id)) !== undefined;
    const preview: Preview = {
      chat: await view.chat(chat),
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
