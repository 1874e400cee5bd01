/** Messages with a button that copies a token. The button is removed on request or after some minutes. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import type { ShownToken } from "./state.ts";
import { mentionOf, button, escapeHtml, type Conversation } from "./conversation.ts";

/** How long the button stays, unless the person removes it sooner. */
const SHOWN_S = 10 * 60;
/** Messages with a token button in one chat. A further one hides the oldest. */
const MAX_SHOWN = 5;

export interface MadeToken {
  readonly bot: OwnBot;
  readonly token: string;
  readonly base_url: string;
}

/** Sends the message with the token button. */
export async function showToken(conversation: Conversation, { bot, token }: MadeToken, opening: string): Promise<void> {
  const text = `${opening}

It is behind the button. Whoever has it can speak as your bot: keep it like a password. I take the button away when you press Done, at the latest in ${SHOWN_S / 60} minutes; then nobody can show the token again, and /token makes a new one.`;
  const keyboard = [[{ text: "Copy the token", copy_text: { text: token } }], [button("Done", "done")]];
  const message_id = await conversation.send({ text, keyboard }, { protect_content: true });
  const shown = { message_id, username: mentionOf(bot), until_s: conversation.now_s + SHOWN_S };
  const all = [...conversation.state.tokens, shown];
  for (const old of all.slice(0, -MAX_SHOWN)) await hide(conversation, old);
  conversation.state = { ...conversation.state, tokens: all.slice(-MAX_SHOWN) };
}

/** Removes the button of one message, after the person has pressed Done. */
export async function hideToken(conversation: Conversation, message_id: number): Promise<void> {
  const shown = conversation.state.tokens.find((each) => each.message_id === message_id);
  await hide(conversation, shown ?? { message_id, username: "this bot", until_s: 0 });
  conversation.state = { ...conversation.state, tokens: conversation.state.tokens.filter((each) => each !== shown) };
}

/** Removes buttons whose time is over. */
export async function hideOverdue(conversation: Conversation): Promise<void> {
  const over = conversation.state.tokens.filter((each) => each.until_s <= conversation.now_s);
  for (const each of over) await hide(conversation, each);
  conversation.state = {
    ...conversation.state,
    tokens: conversation.state.tokens.filter((each) => !over.includes(each)),
  };
}

async function hide(conversation: Conversation, { message_id, username }: ShownToken): Promise<void> {
  const { step } = conversation.state;
  const text = `The token of ${escapeHtml(username)} was shown here. /token makes a new one.`;
  await conversation.replace(message_id, { text, ...(step ? { step } : {}) });
}
