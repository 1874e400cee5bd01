/** listMembers: who is in a chat, or who is kept out of it. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { canBeEdited } from "../../domain/members/authority.ts";
import { currentMember } from "../../domain/members/member.ts";
import { presentMember } from "../../present/members.ts";
import { View } from "../../present/view.ts";
import { listMembersOf } from "../../store/members.ts";
import { chatId, described, int, oneOf, optional } from "../fields.ts";
import { aboveTarget } from "../members.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, schemas } from "../schemas.ts";

const MAX_LIMIT = 200;

export const listMembers = webMethod({
  name: "listMembers",
  summary: "Lists the members of a group, or of a channel for its administrators.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    filter: described(optional(oneOf("present", "administrators", "restricted", "kicked")), "present by default."),
    after: described(optional(int()), "Only accounts with an id above this; for the next page."),
    limit: described(optional(int()), "At most this many, 1 to 200; 100 by default."),
  },
  result: arrayOfSchema(schemas.ChatMember),
  codes: [400, 401, 403, 404],
  refusals: ["CANT_MANAGE"],
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: [
      {
        user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
        status: "creator",
        custom_title: "",
        is_anonymous: false,
      },
    ],
  },
  async run({ tx, actor, chat, member, deps, now, fail }, { filter, after, limit }) {
    const hidden = chat.type === "channel" || filter === "kicked" || filter === "restricted";
    if (hidden && member.status !== "creator" && member.status !== "administrator") return fail("CANT_MANAGE");
    const most = Math.min(MAX_LIMIT, Math.max(1, limit ?? 100));
    const view = new View(tx, actor, deps.env.fileIds);
    const shown: Wire.ChatMember[] = [];
    for (const stored of await listMembersOf(tx, chat.id, filter ?? "present", after ?? 0, most)) {
      const each = currentMember(stored, now);
      const editable = canBeEdited(member, each, await aboveTarget(tx, chat, each), chat.type);
      shown.push(presentMember(await view.user(each.account_id), each, editable));
    }
    return shown;
  },
});
