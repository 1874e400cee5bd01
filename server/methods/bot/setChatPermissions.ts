/** setChatPermissions: what every ordinary member of a group may do (behaviour.md §3). */
import { changeChat } from "../../app/change-chat.ts";
import { bool, chatId, missing, optional } from "../fields.ts";
import { botMethod } from "../method.ts";
import { permissionsField, permissionsFrom } from "../permission-fields.ts";
import { schemas } from "../schemas.ts";

export const setChatPermissions = botMethod({
  name: "setChatPermissions",
  summary: "Sets what every ordinary member of a group may do.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup"], ability: "restrict_members" },
  fields: {
    chat_id: chatId(),
    permissions: missing(permissionsField(), 'parameter "permissions" is required'),
    use_independent_chat_permissions: optional(bool()),
  },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: {
    request: { chat_id: -1_000_000_000_001, permissions: { can_send_messages: true } },
    result: true,
  },
  async run({ tx, chat }, params) {
    const permissions = permissionsFrom(params.permissions, params.use_independent_chat_permissions);
    await changeChat(tx, { ...chat, permissions });
    return true;
  },
});
