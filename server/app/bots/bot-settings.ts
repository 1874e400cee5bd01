/** What a bot sets about itself: its name and descriptions by language, suggested rights, menu buttons. */
import type { DefaultRights, MenuButtonType } from "../../domain/bots.ts";
import { lockBot, updateBot } from "../../store/queries/accounts/accounts.ts";
import { saveDefaultRights, saveMenuButton } from "../../store/queries/bots/bot-defaults.ts";
import { findBotTexts, saveBotTexts, type BotTexts } from "../../store/queries/bots/bot-texts.ts";
import type { Tx } from "../../store/db.ts";
import { notifyNodes } from "../../store/queries/streams/service-stream.ts";
import { notifyProfile } from "../accounts/profile.ts";

const NO_TEXTS: BotTexts = { first_name: "", description: "", about: "" };

/**
 * Sets one text of a bot in a language of two letters, or with "" in all languages that have none of their own. An empty
 * text of a language is removed.
 */
export async function setBotText(
  tx: Tx,
  bot_id: number,
  language: string,
  field: keyof BotTexts,
  text: string,
): Promise<void> {
  const bot = await lockBot(tx, bot_id);
  if (!bot) return;
  if (language !== "") {
    const texts = (await findBotTexts(tx, bot_id, language)) ?? NO_TEXTS;
    await saveBotTexts(tx, bot_id, language, { ...texts, [field]: text });
    return;
  }
  if (bot[field] === text) return;
  const after = { ...bot, [field]: text };
  await updateBot(tx, after);
  notifyNodes(tx, "settings", bot_id);
  if (field === "first_name") await notifyProfile(tx, after);
}

/** Replaces the rights that a bot suggests in groups or in channels; `undefined` removes them. */
export function setDefaultRights(
  tx: Tx,
  bot_id: number,
  for_channels: boolean,
  suggested: DefaultRights | undefined,
): Promise<void> {
  return saveDefaultRights(tx, bot_id, for_channels, suggested);
}

/** Sets the menu button of a person, or of all who have none of their own; `default` removes it. */
export function setMenuButton(
  tx: Tx,
  bot_id: number,
  person_id: number | undefined,
  type: MenuButtonType,
): Promise<void> {
  return saveMenuButton(tx, bot_id, person_id, type);
}
