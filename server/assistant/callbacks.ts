/** Handles callback queries of the assistant's buttons. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { ApiError } from "./api-client.ts";
import { botList, botMenu, question, BOT_ACTIONS, type BotAction } from "./menus.ts";
import { mentionOf, button, type Conversation } from "./conversation.ts";
import { hideToken, showToken, type MadeToken } from "./token-messages.ts";

/** @returns the text of the notification for the person, or "" */
export async function handleCallback(conversation: Conversation, message_id: number, data: string): Promise<string> {
  const [word = "", first = "", second] = data.split(":");
  if (word === "done") {
    await hideToken(conversation, message_id);
    return "";
  }
  if (word === "page") {
    await conversation.replace(message_id, botList(await conversation.bots(), verbOf(first) ?? "bot", Number(second)));
    return "";
  }
  const bots = await conversation.bots();
  const bot = bots.find((each) => each.user.id === Number(first));
  const action = verbOf(word);
  if (!bot) return gone(conversation, message_id, bots);
  if (action === undefined) await conversation.replace(message_id, botMenu(bot));
  else if (second === undefined) await conversation.replace(message_id, question(action, bot));
  else return act(conversation, message_id, action, bot, second);
  return "";
}

function verbOf(word: string): BotAction | undefined {
  return BOT_ACTIONS.find((action) => action === word);
}

async function gone(conversation: Conversation, message_id: number, bots: readonly OwnBot[]): Promise<string> {
  await conversation.replace(message_id, botList(bots, "bot"));
  return "You have no such bot any more.";
}

async function act(
  conversation: Conversation,
  message_id: number,
  action: BotAction,
  bot: OwnBot,
  value: string,
): Promise<string> {
  const bot_id = bot.user.id;
  try {
    if (action === "token") {
      const made = await conversation.callAsOwner<MadeToken>("regenerateBotToken", { bot_id });
      await conversation.replace(message_id, botMenu(made.bot));
      await showToken(conversation, made, `${mentionOf(bot)} has a new token; the old one is worth nothing any more.`);
      return "";
    }
    if (action === "delete") {
      await conversation.callAsOwner("deleteBot", { bot_id });
      const keyboard = [[button("« All bots", "page", "bot", 0)]];
      await conversation.replace(message_id, { text: `${mentionOf(bot)} is deleted.`, keyboard });
      return "";
    }
    const edited = await conversation.callAsOwner<OwnBot>("editBot", { bot_id, ...changeOf(action, value) });
    await conversation.replace(message_id, botMenu(edited));
    return "Changed.";
  } catch (error) {
    if (error instanceof ApiError && error.reason === "BOT_NOT_FOUND") {
      return gone(conversation, message_id, await conversation.bots());
    }
    throw error;
  }
}

function changeOf(action: BotAction, value: string): object {
  if (action === "dialect" || action === "topics") return { [action]: value };
  return { [action === "privacy" ? "privacy" : "can_join_groups"]: value === "on" };
}
