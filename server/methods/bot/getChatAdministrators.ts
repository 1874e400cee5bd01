/** getChatAdministrators: the creator and all administrators, bots included (interface.md). */
import type * as Wire from "@heliogram/shared/wire.ts";
import { canBeEdited } from "../../domain/members/authority.ts";
import { presentMember } from "../../present/members.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { listAdministrators } from "../../store/queries/members/members.ts";
import { chatId } from "../engine/fields.ts";
import { aboveTarget } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const getChatAdministrators = botMethod({
  name: "getChatAdministrators",
  summary: "Lists the creator and the administrators of a group or channel, bots included.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  missingIsBadRequest: true,
  fields: { chat_id: chatId() },
  result: arrayOfSchema(schemas.ChatMember),
  refusals: ["NO_ADMINISTRATORS"],
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
  async run({ tx, chat, member, actor, deps, fail }) {
    if (chat.type === "private") return fail("NO_ADMINISTRATORS");
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const shown: Wire.ChatMember[] = [];
    const implied_rights = deps.app.showsImpliedRights(actor);
    for (const each of await listAdministrators(tx, chat.id)) {
      const can_be_edited = canBeEdited(member, each, await aboveTarget(tx, chat, each), chat.type);
      shown.push(presentMember(await context.user(each.account_id), each, { can_be_edited, implied_rights }));
    }
    return shown;
  },
});
