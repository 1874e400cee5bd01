/** What people write to the assistant: commands, and answers to its prompts. */
import { askName, answerPrompt, EMPTY } from "./prompts.ts";
import { botList, botMenu, question, type Verb } from "./screens.ts";
import { plain, type Talk } from "./talk.ts";

interface Command {
  readonly description: string;
  readonly run: (talk: Talk, argument: string) => Promise<unknown>;
}

/** The order is that of the list people see. */
const COMMANDS: Readonly<Record<string, Command>> = {
  newbot: { description: "make a bot", run: askName },
  mybots: { description: "see your bots and change them", run: (talk, name) => choose(talk, "bot", name) },
  token: { description: "make a new token for a bot", run: (talk, name) => choose(talk, "token", name) },
  setname: { description: "change a bot's name", run: (talk, name) => choose(talk, "name", name) },
  setdescription: { description: "change a bot's description", run: (talk, name) => choose(talk, "description", name) },
  setcommands: { description: "change a bot's commands", run: (talk, name) => choose(talk, "commands", name) },
  setprivacy: { description: "what a bot gets in groups", run: (talk, name) => choose(talk, "privacy", name) },
  setjoingroups: { description: "whether a bot joins groups", run: (talk, name) => choose(talk, "groups", name) },
  setdialect: { description: "how the service answers a bot", run: (talk, name) => choose(talk, "dialect", name) },
  deletebot: { description: "delete a bot", run: (talk, name) => choose(talk, "delete", name) },
  cancel: { description: "leave what we are at", run: cancel },
  help: { description: "what I can do", run: help },
};

/** As setMyCommands takes them. */
export const COMMAND_LIST = Object.entries(COMMANDS).map(([command, { description }]) => ({ command, description }));

/** Answers one message; `text` is `undefined` where it has none. */
export async function answerMessage(talk: Talk, text: string | undefined): Promise<void> {
  const { step } = talk.note;
  if (text === undefined) {
    await talk.say({ text: "I read text only.", ...(step ? { step } : {}) });
    return;
  }
  const [, name, argument = ""] = COMMAND.exec(text) ?? [];
  const isAnswer = step && (name === undefined || text === EMPTY);
  if (isAnswer) return answerPrompt(talk, step, text);
  if (name === undefined) {
    await talk.say({ text: "There is no question open between us. /help says what I can do." });
    return;
  }
  const command = name === "start" ? COMMANDS.help : COMMANDS[name.toLowerCase()];
  if (command) await command.run(talk, argument);
  else await talk.say({ text: `I know no command /${plain(name)}. /help says what I can do.` });
}

/** A line of setcommands may begin with a slash as well, but goes on with a dash. */
const COMMAND = /^\/([A-Za-z0-9_]+)(?:@\w+)?(?:\s+(?![-–—]\s)([^\n]*))?$/;

/** Leads to a bot: the one that was named, or one to be chosen. */
async function choose(talk: Talk, verb: Verb | "bot", name: string): Promise<void> {
  const bots = await talk.bots();
  const username = name.trim().replace(/^@/, "");
  const bot = bots.find((each) => each.user.username?.toLowerCase() === username.toLowerCase());
  if (bot) {
    await talk.say(verb === "bot" ? botMenu(bot) : question(verb, bot));
    return;
  }
  const list = botList(bots, verb);
  const missing = username !== "" && bots.length > 0 ? `You have no bot called @${plain(username)}. ` : "";
  await talk.say({ ...list, text: missing + list.text });
}

async function cancel(talk: Talk): Promise<void> {
  await talk.say({ text: talk.note.step ? "Left. /help says what else I can do." : "There is nothing to cancel." });
}

async function help(talk: Talk): Promise<void> {
  const list = COMMAND_LIST.map(({ command, description }) => `/${command} – ${description}`);
  await talk.say({ text: `I make bots and look after yours.\n\n${list.join("\n")}` });
}
