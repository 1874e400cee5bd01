/** Handles answers to open prompts: validates them, and replies with what is wrong. */
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { readCommandLines } from "./command-lines.ts";
import { ApiError } from "./api-client.ts";
import type { Step } from "./state.ts";
import { botMenu } from "./menus.ts";
import { snippets } from "./snippets.ts";
import { mentionOf, nameOf, escapeHtml, type Conversation } from "./conversation.ts";
import { showToken, type MadeToken } from "./token-messages.ts";

/** The command for an empty answer, because a message cannot be empty. */
export const EMPTY = "/empty";

const AGAIN = "Try again, or send /cancel.";

/** The start of /newbot. */
export async function askName(conversation: Conversation): Promise<void> {
  const text = `A new bot. What shall people see as its name? Send me 1 to ${BOT_LIMITS.name} characters; you can change it later.`;
  await conversation.send({ text, step: { kind: "name" } });
}

export async function handleAnswer(conversation: Conversation, step: Step, text: string): Promise<void> {
  switch (step.kind) {
    case "name":
      return takeName(conversation, step, text);
    case "username":
      return makeBot(conversation, step, text);
    case "change":
      return change(conversation, step, text);
  }
}

async function takeName(conversation: Conversation, step: Step, text: string): Promise<void> {
  const name = text.trim();
  if ([...name].length > BOT_LIMITS.name) {
    await conversation.send({
      text: `That name is too long: at most ${BOT_LIMITS.name} characters are allowed. ${AGAIN}`,
      step,
    });
    return;
  }
  const question = `Good. Now its user name: 5 to 32 Latin letters, digits or underscores, ending in “bot”, such as <code>weather_bot</code>. It cannot be changed later.`;
  await conversation.send({ text: question, step: { kind: "username", name } });
}

async function makeBot(conversation: Conversation, step: Step & { kind: "username" }, text: string): Promise<void> {
  const username = text.trim();
  try {
    const made = await conversation.callAsOwner<MadeToken>("createBot", { name: step.name, username });
    const opening = `${escapeHtml(nameOf(made.bot))} is there: ${mentionOf(made.bot)}.`;
    // The token is sent last, so that it is visible at the end of the chat.
    await conversation.send({ text: `${opening} ${snippets(made.base_url)}` });
    await showToken(conversation, made, `This is the token of ${mentionOf(made.bot)}.`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 429 || error.code >= 500) throw error;
    await conversation.send(await refusedName(conversation, step, username, error));
  }
}

async function refusedName(conversation: Conversation, step: Step, username: string, fault: ApiError) {
  if (fault.reason === "TOO_MANY_BOTS") return { text: `${fault.message} /deletebot makes room.` };
  if (fault.reason !== "USERNAME_TAKEN") return { text: `${escapeHtml(fault.message)} ${AGAIN}`, step };
  const name = username.replace(/^@/, "").toLowerCase();
  const own = (await conversation.bots()).find((bot) => bot.user.username?.toLowerCase() === name);
  if (own) return { text: `${mentionOf(own)} is yours already. /token makes a new token for it.` };
  return { text: `@${escapeHtml(name)} is taken. Try another one, or send /cancel.`, step };
}

async function change(conversation: Conversation, step: Step & { kind: "change" }, text: string): Promise<void> {
  const { field, bot_id } = step;
  const value = field === "name" ? text : text === EMPTY ? "" : text;
  const commands = field === "commands" ? readCommandLines(value) : undefined;
  if (typeof commands === "string") {
    await conversation.send({ text: `${escapeHtml(commands)} ${AGAIN}`, step });
    return;
  }
  try {
    const bot = await conversation.callAsOwner<OwnBot>("editBot", { bot_id, [field]: commands ?? value });
    const menu = botMenu(bot);
    await conversation.send({ ...menu, text: `Done.\n\n${menu.text}` });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 429 || error.code >= 500) throw error;
    const gone = error.reason === "BOT_NOT_FOUND";
    await conversation.send({
      text: gone ? error.message : `${escapeHtml(error.message)} ${AGAIN}`,
      ...(gone ? {} : { step }),
    });
  }
}
