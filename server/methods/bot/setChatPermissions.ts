/** setChatPermissions: sets the default permissions of a group (behaviour.md §3). */
import { changeChat } from "../../app/chats/change-chat.ts";
import { bool, chatId, missing, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { permissionsField, permissionsFrom } from "./permission-fields.ts";

export const setChatPermissions = botMethod({
  name: "setChatPermissions",
  summary: "Sets the default permissions of all members of a group.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup"], ability: "restrict_members" },
  fields: {
    chat_id: chatId(),
    permissions: missing(permissionsField(), 'parameter "permissions" is required'),
    use_independent_chat_permissions: optional(bool()),
  },
  example: {
    request: { chat_id: -1_000_000_000_001, permissions: { can_send_messages: true } },
    result: true,
  },
  async run({ tx, actor, now, chat }, params) {
    const permissions = permissionsFrom(params.permissions, params.use_independent_chat_permissions);
    await changeChat(tx, { ...chat, permissions }, { by: actor, changed: "permissions" }, now);
    return true;
  },
});
