/** Presses of the assistant's buttons. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { CallFault } from "./line.ts";
import { botList, botMenu, question, VERBS, type Verb } from "./screens.ts";
import { at, button, type Talk } from "./talk.ts";
import { hideToken, showToken, type MadeToken } from "./tokens.ts";

/** Carries out a press on one of its messages. @returns what to say beside the button, if anything */
export async function answerPress(talk: Talk, message_id: number, data: string): Promise<string> {
  const [word = "", first = "", second] = data.split(":");
  if (word === "done") {
    await hideToken(talk, message_id);
    return "";
  }
  if (word === "page") {
    await talk.replace(message_id, botList(await talk.bots(), verbOf(first) ?? "bot", Number(second)));
    return "";
  }
  const bots = await talk.bots();
  const bot = bots.find((each) => each.user.id === Number(first));
  const verb = verbOf(word);
  if (!bot) return gone(talk, message_id, bots);
  if (verb === undefined) await talk.replace(message_id, botMenu(bot));
  else if (second === undefined) await talk.replace(message_id, question(verb, bot));
  else return act(talk, message_id, verb, bot, second);
  return "";
}

function verbOf(word: string): Verb | undefined {
  return VERBS.find((verb) => verb === word);
}

async function gone(talk: Talk, message_id: number, bots: readonly OwnBot[]): Promise<string> {
  await talk.replace(message_id, botList(bots, "bot"));
  return "You have no such bot any more.";
}

async function act(talk: Talk, message_id: number, verb: Verb, bot: OwnBot, value: string): Promise<string> {
  const bot_id = bot.user.id;
  try {
    if (verb === "token") {
      const made = await talk.own<MadeToken>("regenerateBotToken", { bot_id });
      await talk.replace(message_id, botMenu(made.bot));
      await showToken(talk, made, `${at(bot)} has a new token; the old one is worth nothing any more.`);
      return "";
    }
    if (verb === "delete") {
      await talk.own("deleteBot", { bot_id });
      const keyboard = [[button("« All bots", "page", "bot", 0)]];
      await talk.replace(message_id, { text: `${at(bot)} is deleted.`, keyboard });
      return "";
    }
    const edited = await talk.own<OwnBot>("editBot", { bot_id, ...changeOf(verb, value) });
    await talk.replace(message_id, botMenu(edited));
    return "Changed.";
  } catch (error) {
    if (error instanceof CallFault && error.reason === "BOT_NOT_FOUND") {
      return gone(talk, message_id, await talk.bots());
    }
    throw error;
  }
}

function changeOf(verb: Verb, value: string): object {
  if (verb === "dialect") return { dialect: value };
  return { [verb === "privacy" ? "privacy" : "can_join_groups"]: value === "on" };
}
