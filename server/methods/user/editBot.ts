/** editBot: changes the settings of one of the person's bots. */
import { BOT_TOPICS } from "@heliogram/shared/topics.ts";
import { changeBot, findManaged } from "../../app/bots/bot-administration.ts";
import { presentOwnBot } from "../../present/bots.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { DIALECT_CHOICES, dialectOf } from "./bot-fields.ts";
import { commandsField } from "../bot/command-fields.ts";
import { definedOnly } from "../engine/defined-only.ts";
import { bool, described, oneOf, optional, text, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { OWN_BOT } from "./own-bots.ts";
import { schemas } from "../engine/schemas.ts";
import { readBotDescription, readBotName } from "../engine/name-fields.ts";

export const editBot = userMethod({
  name: "editBot",
  summary: "Changes the settings of one of the person's bots; omitted ones stay.",
  effect: "write",
  rate: "profiles",
  access: { scope: "self" },
  fields: {
    bot_id: userId(),
    name: described(optional(text({ max: 256 })), "1 to 64 characters."),
    description: described(
      optional(text({ max: 4096, keepsEmpty: true })),
      "The text that people see before they start the bot, 0 to 512 characters.",
    ),
    short_description: described(
      optional(text({ max: 1024, keepsEmpty: true })),
      "The text on the bot's profile, 0 to 120 characters.",
    ),
    commands: described(optional(commandsField()), "The commands people are offered; an empty list takes them away."),
    privacy: described(optional(bool()), "Whether the bot gets, in groups, only what is meant for it."),
    can_join_groups: described(optional(bool()), "Whether the bot may be added to groups and channels."),
    topics: described(
      optional(oneOf(...BOT_TOPICS)),
      "Whether its private chats have topics: bot, the bot creates them; people, people do too.",
    ),
    dialect: described(optional(oneOf(...DIALECT_CHOICES)), "How the service answers the bot; default follows it."),
  },
  result: schemas.OwnBot,
  refusals: ["BOT_NOT_FOUND"],
  example: { request: { bot_id: 1004, name: "Echo" }, result: OWN_BOT },
  prepare: ({ params }) =>
    definedOnly({
      first_name: params.name === undefined ? undefined : readBotName(params.name),
      description: params.description === undefined ? undefined : readBotDescription(params.description),
      about:
        params.short_description === undefined
          ? undefined
          : readBotDescription(params.short_description, "short_description"),
      commands: params.commands,
      privacy: params.privacy,
      can_join_groups: params.can_join_groups,
      topics: params.topics,
      dialect: params.dialect === undefined ? undefined : dialectOf(params.dialect),
    }),
  async run({ tx, deps, actor, now, fail }, { bot_id }, change) {
    const bot = (await findManaged(tx, actor.id, bot_id)) ?? fail("BOT_NOT_FOUND");
    return presentOwnBot(
      new ViewerContext(tx, actor, deps.app.fileIds),
      await changeBot(tx, actor.id, bot, change, now),
      deps.app.dialect,
    );
  },
  after: ({ updates }) => updates.botChanged(),
});
