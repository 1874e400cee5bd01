/** getMyDefaultAdministratorRights: the rights that the bot suggests. */
import { findDefaultRights } from "../../store/queries/bots/bot-defaults.ts";
import { forChannelsField, presentDefaultRights } from "./default-rights.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMyDefaultAdministratorRights = botMethod({
  name: "getMyDefaultAdministratorRights",
  summary:
    "Returns the rights that are suggested when a person makes the bot an administrator; all false if none are set.",
  effect: "read",
  access: { scope: "self" },
  fields: { for_channels: forChannelsField() },
  result: schemas.ChatAdministratorRights,
  example: {
    request: {},
    result: {
      is_anonymous: false,
      can_manage_chat: false,
      can_delete_messages: true,
      can_manage_video_chats: false,
      can_restrict_members: false,
      can_promote_members: false,
      can_change_info: false,
      can_invite_users: false,
      can_pin_messages: false,
      can_manage_topics: false,
    },
  },
  async run({ tx, actor }, { for_channels = false }) {
    return presentDefaultRights(await findDefaultRights(tx, actor.id, for_channels), for_channels);
  },
});
