/** The screens about bots: the list, one bot's menu, and the questions behind each of its buttons. */
import { BOT_LIMITS, type OwnBot } from "@heliogram/shared/wire.ts";
import { at, button, nameOf, plain, type Screen } from "./talk.ts";

const PAGE = 8;
const MAX_COMMANDS_SHOWN = 24;

/** What can be done to a bot, by the word that buttons carry. */
export const VERBS = ["token", "name", "description", "commands", "privacy", "groups", "dialect", "delete"] as const;
export type Verb = (typeof VERBS)[number];

const NO_BOTS: Screen = { text: "You have no bots yet. Send /newbot to make one." };

/** The person's bots to choose from; a press leads to `verb`, or to the bot's menu. */
export function botList(bots: readonly OwnBot[], verb: Verb | "bot", page = 0): Screen {
  if (bots.length === 0) return NO_BOTS;
  const from = Math.min(page, Math.ceil(bots.length / PAGE) - 1) * PAGE;
  const rows = bots.slice(from, from + PAGE).map((bot) => [button(`${nameOf(bot)} (${at(bot)})`, verb, bot.user.id)]);
  const turns = [
    ...(from > 0 ? [button("‹ Earlier", "page", verb, from / PAGE - 1)] : []),
    ...(from + PAGE < bots.length ? [button("Later ›", "page", verb, from / PAGE + 1)] : []),
  ];
  return { text: QUESTIONS[verb], keyboard: turns.length > 0 ? [...rows, turns] : rows };
}

const QUESTIONS: Readonly<Record<Verb | "bot", string>> = {
  bot: "Your bots:",
  token: "Which bot shall have a new token?",
  name: "Which bot shall have another name?",
  description: "Which bot's description shall change?",
  commands: "Which bot's commands shall change?",
  privacy: "Which bot's privacy mode shall change?",
  groups: "Which bot is it about?",
  dialect: "Which bot's dialect shall change?",
  delete: "Which bot shall go?",
};

export function botMenu(bot: OwnBot): Screen {
  const { id } = bot.user;
  const lines = [
    `<b>${plain(nameOf(bot))}</b> ${at(bot)}`,
    ...(bot.suspended ? ["Suspended by an owner of the service: it gets no updates, and its calls are refused."] : []),
    "",
    `Description: ${bot.description === "" ? "none" : plain(bot.description)}`,
    `Commands: ${commandNames(bot)}`,
    `Privacy mode: ${bot.privacy ? "on" : "off"}`,
    `Groups: ${bot.can_join_groups ? "may be added" : "may not be added"}`,
    `Dialect: ${dialectName(bot)}`,
  ];
  const keyboard = [
    [button("New token", "token", id), button("Name", "name", id)],
    [button("Description", "description", id), button("Commands", "commands", id)],
    [button("Privacy mode", "privacy", id), button("Groups", "groups", id)],
    [button("Dialect", "dialect", id), button("Delete", "delete", id)],
    [button("« All bots", "page", "bot", 0)],
  ];
  return { text: lines.join("\n"), keyboard };
}

/** Two dozen names at most: a hundred would not fit into one message. */
function commandNames({ commands }: OwnBot): string {
  const shown = commands.slice(0, MAX_COMMANDS_SHOWN).map((each) => `/${each.command}`);
  const more = commands.length - shown.length;
  return commands.length === 0 ? "none" : `${shown.join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function dialectName({ dialect, service_dialect }: OwnBot): string {
  return dialect === "default" ? `${service_dialect}, as the service has it` : dialect;
}

/** What is asked before something is done to a bot. */
export function question(verb: Verb, bot: OwnBot): Screen {
  const { id } = bot.user;
  const back = [button("« Back", "bot", id)];
  const choice = (text: string, ...rows: ReturnType<typeof button>[][]) => ({ text, keyboard: [...rows, back] });
  const prompt = (field: "name" | "description" | "commands", text: string): Screen => ({
    ...choice(text),
    step: { kind: "change", field, bot_id: id },
  });
  switch (verb) {
    case "name":
      return prompt(verb, `What shall ${at(bot)} be called? Send me 1 to ${BOT_LIMITS.name} characters.`);
    case "description":
      return prompt(
        verb,
        `What shall people read before they start ${at(bot)}? Send me up to ${BOT_LIMITS.description} characters, or /empty for nothing.`,
      );
    case "commands":
      return prompt(
        verb,
        `Send me the commands of ${at(bot)}, one a line, each with what it does, or /empty for none:\n\n<pre>start - Begin\nhelp - Say what I can do</pre>`,
      );
    case "privacy":
      return choice(
        `Privacy mode of ${at(bot)} is ${bot.privacy ? "on" : "off"}. While it is on, the bot gets in groups only commands, mentions, replies to it and service messages; an administrator bot gets everything. A change counts from the next message.`,
        [button("Turn on", verb, id, "on"), button("Turn off", verb, id, "off")],
      );
    case "groups":
      return choice(
        `${at(bot)} ${bot.can_join_groups ? "may" : "may not"} be added to groups and channels. Where it is already, it stays.`,
        [button("Allow", verb, id, "on"), button("Forbid", verb, id, "off")],
      );
    case "dialect":
      return choice(
        `The dialect of ${at(bot)} is ${dialectName(bot)}. <b>native</b> is this service's own interface to the letter; <b>telegram</b> answers as programs written for that network expect it.`,
        [button("native", verb, id, "native"), button("telegram", verb, id, "telegram")],
        [button("As the service has it", verb, id, "default")],
      );
    case "token":
      return choice(
        `Make a new token for ${at(bot)}? The old one stops working at once, and so does a program that runs with it.`,
        [button("Yes, a new token", verb, id, "yes")],
      );
    case "delete":
      return choice(
        `Delete ${at(bot)} for good? It leaves its chats, its token dies and its user name becomes free. What it said stays.`,
        [button(`Yes, delete ${at(bot)}`, verb, id, "yes")],
      );
  }
}
