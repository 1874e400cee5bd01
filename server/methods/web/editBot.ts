/** editBot: what an owner may change about a bot. */
import { changeBot, findManaged } from "../../app/manage-bots.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { View } from "../../present/view.ts";
import { DIALECT_CHOICES, dialectOf, readBotDescription, readBotName } from "../bot-settings.ts";
import { commandsField } from "../commands.ts";
import { definedOnly } from "../defined.ts";
import { bool, described, oneOf, optional, text, userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { OWN_BOT } from "../own-bots.ts";
import { schemas } from "../schemas.ts";

export const editBot = webMethod({
  name: "editBot",
  summary: "Changes one of the person's own bots; what is left out stays.",
  effect: "write",
  rate: "profiles",
  access: { scope: "self" },
  fields: {
    bot_id: userId(),
    name: described(optional(text({ max: 256 })), "1 to 64 characters."),
    description: described(
      optional(text({ max: 4096, keepsEmpty: true })),
      "What people read before they start the bot, 0 to 512 characters.",
    ),
    commands: described(optional(commandsField()), "The commands people are offered; an empty list takes them away."),
    privacy: described(optional(bool()), "Whether the bot gets, in groups, only what is meant for it."),
    can_join_groups: described(optional(bool()), "Whether the bot may be added to groups and channels."),
    dialect: described(optional(oneOf(...DIALECT_CHOICES)), "How the service answers the bot; default follows it."),
  },
  result: schemas.OwnBot,
  codes: [400, 401, 404],
  refusals: ["BOT_NOT_FOUND"],
  example: { request: { bot_id: 1004, name: "Echo" }, result: OWN_BOT },
  prepare: (_deps, params) =>
    definedOnly({
      first_name: params.name === undefined ? undefined : readBotName(params.name),
      description: params.description === undefined ? undefined : readBotDescription(params.description),
      commands: params.commands,
      privacy: params.privacy,
      can_join_groups: params.can_join_groups,
      dialect: params.dialect === undefined ? undefined : dialectOf(params.dialect),
    }),
  async run({ tx, deps, actor, now, fail }, { bot_id }, change) {
    const bot = (await findManaged(tx, actor.id, bot_id)) ?? fail("BOT_NOT_FOUND");
    return presentOwnBot(
      new View(tx, actor, deps.env.fileIds),
      await changeBot(tx, actor.id, bot, change, now),
      deps.env.dialect,
    );
  },
  after({ updates }, { bot_id }) {
    updates.botChanged(bot_id);
  },
});
