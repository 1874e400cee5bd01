/** `heliogram send` and `heliogram tap`: what a person does, without their password. */
import { buttonsInText } from "@heliogram/shared/rich-buttons.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { Arguments } from "../arguments.ts";
import { CommandRefused, UsageError } from "../errors.ts";
import { asPerson, botCalled, chatCalled, listBots, refuseAmbiguousBot, type Act } from "./acting.ts";
import type { Call } from "./client.ts";

/** Messages among which a button is looked for. */
const MOST_MESSAGES = 50;

/** @throws UsageError, CommandRefused */
export function sendAs(call: Call, args: Arguments): Promise<void> {
  const text = wordOf(args, "send", "a text");
  return actAs(call, args, async (act, chat) => {
    const [, payload] = /^\/start(?: (\S+))?$/.exec(text) ?? [];
    const isStart = chat.isBot && /^\/start(?: \S+)?$/.test(text);
    const message = await (isStart
      ? act("startBot", { user_id: chat.id, ...(payload === undefined ? {} : { payload }) })
      : act("sendMessage", { chat_id: chat.id, text }));
    return { done: message, line: `sent message ${(message as Message).message_id}` };
  });
}

/** Presses the newest button with this text, or sends the text of the newest reply keyboard. @throws CommandRefused */
export function tapAs(call: Call, args: Arguments): Promise<void> {
  const text = wordOf(args, "tap", "the text of a button");
  return actAs(call, args, async (act, { id: chat_id }) => {
    const history = (await act("getHistory", { chat_id, limit: MOST_MESSAGES })) as { readonly messages: Message[] };
    for (const { message_id, reply_markup: markup, rich_message } of history.messages.toReversed()) {
      const below = markup && "inline_keyboard" in markup ? markup.inline_keyboard.flat() : [];
      const inline = [...below, ...buttonsInText(rich_message)].find((button) => button.text === text);
      if (inline && inline.callback_data !== undefined) {
        const { callback_data } = inline;
        const done = await act("pressButton", { chat_id, message_id, callback_data });
        return { done, line: `pressed ${text} of message ${message_id}` };
      }
      if (markup && "keyboard" in markup && markup.keyboard.flat().some((button) => button.text === text)) {
        const done = (await act("sendMessage", { chat_id, text })) as Message;
        return { done, line: `sent message ${done.message_id}` };
      }
    }
    throw new CommandRefused(`none of the last ${MOST_MESSAGES} messages has a button ${text}`);
  });
}

function wordOf({ words: [word], texts }: Arguments, command: string, what: string): string {
  if (word === undefined || !texts.has("as")) throw new UsageError(`${command} needs --as PERSON and ${what}`);
  return word;
}

/** Acts as the person of `--as` in the chat of `--to`. */
function actAs(
  call: Call,
  { texts, flags }: Arguments,
  work: (act: Act, chat: { readonly id: number; readonly isBot: boolean }) => Promise<{ done: unknown; line: string }>,
): Promise<void> {
  return asPerson(call, texts.get("as")!, async (act) => {
    const { done, line } = await work(act, await findChat(call, act, texts.get("to")));
    process.stdout.write(`${flags.get("json") ? JSON.stringify(done) : line}\n`);
  });
}

/** The chat that `--to` names; without it, that with the only bot of the service. */
async function findChat(call: Call, act: Act, to: string | undefined) {
  const bots = await listBots(call);
  if (to === undefined) {
    const [only, another] = bots;
    return only && !another ? { id: only.id, isBot: true } : refuseAmbiguousBot("--to", bots);
  }
  const bot = botCalled(bots, to);
  return bot ? { id: bot.id, isBot: true } : { id: await chatCalled(act, to), isBot: false };
}
