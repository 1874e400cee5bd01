/** Presents a bot to its manager. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Bot, Dialect } from "../domain/accounts.ts";
import { findCommands, type StoredCommand } from "../store/queries/bots/bot-commands.ts";
import { findBotTexts, type BotTexts } from "../store/queries/bots/bot-texts.ts";
import type { ReadTx } from "../store/db.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** `service_dialect` is the dialect of bots that have not chosen one. */
export async function presentOwnBot(context: ViewerContext, bot: Bot, service_dialect: Dialect): Promise<Wire.OwnBot> {
  return {
    user: context.show(bot),
    description: bot.description,
    short_description: bot.about,
    commands: (await findCommands(context.tx, bot.id, "default", "")) ?? [],
    privacy: bot.privacy,
    can_join_groups: bot.can_join_groups,
    topics: bot.topics,
    dialect: bot.dialect ?? "default",
    service_dialect,
    ...(bot.suspended_at === null ? {} : { suspended: true }),
  };
}

/** The texts of a bot as people of a language see them: those of the language, else those of all others. */
export async function botTextsIn(tx: ReadTx, bot: Bot, language: string): Promise<BotTexts> {
  const own = language === "" ? undefined : await findBotTexts(tx, bot.id, language);
  return {
    first_name: own?.first_name || bot.first_name,
    description: own?.description || bot.description,
    about: own?.about || bot.about,
  };
}

/**
 * The commands of the first scope that has some: in each scope those of the language, else those of all others, as on
 * Telegram.
 * @param language - of two letters, or ""
 */
export async function commandsIn(
  tx: ReadTx,
  bot_id: number,
  scopes: readonly string[],
  language: string,
): Promise<readonly StoredCommand[]> {
  for (const scope of scopes) {
    for (const each of new Set([language, ""])) {
      const commands = await findCommands(tx, bot_id, scope, each);
      if (commands) return commands;
    }
  }
  return [];
}
