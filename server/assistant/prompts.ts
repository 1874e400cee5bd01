/** The person's answers to open prompts: each is checked, and what is wrong with it is said. */
import { BOT_LIMITS, type OwnBot } from "@heliogram/shared/wire.ts";
import { readCommandLines } from "./command-lines.ts";
import { CallFault } from "./line.ts";
import type { Step } from "./note.ts";
import { botMenu } from "./screens.ts";
import { snippets } from "./snippets.ts";
import { at, nameOf, plain, type Talk } from "./talk.ts";
import { showToken, type MadeToken } from "./tokens.ts";

/** Stands for an empty answer: no message is empty. */
export const EMPTY = "/empty";

const AGAIN = "Try again, or send /cancel.";

/** The start of /newbot. */
export async function askName(talk: Talk): Promise<void> {
  const text = `A new bot. What shall people see as its name? Send me 1 to ${BOT_LIMITS.name} characters; you can change it later.`;
  await talk.say({ text, step: { kind: "name" } });
}

export async function answerPrompt(talk: Talk, step: Step, text: string): Promise<void> {
  switch (step.kind) {
    case "name":
      return takeName(talk, step, text);
    case "username":
      return makeBot(talk, step, text);
    case "change":
      return change(talk, step, text);
  }
}

async function takeName(talk: Talk, step: Step, text: string): Promise<void> {
  const name = text.trim();
  if ([...name].length > BOT_LIMITS.name) {
    await talk.say({
      text: `That name is too long: at most ${BOT_LIMITS.name} characters are allowed. ${AGAIN}`,
      step,
    });
    return;
  }
  const question = `Good. Now its user name: 5 to 32 Latin letters, digits or underscores, ending in “bot”, such as <code>weather_bot</code>. It cannot be changed later.`;
  await talk.say({ text: question, step: { kind: "username", name } });
}

async function makeBot(talk: Talk, step: Step & { kind: "username" }, text: string): Promise<void> {
  const username = text.trim();
  try {
    const made = await talk.own<MadeToken>("createBot", { name: step.name, username });
    const opening = `${plain(nameOf(made.bot))} is there: ${at(made.bot)}.`;
    // Last, so that it stands in sight.
    await talk.say({ text: `${opening} ${snippets(made.base_url)}` });
    await showToken(talk, made, `This is the token of ${at(made.bot)}.`);
  } catch (error) {
    if (!(error instanceof CallFault) || error.code === 429 || error.code >= 500) throw error;
    await talk.say(await refusedName(talk, step, username, error));
  }
}

async function refusedName(talk: Talk, step: Step, username: string, fault: CallFault) {
  if (fault.reason === "TOO_MANY_BOTS") return { text: `${fault.message} /deletebot makes room.` };
  if (fault.reason !== "USERNAME_TAKEN") return { text: `${plain(fault.message)} ${AGAIN}`, step };
  const name = username.replace(/^@/, "").toLowerCase();
  const own = (await talk.bots()).find((bot) => bot.user.username?.toLowerCase() === name);
  if (own) return { text: `${at(own)} is yours already. /token makes a new token for it.` };
  return { text: `@${plain(name)} is taken. Try another one, or send /cancel.`, step };
}

async function change(talk: Talk, step: Step & { kind: "change" }, text: string): Promise<void> {
  const { field, bot_id } = step;
  const value = field === "name" ? text : text === EMPTY ? "" : text;
  const commands = field === "commands" ? readCommandLines(value) : undefined;
  if (typeof commands === "string") {
    await talk.say({ text: `${plain(commands)} ${AGAIN}`, step });
    return;
  }
  try {
    const bot = await talk.own<OwnBot>("editBot", { bot_id, [field]: commands ?? value });
    const menu = botMenu(bot);
    await talk.say({ ...menu, text: `Done.\n\n${menu.text}` });
  } catch (error) {
    if (!(error instanceof CallFault) || error.code === 429 || error.code >= 500) throw error;
    const gone = error.reason === "BOT_NOT_FOUND";
    await talk.say({ text: gone ? error.message : `${plain(error.message)} ${AGAIN}`, ...(gone ? {} : { step }) });
  }
}
