/** The replies about bots: the list, the menu of a bot, and the question behind each button. */
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import type { TextField } from "./state.ts";
import { mentionOf, button, nameOf, escapeHtml, type Reply } from "./conversation.ts";

const BOTS_PER_PAGE = 8;
const MAX_COMMANDS_SHOWN = 24;

/** The actions on a bot, as in the callback data of buttons. */
export const BOT_ACTIONS = [
  "token",
  "name",
  "description",
  "short_description",
  "commands",
  "privacy",
  "groups",
  "topics",
  "dialect",
  "delete",
] as const;
export type BotAction = (typeof BOT_ACTIONS)[number];

const NO_BOTS: Reply = { text: "You have no bots yet. Send /newbot to make one." };

/** A list of the person's bots. A button leads to the question of `action`, or to the menu of the bot. */
export function botList(bots: readonly OwnBot[], action: BotAction | "bot", page = 0): Reply {
  if (bots.length === 0) return NO_BOTS;
  const from = Math.min(page, Math.ceil(bots.length / BOTS_PER_PAGE) - 1) * BOTS_PER_PAGE;
  const rows = bots
    .slice(from, from + BOTS_PER_PAGE)
    .map((bot) => [button(`${nameOf(bot)} (${mentionOf(bot)})`, action, bot.user.id)]);
  const turns = [
    ...(from > 0 ? [button("‹ Earlier", "page", action, from / BOTS_PER_PAGE - 1)] : []),
    ...(from + BOTS_PER_PAGE < bots.length ? [button("Later ›", "page", action, from / BOTS_PER_PAGE + 1)] : []),
  ];
  return { text: QUESTIONS[action], keyboard: turns.length > 0 ? [...rows, turns] : rows };
}

const QUESTIONS: Readonly<Record<BotAction | "bot", string>> = {
  bot: "Your bots:",
  token: "Which bot shall have a new token?",
  name: "Which bot shall have another name?",
  description: "Which bot's description shall change?",
  short_description: "Which bot's short description shall change?",
  commands: "Which bot's commands shall change?",
  privacy: "Which bot's privacy mode shall change?",
  groups: "Which bot is it about?",
  topics: "Which bot's topics shall change?",
  dialect: "Which bot's dialect shall change?",
  delete: "Which bot shall go?",
};

/** Who creates topics in private chats, in words. */
const TOPICS: Readonly<Record<OwnBot["topics"], string>> = {
  off: "off",
  bot: "created by the bot",
  people: "created by the bot and by people",
};

export function botMenu(bot: OwnBot): Reply {
  const { id } = bot.user;
  const lines = [
    `<b>${escapeHtml(nameOf(bot))}</b> ${mentionOf(bot)}`,
    ...(bot.suspended ? ["Suspended by an owner of the service: it gets no updates, and its calls are refused."] : []),
    "",
    `Description: ${bot.description === "" ? "none" : escapeHtml(bot.description)}`,
    `Short description: ${bot.short_description === "" ? "none" : escapeHtml(bot.short_description)}`,
    `Commands: ${commandNames(bot)}`,
    `Privacy mode: ${bot.privacy ? "on" : "off"}`,
    `Groups: ${bot.can_join_groups ? "may be added" : "may not be added"}`,
    `Topics in private chats: ${TOPICS[bot.topics]}`,
    `Dialect: ${dialectName(bot)}`,
  ];
  const keyboard = [
    [button("New token", "token", id), button("Name", "name", id)],
    [button("Description", "description", id), button("Short description", "short_description", id)],
    [button("Commands", "commands", id), button("Privacy mode", "privacy", id)],
    [button("Groups", "groups", id), button("Topics", "topics", id)],
    [button("Dialect", "dialect", id), button("Delete", "delete", id)],
    [button("« All bots", "page", "bot", 0)],
  ];
  return { text: lines.join("\n"), keyboard };
}

/** At most MAX_COMMANDS_SHOWN names, because all of them may not fit into one message. */
function commandNames({ commands }: OwnBot): string {
  const shown = commands.slice(0, MAX_COMMANDS_SHOWN).map((each) => `/${each.command}`);
  const more = commands.length - shown.length;
  return commands.length === 0 ? "none" : `${shown.join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function dialectName({ dialect, service_dialect }: OwnBot): string {
  return dialect === "default" ? `${service_dialect}, as the service has it` : dialect;
}

/** The question before an action on a bot. */
export function question(action: BotAction, bot: OwnBot): Reply {
  const { id } = bot.user;
  const back = [button("« Back", "bot", id)];
  const choice = (text: string, ...rows: ReturnType<typeof button>[][]) => ({ text, keyboard: [...rows, back] });
  const prompt = (field: TextField, text: string): Reply => ({
    ...choice(text),
    step: { kind: "change", field, bot_id: id },
  });
  switch (action) {
    case "name":
      return prompt(action, `What shall ${mentionOf(bot)} be called? Send me 1 to ${BOT_LIMITS.name} characters.`);
    case "description":
      return prompt(
        action,
        `What shall people read before they start ${mentionOf(bot)}? Send me up to ${BOT_LIMITS.description} characters, or /empty for nothing.`,
      );
    case "short_description":
      return prompt(
        action,
        `What shall people read on the profile of ${mentionOf(bot)}? Send me up to ${BOT_LIMITS.short_description} characters, or /empty for nothing.`,
      );
    case "commands":
      return prompt(
        action,
        `Send me the commands of ${mentionOf(bot)}, one a line, each with what it does, or /empty for none:\n\n<pre>start - Begin\nhelp - Say what I can do</pre>`,
      );
    case "privacy":
      return choice(
        `Privacy mode of ${mentionOf(bot)} is ${bot.privacy ? "on" : "off"}. While it is on, the bot gets in groups only commands, mentions, replies to it and service messages; an administrator bot gets everything. A change counts from the next message.`,
        [button("Turn on", action, id, "on"), button("Turn off", action, id, "off")],
      );
    case "groups":
      return choice(
        `${mentionOf(bot)} ${bot.can_join_groups ? "may" : "may not"} be added to groups and channels. Where it is already, it stays.`,
        [button("Allow", action, id, "on"), button("Forbid", action, id, "off")],
      );
    case "topics":
      return choice(
        `Topics in private chats with ${mentionOf(bot)}: ${TOPICS[bot.topics]}. A chat then has one topic for each subject. Topics that exist stay.`,
        [button("Off", action, id, "off"), button("The bot creates them", action, id, "bot")],
        [button("The bot and people create them", action, id, "people")],
      );
    case "dialect":
      return choice(
        `The dialect of ${mentionOf(bot)} is ${dialectName(bot)}. <b>native</b> is this service's own interface to the letter; <b>telegram</b> answers as programs written for that network expect it.`,
        [button("native", action, id, "native"), button("telegram", action, id, "telegram")],
        [button("As the service has it", action, id, "default")],
      );
    case "token":
      return choice(
        `Make a new token for ${mentionOf(bot)}? The old one stops working at once, and so does a program that runs with it.`,
        [button("Yes, a new token", action, id, "yes")],
      );
    case "delete":
      return choice(
        `Delete ${mentionOf(bot)} for good? It leaves its chats, its token dies and its user name becomes free. What it said stays.`,
        [button(`Yes, delete ${mentionOf(bot)}`, action, id, "yes")],
      );
  }
}
