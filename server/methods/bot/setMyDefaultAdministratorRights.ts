/** setMyDefaultAdministratorRights: the rights that clients suggest when a person makes the bot an administrator. */
import { setDefaultRights } from "../../app/bots/bot-settings.ts";
import { forChannelsField, rightsField, rightsThere } from "./default-rights.ts";
import { optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const setMyDefaultAdministratorRights = botMethod({
  name: "setMyDefaultAdministratorRights",
  summary:
    "Sets the rights that are suggested when a person makes the bot an administrator; without rights, removes them.",
  effect: "write",
  access: { scope: "self" },
  fields: { rights: optional(rightsField()), for_channels: forChannelsField() },
  example: { request: { rights: { can_delete_messages: true } }, result: true },
  async run({ tx, actor }, { rights, for_channels = false }) {
    await setDefaultRights(tx, actor.id, for_channels, rights && rightsThere(rights, for_channels));
    return true;
  },
});
