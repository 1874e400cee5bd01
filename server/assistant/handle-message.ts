/** Handles messages to the assistant: commands, and answers to its prompts. */
import { askName, handleAnswer, EMPTY } from "./prompts.ts";
import { botList, botMenu, question, type BotAction } from "./menus.ts";
import { escapeHtml, type Conversation } from "./conversation.ts";

interface Command {
  readonly description: string;
  readonly run: (conversation: Conversation, argument: string) => Promise<unknown>;
}

/** In the order of the list that people see. */
const COMMANDS: Readonly<Record<string, Command>> = {
  newbot: { description: "make a bot", run: askName },
  mybots: {
    description: "see your bots and change them",
    run: (conversation, name) => choose(conversation, "bot", name),
  },
  token: {
    description: "make a new token for a bot",
    run: (conversation, name) => choose(conversation, "token", name),
  },
  setname: { description: "change a bot's name", run: (conversation, name) => choose(conversation, "name", name) },
  setdescription: {
    description: "change a bot's description",
    run: (conversation, name) => choose(conversation, "description", name),
  },
  setabouttext: {
    description: "change a bot's short description",
    run: (conversation, name) => choose(conversation, "short_description", name),
  },
  setcommands: {
    description: "change a bot's commands",
    run: (conversation, name) => choose(conversation, "commands", name),
  },
  setprivacy: {
    description: "what a bot gets in groups",
    run: (conversation, name) => choose(conversation, "privacy", name),
  },
  setjoingroups: {
    description: "whether a bot joins groups",
    run: (conversation, name) => choose(conversation, "groups", name),
  },
  setthreaded: {
    description: "whether private chats with a bot have topics",
    run: (conversation, name) => choose(conversation, "topics", name),
  },
  setdialect: {
    description: "how the service answers a bot",
    run: (conversation, name) => choose(conversation, "dialect", name),
  },
  deletebot: { description: "delete a bot", run: (conversation, name) => choose(conversation, "delete", name) },
  cancel: { description: "leave what we are at", run: cancel },
  help: { description: "what I can do", run: help },
};

/** The parameter of setMyCommands. */
export const COMMAND_LIST = Object.entries(COMMANDS).map(([command, { description }]) => ({ command, description }));

/** Handles one message; `text` is `undefined` if it has none. */
export async function handleMessage(conversation: Conversation, text: string | undefined): Promise<void> {
  const { step } = conversation.state;
  if (text === undefined) {
    await conversation.send({ text: "I read text only.", ...(step ? { step } : {}) });
    return;
  }
  const [, name, argument = ""] = COMMAND.exec(text) ?? [];
  const isAnswer = step && (name === undefined || text === EMPTY);
  if (isAnswer) return handleAnswer(conversation, step, text);
  if (name === undefined) {
    await conversation.send({ text: "There is no question open between us. /help says what I can do." });
    return;
  }
  const command = name === "start" ? COMMANDS.help : COMMANDS[name.toLowerCase()];
  if (command) await command.run(conversation, argument);
  else await conversation.send({ text: `I know no command /${escapeHtml(name)}. /help says what I can do.` });
}

/** Lines for /setcommands may begin with a slash too, but continue with a dash. */
const COMMAND = /^\/([A-Za-z0-9_]+)(?:@\w+)?(?:\s+(?![-–—]\s)([^\n]*))?$/;

/** Continues with the named bot, or lets the person choose one. */
async function choose(conversation: Conversation, action: BotAction | "bot", name: string): Promise<void> {
  const bots = await conversation.bots();
  const username = name.trim().replace(/^@/, "");
  const bot = bots.find((each) => each.user.username?.toLowerCase() === username.toLowerCase());
  if (bot) {
    await conversation.send(action === "bot" ? botMenu(bot) : question(action, bot));
    return;
  }
  const list = botList(bots, action);
  const missing = username !== "" && bots.length > 0 ? `You have no bot called @${escapeHtml(username)}. ` : "";
  await conversation.send({ ...list, text: missing + list.text });
}

async function cancel(conversation: Conversation): Promise<void> {
  await conversation.send({
    text: conversation.state.step ? "Left. /help says what else I can do." : "There is nothing to cancel.",
  });
}

async function help(conversation: Conversation): Promise<void> {
  const list = COMMAND_LIST.map(({ command, description }) => `/${command} – ${description}`);
  await conversation.send({ text: `I make bots and look after yours.\n\n${list.join("\n")}` });
}
